import { placesOf } from '../state/places.js'
import { assign, type State, type Values } from '../state/state.js'
import { known } from '../state/types.js'
import type { Walker } from '../state/walker.js'
import { namedIn } from './inner_text.js'
import type { Call } from './program.js'
import { tryWord } from './try_word.js'

type Place = Pick<Call, 'state' | 'walker'>

/** Variables whose value a program loads or obeys before it does its own work. */
const LOADERS =
  /^(?:LD_\w+|DYLD_\w+|GCONV_PATH|BASH_ENV|ENV|INPUTRC|BASH_ALIASES|BASH_CMDS|PERL5OPT|PERL5LIB|PERL5DB|RUBYOPT|RUBYLIB|PYTHONSTARTUP|PYTHONHOME|PYTHONINSPECT|SHELLOPTS|BASHOPTS|LESSOPEN|LESSCLOSE|GIT_EXEC_PATH|GIT_CONFIG\w*|GIT_TEMPLATE_DIR|VIMINIT|GVIMINIT|EXINIT|MYVIMRC|GCC_EXEC_PREFIX|COMPILER_PATH|OPENSSL_CONF|OPENSSL_MODULES|TAR_OPTIONS|MAKEFLAGS|MAKEFILES|RIPGREP_CONFIG_PATH|npm_config_(?:script_shell|shell|node_options|userconfig|globalconfig|prefix)|BASH_FUNC_.*)$/i
/** Variables that hold a command. */
const COMMANDS =
  /^(?:PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|GIT_(?:PAGER|EDITOR|SEQUENCE_EDITOR|SSH_COMMAND|SSH|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|SSH_ASKPASS|SUDO_ASKPASS|RSYNC_RSH|CVS_RSH|CC|CXX|CPP|LD|AR|AS|RUSTC|RUSTDOC|(?:RUSTC|CARGO_BUILD_RUSTC)_(?:WORKSPACE_)?WRAPPER|CARGO_BUILD_RUSTC|SHELL|COMSPEC)$/
/** The same by the ends of their names, whatever program reads them. */
const COMMANDS_BY_NAME =
  /_(?:COMMAND|CMD|PAGER|EDITOR|BROWSER|SHELL|RUNNER|LINKER|LAUNCHER|WRAPPER|ASKPASS|EXEC|PROGRAM|HOOK|OPENER|PREVIEW|PASSWORD_FILE|SCRIPT)$/
/** Variables that make git write a file. */
const TRACES = /^GIT_TRACE\w*$/
/** Variables under which git takes other places for the repository. */
const PLACES =
  /^(?:GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|COMMON_DIR|ALTERNATE_OBJECT_DIRECTORIES))$/

/** Variables that name a folder which programs use although the command does not mention it. */
const FOLDERS =
  /^(?:HOME|TMPDIR|TMP|TEMP|XDG_\w+|GIT_CEILING_DIRECTORIES|NODE_PATH|GOPATH|GOCACHE|CARGO_HOME|GNUPGHOME|KUBECONFIG|CURL_HOME|WGETRC|NETRC|HISTFILE)$/
/** Variables under which git takes its settings, and programs named in them, from another place. */
const SETTINGS_OF_GIT = /^(?:HOME|XDG_CONFIG_(?:HOME|DIRS))$/

