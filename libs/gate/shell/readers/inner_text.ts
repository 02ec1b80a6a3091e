import { placesOf } from '../state/places.js'
import type { Field } from '../state/types.js'
import type { Call, Spec } from './program.js'

/** Options whose value is a sentence for people, or a pattern. */
const MESSAGE =
  /^(?:-[mtbdkgq]|--?(?:message|title|body|description|subject|notes?|comment|text|name|grep|filter|query|summary|label|search|run|bench|testNamePattern|test-name-pattern)(?:=.*)?)$/s
/** What separates the words of a command or of an expression in any language. */
const SEPARATOR = /[\s'"`()<>;|&{}[\]$,=:@!\\]+/
/** An address of another machine. */
const ADDRESS = /^(?!file:)[a-z][\w+.-]*:\/\//i
const MAX_PIECES = 200
/** Words of these are text for people. */
const TALKERS =
  /^(?:cowsay|figlet|say|notify-send|toilet|lolcat|dunstify|zenity|terminal-notifier)$/

/**
 * A word in which a program that the gate does not know may find a command or an expression, as
 * `go test -exec 'cat .env'`: asked where one of its pieces is a denied file. It is not denied, since the
 * word may as well be a sentence.
 */
export function askAboutText(call: Call, spec: Spec): void {
  const { args, name, state, walker } = call
  if (TALKERS.test(name)) return
  const texts = `${spec.text ?? ''} ${spec.at ?? ''}`.split(' ')
  for (const [index, word] of args.entries()) {
    const before = args[index - 1]?.text ?? ''
    if (MESSAGE.test(before) || MESSAGE.test(word.text ?? '') || texts.includes(before)) continue
    if (ADDRESS.test(word.text ?? '')) continue
    const named = deniedPiece(word, call)
    if (named === null) continue
    walker.unsure(`${name} takes a text that names ${named}, which is protected`)
    return
  }

  function deniedPiece({ text }: Field, { walker }: Call): string | null {
    const pieces = (text ?? '').split(SEPARATOR).filter(Boolean).slice(0, MAX_PIECES)
    if (pieces.length < 2 && pieces[0] === text) return null
    const found = pieces.find((piece) =>
      placesOf(piece, state).paths.some((path) => walker.disk.denied(path) !== null),
    )
    return found ?? null
  }
}
