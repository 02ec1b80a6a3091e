import { posix } from 'node:path'
import { usePatch } from '../contents/patch_files.js'
import { inspectMoves, inspectRemotes } from '../git/git_moves.js'
import { gitSafety } from '../git/git_safe.js'
import { inspectTrees, inTree, pathspec, tracked } from '../git/git_trees.js'
import { filesOf } from '../readers/inner_text.js'
import { type ReadArguments, readArguments } from '../readers/options.js'
import { wordsOf } from '../readers/plain.js'
import { type Call, type ProgramReader, type Spec, UNKNOWN_PROGRAM } from '../readers/program.js'
import { HERE } from '../readers/tree.js'
import { tryWord } from '../readers/try_word.js'
import { gitPlaceVariable, settingsVariable } from '../readers/variables.js'
import { placesOf } from '../state/places.js'
import { fork } from '../state/state.js'
import { type Field, known, type Output, UNKNOWN } from '../state/types.js'
import { isPattern } from '../words/pattern.js'

const GLOBAL: Partial<Spec> = {
  value: '-C --namespace --super-prefix',
  text: '-c --config-env',
  path: '--git-dir --work-tree --exec-path',
}
const WORDS: Partial<Spec> = {
  path: '-F --file --pathspec-from-file --template -X --exclude-from',
  write: '-o --output --output-directory --separate-git-dir',
}
/** Settings under which git runs a program or opens other files. */
const HARMLESS_SETTING =
  /^(?:user|color|advice|init|log|status|branch|push|pull|fetch|column|gui|i18n|format\.pretty|safe|commit\.gpgsign|tag\.gpgsign|core\.(?:quotepath|autocrlf|eol|filemode|ignorecase|abbrev|longpaths|safecrlf|whitespace)|diff\.(?:algorithm|renames|context|colormoved)|merge\.(?:conflictstyle|ff)|rerere|http\.postbuffer|submodule\.recurse|protocol\.version)\b/i
/** git: settings and places on the command line, commands inside, and what it shows of denied files. */
export const git: ProgramReader = {
  name: 'git',
  programs: { git: UNKNOWN_PROGRAM },
  inspect: inspectGit,
}

function inspectGit(call: Call): Output {
  const { walker, state } = call
  const start = commandAt(call.args)
  const moved = settingsVariable(state)
  if (moved !== null)
    walker.unsure(`${moved} makes git take its settings, and the programs in them, from elsewhere`)
  const global = readArguments(call.args.slice(0, start), GLOBAL)
  const inner = fork(state)
  for (const { name, kind, value } of global.options) {
    if (value === null) continue
    if (name === '--exec-path') walker.unsure('git --exec-path takes its commands from elsewhere')
    if (kind === 'text') useSetting(value, call)
    if (kind === 'path') walker.usePath(value, 'read', inner)
    if (name === '-C') {
      walker.tryPath(value, 'read', inner)
      inner.cwds =
        value.text === null
          ? null
          : placesOf(value.text, inner).unsure === null
            ? placesOf(value.text, inner).paths
            : null
    }
  }
  const [command, ...args] = call.args.slice(start)
  const own = { ...call, args, state: inner }
  if (command === undefined) {
    walker.part(wordsOf(call), state, null)
    return UNKNOWN
  }
  if (command.text === null) walker.usePath(command, 'read', state)
  useAlias(command, args, own)
  const read = readArguments(args, wordsFor(command.text ?? ''))
  useWords(command.text ?? '', read, own)
  inspectInner(command.text ?? '', args, own)
  inspectTrees(command.text ?? '', read, own)
  inspectMoves(command.text ?? '', read, own)
  inspectRemotes(command.text ?? '', read, own)
  const vague = call.args.find(({ text, several }) => text === null || several)
  const unsafe = vague
    ? `${vague.raw} is computed when it runs`
    : (gitSafety(global, command.text ?? '', read, args) ?? otherRepository(own))
  walker.part(wordsOf(call), state, unsafe)
  const lists =
    command.text === 'ls-files' ||
    (command.text === 'diff' && args.some(({ text }) => text === '--name-only'))
  if (command.text === 'rev-parse' && args[0]?.text === '--show-toplevel')
    return topLevel(inner.cwds, call)
  return lists
    ? {
        kind: 'names',
        hits: read.options.some(({ name }) => /^-[oi]$|^--(?:others|ignored)$/.test(name))
          ? inTree(HERE, own)
          : tracked(HERE, own),
        picked: false,
      }
    : UNKNOWN
}

