import type { FileEntry } from '../store/entry.js'
import type { Names } from '../store/names.js'
import type { Query } from '../words/query_words.js'

/** A definition that more files have is not named by its name. */
const MOST_DEFINERS = 5

/** Files that the task names: by path or file name, by a name that they define, or by their own name as a word. */
export function mentionScores(
  files: readonly FileEntry[],
  names: Names,
  query: Query,
): Float64Array {
  const scores = new Float64Array(files.length)
  const add = (at: number, value: number) => {
    scores[at] = (scores[at] ?? 0) + value
  }
  for (const path of query.paths) {
    const wanted = path.replace(/^\.?\//, '')
    const fits = indexesOf(files, ({ path: own }) => own === wanted || own.endsWith(`/${wanted}`))
    for (const at of fits) add(at, 10 / fits.length)
  }
  for (const name of query.names) {
    const id = names.find(name)
    if (id === undefined) continue
    const definers = indexesOf(files, ({ defines }) => defines.includes(id))
    if (definers.length <= MOST_DEFINERS) for (const at of definers) add(at, 3 / definers.length)
  }
  return scores
}

function indexesOf(files: readonly FileEntry[], fits: (file: FileEntry) => boolean): number[] {
  const found: number[] = []
  files.forEach((file, index) => {
    if (fits(file)) found.push(index)
  })
  return found
}
