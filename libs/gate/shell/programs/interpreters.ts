import { inspectPackageScripts, packageWords } from '../contents/package_scripts.js'
import { askAboutProgram } from '../contents/program_files.js'
import { inspectScriptFile } from '../contents/script_files.js'
import { askAboutFile } from '../contents/source_files.js'
import { insideOf, useUnpacked } from '../contents/unpacked.js'
import { askAboutModules } from '../readers/inner_text.js'
import { wordsOf } from '../readers/plain.js'
import type { Call, ProgramReader } from '../readers/program.js'
import { HERE, useTree } from '../readers/tree.js'
import { tryWord } from '../readers/try_word.js'
import { placesOf } from '../state/places.js'
import { type Field, known, type Output, UNKNOWN } from '../state/types.js'

/** Program -> which of its options carry a program text. */
const CODE: [RegExp, RegExp][] = [
  [/^(?:python|pypy)[\d.]*$/, /^-[a-zA-Z]*c|^-?m?(?:timeit|pdb|code|trace)$/],
  [/^(?:node|nodejs|bun)$/, /^-(?:[a-z]*[ep])|^--(?:eval|print)\b|^eval$|^(?:-[\w-]+=)?data:/],
  [/^clickhouse(?:-local|-client)?$/, /^-q$|^--(?:query|queries-file)\b/],
  [/^deno$/, /^(?:eval|repl)$|^--eval/],
  [/^(?:ipython|bpython|ptpython|xonsh)[\d.]*$/, /^-[a-zA-Z]*c|^--(?:command|InteractiveShellApp)/],
  [/^(?:erl|werl|escript|iex)$/, /^-{1,2}(?:eval|e|run|s|rpc-eval)\b/],
  [
    /^(?:swipl|gprolog|gsi|csi|gosh|chez|petite|janet|clojure|clj|bb|ecl|ccl|kotlinc|kotlin|nickel|dhall|jsonnet|yaegi|gomacro)$/,
    /^-{1,2}(?:g|e|c|t|q|eval|execute|expression|script|exec)\b/,
  ],
  [/^(?:nix|nix-instantiate|nix-build|nix-env)$/, /^(?:-E|--expr|--run|--command|eval|repl)$/],
  // `-Itest` of ruby and perl is a folder.
  [/^(?:perl|ruby)[\d.]*$/, /^-(?![-I])[a-zA-Z0-9]*[eE]|^-[mM].*[\s;=]/],
  [/^php[\d.]*$/, /^-[a-zA-Z]*[rBRE]|^--(?:run|process-|execute)/],
  [/^(?:lua|luajit)[\d.]*$/, /^-e/],
  [/^dotnet-script$/, /^eval$/],
  [
    /^(?:osascript|groovy|elixir|Rscript|R|julia|scala|racket|guile|sbcl|clisp|raku|tsx|ts-node|ghc|runghc|swift|crystal|nim|octave|m4|dc|expect|wish|tclsh|jshell|scala-cli|amm|jbang|rust-script|csharprepl|mix)[\d.]*$/,
    /^-{1,2}(?:p?e|E|eval|c|x|print|execute)\b/,
  ],
  [
    /^(?:pwsh|powershell(?:\.exe)?|cmd(?:\.exe)?)$/,
    /^[-/](?:c|command|e|ec|encodedcommand|file)$/i,
  ],
  [/^(?:gs|ghostscript|gnuplot|sftp|ftp(?:\.exe)?|lftp|terraform)$/, /^-[ec]$|^console$/],
  [/^(?:pdf|xe|lua)?(?:la)?tex$/, /^\\/],
  [/^(?:gdb|lldb)$/, /^-{1,2}(?:ex|eval-command|x|command|o|one-line|batch|args|p)\b/],
  [
    /^(?:sqlite3|psql|mysql|mariadb|duckdb|redis-cli|mongo|mongosh)$/,
    /^-{1,2}(?:cmd|c|e|execute|command|eval|f|file|init)\b/,
  ],
  [
    /^(?:vi|vim|nvim|view|ex|ed|emacs|nano|pico|kak|micro)$/,
    /^-{1,2}(?:c|S|s|cmd|eval|e|es|E|batch|script|l|load|f|funcall)\b|^-[a-zA-Z]*[seE][sS]?$|^\+/,
  ],
]
const FED = /^(?:sqlite3|psql|mysql|mariadb|duckdb|dc|gdb|lldb|sftp|ftp|lftp|terraform)$/
/** Programs whose scripts are lists of commands of their own, most of which name files. */
const LISTS = /^(?:sftp|ftp(?:\.exe)?|lftp|gnuplot|gdb|lldb|psql|mysql|mariadb|sqlite3|duckdb)$/
const EDITORS = /^(?:vi|vim|nvim|view|ex|ed|emacs|nano|pico|kak|micro)$/
const DATABASES =
  /^(?:pwsh|powershell(?:\.exe)?|cmd(?:\.exe)?|sftp|lftp|gnuplot|gs|sqlite3|psql|mysql|mariadb|duckdb)$/