/** Commands of git, which no alias replaces. */
const OWN_COMMANDS =
  /^(?:add|am|annotate|apply|archive|bisect|blame|branch|bundle|cat-file|check-.*|checkout.*|cherry|cherry-pick|clean|clone|commit.*|config|count-objects|credential.*|describe|diff.*|fetch|for-each-ref|format-patch|fsck|gc|grep|hash-object|help|init|log|ls-.*|merge.*|mv|notes|pull|push|range-diff|read-tree|rebase|reflog|remote|reset|restore|rev-.*|revert|rm|shortlog|show.*|sparse-checkout|stash|status|submodule|switch|symbolic-ref|tag|update-.*|var|version|worktree|write-tree)$/

/** An alias of the repository or the user is read as the command that it means. */
function useAlias({ text }: Field, args: readonly Field[], { walker, state }: Call): void {
  const [folder] = state.cwds ?? []
  if (text === null || OWN_COMMANDS.test(text) || folder === undefined) return
  const alias = walker.disk.gitAlias(folder, text)
  if (alias === null) return
  const inner = fork(state, { depth: state.depth + 1 })
  if (alias.startsWith('!')) walker.inside(alias.slice(1), inner)
  else walker.inspect([known('git'), ...alias.split(/\s+/).map(known), ...args], inner)
}

/** Why git may read another repository or other settings than the folder's own; null when it does not. */
function otherRepository({ state, walker }: Call): string | null {
  const variable = gitPlaceVariable(state)
  if (variable !== null) return `${variable} gives git another repository or other settings`
  const bare = (state.cwds ?? []).find((cwd) => bareAbove(cwd, walker) !== null)
  return bare === undefined
    ? null
    : 'a folder of the project is a git repository with settings of its own'
}

/** The first folder upwards that git takes for a repository although it is not called `.git`. */
function bareAbove(cwd: string, { disk }: Call['walker']): string | null {
  for (let at = posix.normalize(cwd); at !== '/'; at = posix.dirname(at)) {
    if (disk.kind(`${at}/.git`) !== null) return null
    const isBare = ['HEAD', 'objects', 'refs'].every((name) => disk.kind(`${at}/${name}`) !== null)
    if (isBare) return at
  }
  return null
}

function commandAt(args: readonly Field[]): number {
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text
    if (!text?.startsWith('-')) return at
    if (
      /^(?:-C|-c|--git-dir|--work-tree|--namespace|--config-env|--super-prefix|--exec-path)$/.test(
        text,
      ) &&
      text !== '--exec-path'
    )
      at += 1
  }
  return args.length
}

/** Options with a value of the commands that move the work tree, so that what is left are commits. */
const MOVING: Record<string, Partial<Spec>> = {
  switch: { value: '-c -C --create --force-create --orphan --conflict' },
  checkout: { value: '-b -B --orphan --conflict' },
  restore: { value: '-s --source --conflict' },
  merge: { value: '-s --strategy -X --strategy-option --cleanup -m --message --into-name' },
  rebase: { value: '--onto -x --exec -s --strategy -X --strategy-option -C --empty' },
  'cherry-pick': { path: '', value: '-m --mainline --strategy -X --strategy-option --cleanup' },
  revert: { path: '', value: '-m --mainline --strategy -X --strategy-option --cleanup' },
}

function wordsFor(command: string): Partial<Spec> {
  const value = '-n -b -B -U --max-count --depth --branch --orphan --skip --strategy -j'
  const both = { path: WORDS.path ?? '', write: WORDS.write ?? '', value }
  if (command === 'grep')
    return { text: '-e', value: '-m --max-count -A -B -C --threads', path: '-f' }
  if (command === 'config')
    return { value: '--type --default --comment --value --url', path: '-f --file --blob' }
  if (command === 'clone')
    return {
      ...both,
      value: '-b --branch --depth -j -o --origin --filter',
      text: '-u --upload-pack -c --config',
    }
  if (command === 'commit')
    return {
      ...both,
      text: '-m --message --author --date -C -c --fixup --squash --trailer',
      value: '',
    }
  const moving = MOVING[command]
  if (moving !== undefined) return { path: WORDS.path, ...moving }
  if (/^(?:tag|notes|stash)$/.test(command))
    return { ...both, text: '-m --message --author --date' }
  if (/^(?:log|shortlog|show|diff|rev-list|whatchanged|reflog)$/.test(command))
    return {
      ...both,
      text: '--grep --author --committer -S -G --format --pretty --since --until --after --before --date -L',
      value: '-n -U --max-count --skip',
    }
  return both
}

