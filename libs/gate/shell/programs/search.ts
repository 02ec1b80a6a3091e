import { readArguments } from '../readers/options.js'
import { unsafeBy, useOption, wordsOf } from '../readers/plain.js'
import type { Call, ProgramReader, Spec } from '../readers/program.js'
import { deniedIn, HERE, useTree } from '../readers/tree.js'
import type { Field, Output } from '../state/types.js'
import { UNKNOWN } from '../state/types.js'
import { compilePattern } from '../words/pattern.js'

const GREP: Spec = {
  operands: 'pattern',
  text: '-e --regexp --include --exclude --exclude-dir --label',
  value: '-A -B -C -m -d -D --after-context --before-context --context --max-count --directories',
  path: '-f --file --exclude-from',
  gives: '-e --regexp -f --file',
  safe: '',
}
const RG: Spec = {
  operands: 'pattern',
  text: '-e --regexp -g --glob --iglob -r --replace --color --colors -t -T --type --type-not --type-add --sort --sortr',
  value:
    '-A -B -C -m -d -j -M -E --max-depth --max-count --context --max-columns --threads --encoding',
  path: '-f --file --ignore-file',
  code: '--pre --hostname-bin',
  gives: '-e --regexp -f --file --files --type-list --version',
  safe: '--pre --hostname-bin',
}

/** grep and ripgrep: the pattern is text; folders are read whole except for the names left out. */
export const search: ProgramReader = {
  name: 'search',
  programs: {
    'grep egrep fgrep rgrep zgrep bzgrep xzgrep': GREP,
    'rg ripgrep': RG,
    'ag ack ugrep': {
      operands: 'pattern',
      value: '-A -B -C -m --ignore',
      path: '-p -f --file --path-to-ignore --ignore-files --ackrc',
      code: '--pager --filter --view',
      tree: 'always',
    },
  },
  inspect: (call) => (/^(?:ag|ack|ugrep)$/.test(call.name) ? null : inspectSearch(call)),
}

function inspectSearch(call: Call): Output {
  const isGrep = /^(?:[efrz]|bz|xz)?grep$/.test(call.name)
  const { walker, state } = call
  const spec = isGrep ? GREP : RG
  const read = readArguments(call.args, spec)
  for (const option of read.options) useOption(option, call)
  if (read.options.some(({ name }) => name === '--pre'))
    walker.unsure('rg --pre runs a program on every file')
  const names = new Set(read.options.map(({ name }) => name))
  const given = (spec.gives ?? '').split(' ').some((name) => names.has(name))
  const files = given ? read.operands : read.operands.slice(1)
  for (const file of files) if (file.text !== '-') walker.usePath(file, 'read', state)
  walker.part(wordsOf(call), state, unsafeBy(read, call, spec))

  const deep = isGrep ? isRecursive(names, read.options, call.name) : true
  const fromInput = files.length === 0 && (!isGrep || !deep) && state.stdin.kind !== 'none'
  const isInfo = ['-V', '--version', '--help', '--type-list'].some((name) => names.has(name))
  const folders = !deep || fromInput || isInfo ? [] : files.length > 0 ? files : [HERE]
  const keep = filterOf(read.options, isGrep, names)
  const lists = ['-l', '-L', '--files-with-matches', '--files-without-match', '--files'].some(
    (name) => names.has(name),
  )
  if (!names.has('--files')) for (const folder of folders) useTree(folder, call, keep)
  if (fromInput && state.stdin.kind === 'names') return { ...state.stdin, picked: false }
  if (!lists) return UNKNOWN
  return {
    kind: 'names',
    hits: folders.flatMap((folder) => deniedIn(folder, call, keep).hits),
    picked: false,
  }
}

function isRecursive(
  names: ReadonlySet<string>,
  options: readonly { name: string; value: Field | null }[],
  program: string,
): boolean {
  if (program === 'rgrep') return true
  if (['-r', '-R', '--recursive', '--dereference-recursive'].some((name) => names.has(name)))
    return true
  return options.some(
    ({ name, value }) => /^(?:-d|--directories)$/.test(name) && value?.text !== 'skip',
  )
}

/** Which files a search opens, by its own options; whatever is not understood leaves nothing out. */
function filterOf(
  options: readonly { name: string; value: Field | null }[],
  isGrep: boolean,
  names: ReadonlySet<string>,
): (path: string) => boolean {
  const texts = (shape: RegExp) =>
    options.filter(({ name }) => shape.test(name)).map(({ value }) => value?.text ?? null)
  const globs = texts(/^(?:-g|--glob|--iglob)$/)
  const include = isGrep ? texts(/^--include$/) : globs.filter((glob) => !glob?.startsWith('!'))
  const exclude = isGrep
    ? texts(/^--exclude$/)
    : globs.filter((glob) => glob?.startsWith('!')).map((glob) => glob?.slice(1) ?? null)
  const folders = texts(/^--exclude-dir$/)
  const types = names.has('--type-add') || isGrep ? [] : texts(/^(?:-t|--type)$/)
  const endings = types.map((type) => ENDINGS[type ?? ''] ?? null)
  const hidden =
    isGrep ||
    ['--hidden', '-.', '-uu', '-uuu', '--no-ignore'].some((name) => names.has(name)) ||
    options.filter(({ name }) => name === '-u' || name === '--unrestricted').length > 1 ||
    include.length > 0
  return (path) => {
    const parts = path.split('/')
    const last = parts.at(-1) ?? ''
    if (!hidden && last.startsWith('.')) return false
    if (!hidden && /\/\.git\//.test(path)) return false
    if (include.length > 0 && !include.some((glob) => glob === null || fits(glob, last, !isGrep)))
      return false
    if (endings.length > 0 && endings.every((ending) => ending?.test(last) === false)) return false
    if (exclude.some((glob) => glob !== null && exactly(glob, last))) return false
    return !folders.some(
      (glob) => glob !== null && parts.slice(0, -1).some((part) => exactly(glob, part)),
    )
  }
}

/** Types of ripgrep that hold no file of another ending. */
const ENDINGS: Record<string, RegExp> = {
  c: /\.[ch](?:\.in)?$/i,
  cpp: /\.(?:[ch](?:pp|xx|\+\+)?|cc|hh|inl)(?:\.in)?$/i,
  css: /\.s?css$/,
  go: /\.go$/,
  html: /\.(?:html?|ejs)$/,
  java: /\.(?:java|jsp[xf]?|properties)$/,
  js: /\.(?:[cm]?js|jsx|vue)$/,
  md: /\.(?:md|mdx|markdown|mdown|mkdn)$/,
  py: /\.pyi?$/,
  rust: /\.rs$/,
  ts: /\.[cm]?tsx?$/,
}

function fits(glob: string, name: string, loose: boolean): boolean {
  // A glob with a folder or with braces cannot be decided by one name.
  if (/[/{]/.test(glob))
    return loose ? compilePattern(glob.split('/').at(-1) ?? '*')(name) || glob.includes('{') : false
  return compilePattern(glob)(name)
}

function exactly(glob: string, name: string): boolean {
  return !/[/{]/.test(glob) && compilePattern(glob)(name)
}