const MAX_PIECES = 200
const INFO = /^(?:-v|-V|--version|-h|--help)$/
/** Options whose value is the next word, of some interpreter. */
const VALUED =
  /^(?:-[WXrCIDUBSLldczEt]|--(?:require|import|loader|experimental-loader|conditions|define|include|preload|load|project))$/
/** Modules that serve a whole folder. */
const SERVERS =
  /^(?:zipapp|caddy|darkhttpd|webfsd|miniserve|httpd|dufs|http\.server|SimpleHTTPServer|http-server|serve|live-server|httpd)$/

/** Interpreters, editors and databases: a program text in the arguments or on standard input is opaque. */
export const interpreters: ProgramReader = {
  name: 'interpreters',
  programs: {},
  pattern: new RegExp(CODE.map(([program]) => program.source).join('|')),
  inspect: inspectInterpreter,
}

function inspectInterpreter(call: Call): Output | null {
  const { name, args, state, walker } = call
  const row = CODE.find(([program]) => program.test(name))
  if (
    SERVERS.test(name) ||
    (row && args.some(({ text }) => SERVERS.test(text ?? ''))) ||
    args.some(({ text }) => name === 'php' && text === '-S')
  )
    useTree(HERE, call)
  if (row === undefined) return null
  const [, code] = row
  inspectTask(call)
  inspectArchiveModule(call)
  if (name === 'bun' && args[0]?.text === 'exec')
    for (const { text } of args.slice(1)) if (text !== null) walker.inside(text, state)
  askAboutModules(call)
  walker.part(wordsOf(call), state, `${name} is an interpreter`)
  const inArguments = args.find(({ text }) => text !== null && code.test(text))
  if (inArguments)
    walker.unsure(`${name} runs a program text (${inArguments.text}) that the gate cannot read`)
  for (const word of args) {
    const glued = /^-[a-zA-Z]([./~].*)$/s.exec(word.text ?? '')?.[1]
    if (glued) tryWord(known(glued), call)
    if (LISTS.test(name)) askAboutScript(word, call)
    if (word.text?.startsWith('-') && !word.text.includes('=')) continue
    const isText = inArguments !== undefined && (word.text === null || /[\s()'";]/.test(word.text))
    if (!isText) tryWord(word, call)
    if (/\s/.test(word.text ?? '') && (EDITORS.test(name) || DATABASES.test(name)))
      tryPieces(word, call)
  }
  const isRun = /^(?:bun|deno)$/.test(name) && args[0]?.text === 'run'
  const script = (isRun ? args.slice(1) : args).find(
    ({ text }) => text === null || !text.startsWith('-') || text === '-',
  )
  const reads =
    script === undefined || script.text === '-' || /^\/dev\/(?:stdin|fd)/.test(script.text ?? '')
  // `m4 -D x`, `python -W ignore`: no word is left that could be the script.
  const hasNoScript = args.every(
    ({ text }, at) => text?.startsWith('-') || VALUED.test(args[at - 1]?.text ?? ''),
  )
  const isInfo = args.some(({ text }) => INFO.test(text ?? ''))
  if (
    !inArguments &&
    (reads || hasNoScript) &&
    !isInfo &&
    state.stdin.kind !== 'none' &&
    state.stdin.kind !== 'file'
  )
    walker.unsure(`${name} runs its standard input`)
  if (EDITORS.test(name) && state.stdin.kind !== 'none')
    walker.unsure(`${name} runs its standard input`)
  if (FED.test(name) && state.stdin.kind !== 'none')
    walker.unsure(`${name} runs its standard input`)
  if (/^(?:sqlite3|duckdb)$/.test(name) && args.length > 1)
    walker.unsure(`${name} runs a program text`)
  if (state.stdin.kind === 'file' && (reads || hasNoScript) && state.stdin.path !== null) {
    const file = { text: state.stdin.path, raw: '', globbed: false, harmless: false }
    inspectScriptFile(file, [], state, walker)
    askAboutProgram(file, call)
  }
  if (/^\/dev\/fd\//.test(script?.text ?? ''))
    walker.unsure(`${name} runs the output of another command`)
  if (script && !reads) inspectScriptFile(script, [], state, walker)
  if (!EDITORS.test(name) && !DATABASES.test(name)) askAboutPrograms(call)
  return UNKNOWN
}

/** The program that is run, what is loaded before it (`-r X`), and a module of the project (`-m x.y`). */
function askAboutPrograms(call: Call): void {
  const { args, name, state, walker } = call
  for (const [at, word] of args.entries()) {
    const before = args[at - 1]?.text ?? ''
    const glued = /^-[\w-]+=(.+)$/s.exec(word.text ?? '')?.[1]
    if (glued !== undefined) askAboutProgram(known(glued), call)
    if (word.text?.startsWith('-')) continue
    askAboutProgram(word, call)
    if (word.text === null) continue
    if (before === '-m' && /^(?:python|pypy)/.test(name)) {
      const module = word.text.replaceAll('.', '/')
      for (const file of [`${module}.py`, `${module}/__main__.py`])
        askAboutProgram(known(file), call)
      return
    }
    const { paths } = placesOf(word.text, state)
    if (!VALUED.test(before) && paths.some((path) => walker.disk.kind(path) === 'file')) return
  }
}

/** `sftp -b X`, `ftp -s:X`, `gnuplot X`: a list of commands that names a protected file. */
function askAboutScript(word: Field, call: Call): void {
  const text = word.text?.replace(/^-s:|^-[\w-]+=/, '')
  if (text) askAboutFile({ ...word, text }, call)
}

/** `python -m zipfile -e X`, `python -m tarfile --extract X DIR`. */
function inspectArchiveModule(call: Call): void {
  const { name, args, state } = call
  const words = args.map(({ text }) => text ?? '')
  const at = words.findIndex((word) => /^(?:-[a-zA-Z]*m)?(?:zipfile|tarfile)$/.test(word))
  const extract = words.findIndex((word, index) => index > at && /^(?:-e|--e\w*)$/.test(word))
  if (at === -1 || extract === -1 || !/^(?:python|pypy)/.test(name)) return
  const [archive, folder] = args.slice(extract + 1).filter(({ text }) => !text?.startsWith('-'))
  if (archive !== undefined) useUnpacked(archive, insideOf(folder, state), call)
}

/** `bun run x`, `node --run x`, `deno task x`: scripts of package.json. */
function inspectTask(call: Call): void {
  const { words, folder } = packageWords(call)
  const [first = '', second = ''] = words
  const isVerb = call.name === 'deno' ? first === 'task' : /^(?:run|test)$/.test(first)
  const ran = call.args.findIndex(({ text }) => text === '--run')
  const glued = call.args.flatMap(({ text }) => /^--run=(.+)$/s.exec(text ?? '')?.[1] ?? [])
  if (/^(?:bun|deno)$/.test(call.name))
    inspectPackageScripts(isVerb ? [second] : [first], folder, call)
  if (/^node(?:js)?$/.test(call.name) && (ran >= 0 || glued.length > 0))
    inspectPackageScripts([...glued, call.args[ran + 1]?.text ?? ''], folder, call)
}

/** The words of an editor's or a database's command are files as often as not. */
function tryPieces({ text }: Field, call: Call): void {
  for (const piece of (text ?? '')
    .split(/[\s'"`()!;|]+/)
    .filter(Boolean)
    .slice(0, MAX_PIECES))
    tryWord(known(piece), call)
}