/** Variables that bash expands before it shows them, and the one that it runs. */
const PROMPTS = /^PS[0-4]$/
const LOOKS_UP = /^(?:PROMPT_COMMAND|command_not_found_handle)$/
/** Variables whose value adds programs or modules that are loaded, where it says so. */
const OPTIONS: [RegExp, RegExp][] = [
  [/^NODE_OPTIONS$/, /(?:^|[\s,])(?:-r|--(?:require|import|loader|experimental-loader))/],
  [/^GOFLAGS$/, /-(?:toolexec|exec|overlay|modfile)/],
  [
    /(?:JAVA|JDK|JVM|MAVEN|GRADLE|SBT|ANT|CATALINA)\w*_(?:OPTIONS|OPTS|ARGS)$/,
    /(?:^|\s)["']?(?:@|-javaagent|-agent|-XX:(?:\+?On|Flags|VMOptions|CompileCommandFile)|-Xbootclasspath|-Xrun|-cp|-classpath|--class-path|--module-path|-Djava\.(?:library|security|system))/,
  ],
  [/^(?:CARGO_ENCODED_)?RUSTFLAGS$/, /linker|-Zcodegen/],
]

/** A variable set for one command: what it names and what it would make a program do. */
export function setVariable(name: string, values: Values, state: State, walker: Walker): void {
  const loads = noteVariable(name, values, state, walker)
  if (values === null) {
    if (loads || COMMANDS.test(name) || PLACES.test(name))
      walker.unsure(`the value of ${name} is computed`)
  } else if (!COMMANDS.test(name))
    for (const value of values)
      for (const part of value.split(':').slice(0, 64)) tryWord(known(part), { walker, state })
  if (name === 'PATH') state.ownPath = true
}

/** What the name alone makes of a value, whether or not it was exported before. */
function noteVariable(name: string, values: Values, state: State, walker: Walker): boolean {
  const loads =
    LOADERS.test(name) ||
    OPTIONS.some(([names, loading]) => names.test(name) && loading.test(String(values)))
  if (loads) walker.unsure(`${name} makes programs load other code`)
  if (
    /^PYTHON(?:PATH|USERBASE)$/.test(name) &&
    !values?.every((value) => isOwnFolder(value, state, walker))
  )
    walker.unsure(`${name} makes programs load other code`)
  for (const value of values ?? []) {
    if (COMMANDS_BY_NAME.test(name) || /^[-@]|\s-/.test(value))
      askAboutValue(name, value, { state, walker })
    if (PROMPTS.test(name) || /\[/.test(value)) walker.again(value.replaceAll('\\', ''), state)
    if (LOOKS_UP.test(name) || COMMANDS.test(name)) walker.inside(value, state)
    if (loads || PLACES.test(name) || FOLDERS.test(name)) tryWord(known(value), { walker, state })
    if (PLACES.test(name)) askAboutMade(name, value, { state, walker })
    if (TRACES.test(name) && value.includes('/')) {
      walker.usePath(known(value), 'write', state)
      walker.seen.writes = true
    }
    const [, command] = loads ? (/^\s*\|-?\s*(.+)$/s.exec(value) ?? []) : []
    if (command !== undefined) walker.inside(command, state)
  }
  return loads
}

/** A repository whose settings the same command wrote. */
function askAboutMade(name: string, value: string, { state, walker }: Place): void {
  const files = placesOf(value, state).paths.flatMap((path) => [path, `${path}/config`])
  if (files.some((file) => walker.isCreated(file, 'text')))
    walker.unsure(`${name} names a repository that the same command writes`)
}

/** A command, or options of one, in which a protected file is named: `X_COMMAND='cat .env'`, `X_OPTS='-f .env'`. */
function askAboutValue(name: string, value: string, call: Place): void {
  const glued = value.replace(/(^|\s)-[a-zA-Z]+(?=[./~])/g, '$1')
  const named = namedIn(glued, call)
  if (named !== null)
    call.walker.unsure(`${name} holds a text that names ${named}, which is protected`)
}

/** Modules of the project's own, as every program of it loads them. */
function isOwnFolder(value: string, state: State, walker: Walker): boolean {
  const folders = value.split(':').filter((part) => part !== '')
  return folders.every(
    (folder) =>
      !folder.startsWith('/') &&
      !folder.split('/').includes('..') &&
      !placesOf(folder, state).paths.some((path) => walker.isCreated(path, 'place')),
  )
}

/** `A=b` alone: a variable of the shell. */
export function assignVariable(name: string, values: Values, state: State, walker: Walker): void {
  noteVariable(name, values, state, walker)
  assign(state, name, values)
}

/** `export A=b`, `declare`, `local`: a variable from here on. */
export function keepVariable(name: string, values: Values, state: State, walker: Walker): void {
  const before = state.ownPath
  setVariable(name, values, state, walker)
  state.ownPath = before || name === 'PATH'
  assign(state, name, values)
}

/**
 * The variable that makes git read another repository or other settings than the folder's.
 * @returns its name; null when none was set
 */
export function gitPlaceVariable(state: State): string | null {
  return variablesSet(state).find((name) => PLACES.test(name) || SETTINGS_OF_GIT.test(name)) ?? null
}

/**
 * The variable that makes git take its settings, and the programs named in them, from another home.
 * @returns its name; null when none was set
 */
export function settingsVariable(state: State): string | null {
  return variablesSet(state).find((name) => SETTINGS_OF_GIT.test(name)) ?? null
}

function variablesSet(state: State): string[] {
  return [
    ...state.wrappers.filter((one) => one.endsWith('=')).map((one) => one.slice(0, -1)),
    ...state.changed,
  ]
}
