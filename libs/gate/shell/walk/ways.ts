import type { Field } from '../state/types.js'

/** The ways in which one command may turn out; the same variable has one value in all its words. */
const MAX_WAYS = 64

/**
 * A command of which words may turn out in several ways, once for each way: `tar xf $f` in a loop over archives.
 * @returns an empty list where every word has one value, or the program itself has several
 */
export function waysOf(fields: readonly Field[]): Field[][] {
  const words: Field[][] = []
  for (const field of fields) {
    const before = words.at(-1)
    const isSame = field.several && before?.[0]?.several && before[0].raw === field.raw
    if (isSame) before?.push(field)
    else words.push([field])
  }
  const count = Math.min(MAX_WAYS, Math.max(...words.map((ways) => ways.length)))
  if (count < 2 || fields[0]?.several) return []
  return Array.from({ length: count }, (_, at) =>
    words.flatMap((ways) => {
      const way = ways[at % ways.length]
      return way === undefined ? [] : [{ ...way, several: false }]
    }),
  )
}
