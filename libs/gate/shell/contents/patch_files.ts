import type { Call } from '../readers/program.js'
import { tryWord } from '../readers/try_word.js'
import { placesOf } from '../state/places.js'
import { type Field, known } from '../state/types.js'

/** The files that a patch changes. A patch that cannot be read is unsure. */
export function usePatch(given: readonly Field[], call: Call): void {
  const { walker, state } = call
  const { stdin } = state
  const files = [...given]
  if (files.length === 0 && stdin.kind === 'file' && stdin.path !== null)
    files.push(known(stdin.path))
  if (files.length === 0 && stdin.kind === 'text') namedInPatch(stdin.text, call)
  else if (files.length === 0 && stdin.kind !== 'none')
    walker.unsure(`${call.name} changes files that only its standard input names`)
  for (const file of files) {
    const paths = file.text === null ? [] : placesOf(file.text, state).paths
    const texts = paths.map((path) => {
      // A patch that is not there yet may be there when the command runs.
      return walker.isCreated(path, 'text') ? null : walker.disk.text(path)
    })
    if (texts.length === 0 || texts.some((text) => text === null))
      walker.unsure(`${call.name} changes files that only ${file.raw} names`)
    for (const text of texts) namedInPatch(text ?? '', call)
  }
  walker.noteCreated(known('.'), state, 'text')
}

/** The files that a patch in the text itself would change. */
function namedInPatch(text: string, call: Call): void {
  const heads =
    /^(?:\+\+\+|---|\*\*\*|rename (?:to|from)|copy (?:to|from)|diff --git|Index:) ([^\t\n]+)/gm
  for (const [, named = ''] of text.matchAll(heads)) {
    const parts = named.replace(/^"|"$/g, '').split('/')
    // -p says how many folders are left out.
    for (const at of parts.keys()) tryWord(known(parts.slice(at).join('/')), call)
  }
}
