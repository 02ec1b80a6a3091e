import { byText } from '#core'
import { placesOf } from '../state/places.js'
import { fork } from '../state/state.js'
import { type Field, known, NOTHING } from '../state/types.js'
import { compilePattern, isPattern } from '../words/pattern.js'
import type { Call, Spec } from './program.js'
import { deniedIn, HERE } from './tree.js'

/** Options whose value is a sentence for people, or a pattern. */
const MESSAGE =
  /^(?:-[mtbdkgq]|--?(?:message|title|body|description|subject|notes?|comment|text|name|grep|filter|query|summary|label|search|run|bench|testNamePattern|test-name-pattern)(?:=.*)?)$/s
type Place = Pick<Call, 'state' | 'walker'>
/** What separates the words of a command or of an expression in any language. */
const SEPARATOR = /[\s'"`()<>;|&{}[\]$,=:@!\\]+/
/** An address of another machine. */
const ADDRESS = /^(?!file:)[a-z][\w+.-]*:\/\//i
/** What no sentence has: the end of a statement, a pipe, a substitution; a function with a text. */
const CODE = /[;|`]|\$\(|\w\(['"]/
const CALL = /\w\(['"]/
const MAX_PIECES = 200
const MAX_COMMAND = 4_096
const KEPT_CHARS = 500_000
/** Words of these are text for people. */
const TALKERS =
  /^(?:cowsay|figlet|say|notify-send|toilet|lolcat|dunstify|zenity|terminal-notifier)$/
/** A module as Python, Lua and Java name it: `a.b.c`, with an object of it after a colon. */
const MODULE = /^(?:-[a-zA-Z])?([A-Za-z_]\w*(?:\.\w+)+)$/

/**
 * A word in which a program that the gate does not know may find a command, an expression, a pattern or a
 * module, as `go test -exec 'cat .env'`: asked where one of its pieces is a denied file. It is not denied,
 * since the word may as well be a sentence.
 */
export function askAboutText(call: Call, spec: Spec): void {
  const { args, name, walker } = call
  if (TALKERS.test(name)) return
  askAboutModules(call)
  const texts = `${spec.text ?? ''} ${spec.at ?? ''}`.split(' ').filter(Boolean)
  for (const [index, word] of args.entries()) {
    const before = args[index - 1]?.text ?? ''
    if (texts.includes(before)) continue
    // `-g` takes a sentence in one program and a setting in another: what reads like code is no sentence.
    const isSaid =
      MESSAGE.test(before) && !(/^-\w$/.test(before) ? CODE : CALL).test(word.text ?? '')
    if (isSaid || MESSAGE.test(word.text ?? '')) continue
    if (ADDRESS.test(word.text ?? '')) continue
    const named =
      deniedPiece(word, call) ??
      deniedMatch(word, call) ??
      (/\s/.test((word.text ?? '').trim()) ? deniedCommand(word, call) : null)
    if (named === null) continue
    walker.unsure(`${name} takes a text that names ${named}, which is protected`)
    return
  }
}

/** `pytest -p secrets.token`: the module of a protected folder. */
export function askAboutModules(call: Call): void {
  const { args, name, state, walker } = call
  const folders = state.cwds ?? []
  for (const { text } of args)
    for (const piece of (text ?? '').split(/[=:,]/).slice(0, MAX_PIECES)) {
      const path = MODULE.exec(piece)?.[1]?.replaceAll('.', '/')
      if (path === undefined) continue
      const [top = ''] = path.split('/')
      const isHere = folders.some((cwd) => /^(?:folder|link)$/.test(kindOf(`${cwd}/${top}`)))
      if (isHere && placesOf(path, state).paths.some((one) => walker.disk.denied(one) !== null))
        walker.unsure(`${name} may load ${piece} from ${top}, which is protected`)
    }

  function kindOf(path: string): string {
    return walker.disk.kind(path) ?? ''
  }
}

/** Thousands of commands may be given one text. */
const piecesOf = byText(
  (text: string): readonly string[] => text.split(SEPARATOR).filter(Boolean).slice(0, MAX_PIECES),
  KEPT_CHARS,
)

function deniedPiece({ text }: Field, { state, walker }: Place): string | null {
  const pieces = piecesOf(text ?? '')
  if (pieces.length < 2 && pieces[0] === text) return null
  const found = pieces.find((piece) =>
    placesOf(piece, state).paths.some((path) => walker.disk.denied(path) !== null),
  )
  return found ?? null
}

/** A protected file that a text names, as a word or by what a shell would make of it; null: none. */
export function namedIn(text: string, call: Place): string | null {
  const word = known(text)
  if (/^\s*\S+\s*$/.test(text)) {
    const paths = placesOf(text.trim(), call.state).paths
    const isDenied = paths.some((path) => call.walker.disk.denied(path) !== null)
    return isDenied ? text.trim() : deniedCommand(word, call)
  }
  return deniedPiece(word, call) ?? deniedCommand(word, call)
}

/** A text of several words, read as a shell would read it: `cat .e*`. */
function deniedCommand({ text }: Field, { state, walker }: Place): string | null {
  if (text === null || text.length > MAX_COMMAND) return null
  return walker.deniedIn(text, fork(state, { stdin: NOTHING, depth: state.depth + 1 }))[0] ?? null
}

/** A pattern in quotes, which the program expands itself. One that fits every name is no name. */
function deniedMatch({ text }: Field, call: Call): string | null {
  const pattern = /^-[\w-]+=(.*)$/s.exec(text ?? '')?.[1] ?? text ?? ''
  const last = pattern.split('/').at(-1) ?? ''
  if (!isPattern(pattern) || /\s/.test(pattern) || /^[.*?]*$/.test(last)) return null
  const names = filesOf(pattern, call).map((path) => path.split('/').at(-1) ?? '')
  // As in a shell, only a dot of the pattern's own fits the dot of a hidden name.
  return names.find((name) => !name.startsWith('.') || /^[.[{]/.test(last)) ?? null
}

/** The denied files that a pattern fits, in this folder and below. */
export function filesOf(pattern: string, call: Call): string[] {
  const fits = compilePattern(pattern.replace(/^(?:\.\/|\*\*\/)+/, ''), true)
  return deniedIn(HERE, call, (path) => {
    const parts = path.split('/')
    return !parts.includes('.git') && parts.some((_, at) => fits(parts.slice(at).join('/')))
  }).hits
}
