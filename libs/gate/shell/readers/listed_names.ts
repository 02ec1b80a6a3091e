import { placesOf } from '../state/places.js'
import { type Field, known } from '../state/types.js'
import type { Call } from './program.js'
import { tryWord } from './try_word.js'

const MAX_NAMES = 1_000

/**
 * A file that holds words for the command line or names of files, such as `gcc @options`. Its words are
 * read as if they stood there. One that the same command makes, or that names another, is unsure.
 */
export function useNames(file: Field, { name, state, walker }: Call): void {
  if (file.text === null) return
  const isInput = /^(?:-|\/dev\/stdin|(?:\/dev|\/proc\/self)\/fd\/\d+)$/.test(file.text)
  if (isInput && (state.stdin.kind !== 'none' || file.text.includes('/fd/')))
    walker.unsure(`${name} takes words that only its input names`)
  if (isInput || file.text.startsWith('-')) return
  walker.tryPath(file, 'read', state)
  for (const path of placesOf(file.text, state).paths) {
    if (walker.isCreated(path, 'text'))
      walker.unsure(`${name} takes words from ${file.text}, which the same command creates`)
    const words = (walker.disk.text(path) ?? '').split(/[\s\0"']+/).filter(Boolean)
    if (words.length > MAX_NAMES || words.some((word) => /^(?:-[\w-]*=?)?@/.test(word)))
      walker.unsure(`${name} takes words from ${file.text}, which holds more than names`)
    for (const word of words.slice(0, MAX_NAMES)) {
      const glued = /^-[a-zA-Z]+([./~].*)$/.exec(word)?.[1]
      tryWord(known(word), { walker, state })
      if (glued !== undefined) tryWord(known(glued), { walker, state })
    }
  }
}
