import { namedIn } from '../readers/inner_text.js'
import type { Call } from '../readers/program.js'
import { placesOf } from '../state/places.js'
import type { Field } from '../state/types.js'

/** Lines with which a source takes in another file, in C, assembler, Rust and Go. */
const TAKES_IN =
  /^[ \t]*(?:#[ \t]*(?:include|include_next|import|embed)\b|\.?(?:incbin|include)\b|\/\/go:embed\b).*$|\binclude(?:_str|_bytes)?!.*$/gm
const MAX_LINES = 200

/** What `go generate` runs. */
export const GENERATES = /^\/\/go:generate\b.*$/gm

/**
 * Asks where a source that a compiler is given takes in a protected file.
 * @param lines  the lines that count
 */
export function askAboutSource(file: Field, call: Call, lines = TAKES_IN): void {
  for (const text of textsOf(file, call))
    for (const [line] of [...text.matchAll(lines)].slice(0, MAX_LINES)) {
      const names = [...line.matchAll(/"([^"]+)"|<([^>]+)>/g)].map(([, a, b]) => a ?? b ?? '')
      const words = /^[ \t]*\/\/go:/.test(line) ? line.replace(/^.*?go:\w+/, '') : null
      const named = [...names, ...(words === null ? [] : [words])]
        .map((name) => namedIn(name, call))
        .find((one) => one !== null)
      if (named) {
        call.walker.unsure(`${call.name} takes in ${named}, which is protected`)
        return
      }
    }
}

/** Asks where a file that a program obeys, such as its options or a script of its language, names a protected file. */
export function askAboutFile(file: Field, call: Call): void {
  const { name, state, walker } = call
  if (placesOf(file.text ?? '', state).paths.some((path) => walker.isCreated(path, 'text')))
    walker.unsure(`${name} obeys ${file.text}, which the same command creates`)
  for (const text of textsOf(file, call))
    for (const line of text.split('\n')) {
      const named = namedIn(line, call)
      if (named === null) continue
      walker.unsure(`${name} obeys ${file.text}, which names ${named}, which is protected`)
      return
    }
}

function textsOf(file: Field, { state, walker }: Call): string[] {
  if (file.text === null) return []
  return placesOf(file.text, state).paths.flatMap((path) => walker.disk.text(path) ?? [])
}
