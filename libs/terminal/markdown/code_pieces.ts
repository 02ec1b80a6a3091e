/** The grammars of C, C# and Java take a time that grows with the square of the code: 32 kB of `a` took 3.5 s. */
const MOST_CHARS = 4_000
/** A piece ends where a blank line comes before a line that is not indented: seldom inside of a comment or a text. */
const LEAST_CHARS = 2_000

/** Code in pieces of whole lines, of which each gets its colours for itself. Joined by line ends they are the code. */
export function codePieces(code: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (code.length - from > MOST_CHARS) {
    const end = endOf(code.slice(from, from + MOST_CHARS + 1))
    if (end === -1) break
    pieces.push(code.slice(from, from + end))
    from += end + 1
  }
  return [...pieces, code.slice(from)]
}

/** Index of the line end that ends the first piece; -1: there is none. */
function endOf(window: string): number {
  for (
    let at = window.lastIndexOf('\n\n');
    at >= LEAST_CHARS;
    at = window.lastIndexOf('\n\n', at - 1)
  )
    if (/\S/.test(window[at + 2] ?? '')) return at + 1
  return window.lastIndexOf('\n')
}