function useSetting({ text, raw }: Field, { walker, state }: Call): void {
  const [, key = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(text ?? '') ?? []
  if (text !== null && HARMLESS_SETTING.test(key)) return
  if (/pager|editor/i.test(key) && /^(?:cat|true|less|more|vi|vim|nano|false|)$/.test(value)) return
  if (
    text !== null &&
    /[.](?:fsmonitor|hookspath|quotepath)$/i.test(key) &&
    /^(?:false|\/dev\/null|)$/.test(value)
  )
    return
  if (text !== null) walker.inside(value.replace(/^!/, ''), state)
  if (text !== null) tryWord(known(value), { walker, state })
  walker.unsure(`the setting ${key || raw} can make git run a program or open other files`)
}

function useWords(command: string, read: ReadArguments, call: Call): void {
  const { walker, state } = call
  for (const { name, kind, value } of read.options) {
    if (value === null) continue
    if (kind === 'path') walker.usePath(value, 'read', state)
    if (kind === 'path' && value.text?.includes(':')) tryWord(value, call)
    if (kind === 'write') walker.usePath(value, 'write', state)
    if (kind === 'flag') tryWord(value, call)
    // `-L 1,5:file`
    if (name === '-L') tryWord({ ...value, text: value.text?.replace(/^.*:/s, '') ?? null }, call)
    if (command === 'clone' && /^(?:-c|--config)$/.test(name)) useSetting(value, call)
    const runs = /upload-pack|receive-pack|^--exec$|extcmd|-cmd$|^--open-files|^--httpd$/.test(name)
    if (runs || (command === 'clone' && name === '-u')) {
      if (value.text !== null) walker.inside(value.text, state)
      walker.unsure(`git ${name} runs a program`)
    }
  }
  const words =
    command === 'grep' && !read.options.some(({ name }) => /^-[ef]$/.test(name))
      ? read.operands.slice(1)
      : read.operands
  if (command === 'config') {
    useConfig(words, read, call)
    return
  }
  if (command === 'var' && read.options.some(({ name }) => name === '-l'))
    walker.unsure('git var -l shows every setting of git, and .git/config is protected')
  const text = /^(?:check-ref-format|branch|tag|describe|help|check-ignore)$/.test(command)
  for (const word of words) {
    if (word.text !== null && /^ext::/.test(word.text)) walker.unsure('git ext:: runs a program')
    if (text && word.text !== null && command !== 'check-ignore') continue
    if (word.text === null) walker.usePath(word, 'read', state)
    else for (const way of spellingsOf(word)) tryWord(way, call)
    if (word.text !== null && isPattern(word.text)) usePathspec(word, call)
  }
  if (/^(?:apply|am)$/.test(command)) {
    const readOnly = /^--(?:check|stat|numstat|summary)$/
    const acts = !read.options.some(({ name }) => readOnly.test(name))
    if (acts && !/^--(?:abort|continue|skip|quit)/.test(read.options[0]?.name ?? ''))
      usePatch(read.operands, { ...call, name: `git ${command}` })
  }
  if (/^(?:clone|worktree|init|submodule)$/.test(command)) useCopy(command, read, call)
}

/** `:/x` starts at the top of the tree: only git's own reading of it is a path. */
function spellingsOf(word: Field): readonly Field[] {
  const own = pathspec(word)
  return word.text?.startsWith(':') && own.length > 0 ? own : [word, ...own]
}

/** A copy of the whole repository, of which denied files may be a part, under names of its own. */
function useCopy(command: string, read: ReadArguments, call: Call): void {
  const isSubmodule = command === 'submodule'
  if (isSubmodule && read.operands[0]?.text !== 'add') return
  const [first, second] = isSubmodule ? read.operands.slice(1) : read.operands
  if (command === 'init') {
    call.walker.noteCreated(first ?? HERE, call.state, 'place')
    return
  }
  const copies = command === 'clone' || isSubmodule
  const from = copies ? first : HERE
  const into = copies ? second : first?.text === 'add' ? second : undefined
  const source = from?.text?.replace(/^file:\/\//i, '')
  if (into) call.walker.noteCreated(into, call.state, 'text')
  else if (copies) call.walker.noteCreated(HERE, call.state, 'text')
  const isLocal = copies ? source && !/^[\w.+-]+(?::\/\/|@|:)/.test(source) : into
  const [hit] = isLocal ? tracked(known(source ?? '.'), call) : []
  if (hit) call.walker.unsure(`git ${command} copies ${hit.split('/').at(-1)}, which is protected`)
}

/** git expands patterns itself, over folders. */
function usePathspec(word: Field, call: Call): void {
  const pattern = (word.text ?? '').replace(/^[^:]*:(?:\([^)]*\))?\/?/, '')
  if (/^[^:]*:[!^]/.test(word.text ?? '')) return
  for (const path of filesOf(pattern, call))
    call.walker.usePath({ ...word, text: path }, 'read', call.state)
}

/** Options and verbs with which git config shows or opens more than one setting. */
const SHOWS_SETTINGS = /^(?:-l|-e|-z|--(?:li|ed|get-r|get-u|get-c|nul|reg).*|list|edit)$/
/** Keys under which a token or a password is kept. */
const SECRET_SETTING = /^(?:http|credential|sendemail|url|includeif|include)\b.*\./i

/** One setting is read or changed by its name; the list of all shows what `.git/config` holds. */
function useConfig(words: readonly Field[], { options }: ReadArguments, call: Call): void {
  const verbs = [words[0]?.text ?? '', ...options.map(({ name }) => name)]
  const shows = verbs.find((verb) => SHOWS_SETTINGS.test(verb))
  const named = options.some(({ name }) => /^(?:-f|--file|--blob)$/.test(name))
  const [key, ...values] = words.filter(
    ({ text }) => !/^(?:get|set|unset|list|edit)$/.test(text ?? ''),
  )
  if (shows !== undefined && shows !== '-z' && !named)
    call.walker.unsure(`git config ${shows} shows every setting, and .git/config is protected`)
  else if (values.length === 0 && SECRET_SETTING.test(key?.text ?? ''))
    call.walker.unsure(`git config shows ${key?.text}, which may hold a password`)
  if (key === undefined || (key.text !== null && HARMLESS_SETTING.test(key.text))) return
  if (values.length > 0) useSetting(known(`${key.text}=${values[0]?.text ?? '$'}`), call)
}

/** Commands that git runs for its caller. */
function inspectInner(command: string, args: readonly Field[], call: Call): void {
  const { walker, state } = call
  const inner = fork(state, { wrappers: [...state.wrappers, 'git'], depth: state.depth + 1 })
  const at = args.findIndex(({ text }) =>
    /^(?:-x|--exec|--extcmd|--tree-filter|--index-filter|--msg-filter|--env-filter)$/.test(
      text ?? '',
    ),
  )
  const glued = args
    .map(({ text }) => /^(?:--exec|--extcmd|-x)=?(.+)$/s.exec(text ?? '')?.[1])
    .find((text) => text !== undefined)
  const runsText = /^(?:rebase|difftool|filter-branch)$/.test(command)
  const text = runsText
    ? (glued ?? (at >= 0 ? (args[at + 1]?.text ?? null) : undefined))
    : undefined
  if (text === null) walker.unsure(`git ${command} runs a computed text`)
  else if (text !== undefined) walker.inside(text, inner)
  for (const { text } of args) {
    const [, glued] = /^-O(.+)$/s.exec(text ?? '') ?? []
    if (glued !== undefined && command !== 'grep') walker.tryPath(known(glued), 'read', state)
    else if (glued !== undefined) {
      walker.inside(glued, inner)
      walker.unsure('git grep -O runs a program')
    }
  }
  const [verb, ...rest] = args
  const own = args[args.findIndex((word) => word.text === '-c') + 1]
  if (command === 'shell' && own !== undefined) {
    if (own.text === null) walker.unsure('git shell runs a computed text')
    else walker.inside(own.text, inner)
  }
  if (command === 'bisect' && verb?.text === 'run') walker.inspect(rest, inner)
  const each = args.findIndex(({ text }) => text === 'foreach')
  if (command === 'submodule' && each >= 0) {
    const words = args
      .slice(each + 1)
      .filter(({ text }) => !/^--/.test(text ?? ''))
      .map(({ text }) => text)
    if (words.every((word) => word !== null)) walker.inside(words.join(' '), inner)
    else walker.unsure('git submodule foreach runs a computed text')
  }
}

function topLevel(cwds: readonly string[] | null, { walker }: Call): Output {
  let at = cwds?.length === 1 ? (cwds[0] ?? '/') : '/'
  while (at !== '/' && walker.disk.kind(`${at}/.git`) === null)
    at = at.slice(0, at.lastIndexOf('/')) || '/'
  return at === '/' ? UNKNOWN : { kind: 'text', text: `${at}\n` }
}
