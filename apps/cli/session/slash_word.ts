/** Fewer letters are no beginning of a name. */
const LEAST = 3

/** The word of a command that a person means: in any case, or by its beginning. undefined: none, or several. */
export function wordOf<Word extends string>(
  typed: string,
  words: readonly Word[],
): Word | undefined {
  const wanted = typed.toLowerCase()
  const exact = words.find((word) => word.toLowerCase() === wanted)
  if (exact !== undefined || wanted.length < LEAST) return exact
  const begun = words.filter((word) => word.toLowerCase().startsWith(wanted))
  return begun.length === 1 ? begun[0] : undefined
}
