/** Where a piece is. */
interface Place {
  row: { id: string }
  written: boolean
  first: number
  lines: readonly string[]
}

/** What a neighbour passes on, and how often: a definition of three chunks gets the words of all. */
const NEIGHBOUR_SHARE = 0.5
const ROUNDS = 2

/**
 * The pieces with half of what the ones right before and after them count: a script or a class that is copied is longer
 * than a chunk, and its middle has few of the words that it is found by.
 */
export function spreadScores<P extends Place>(
  pieces: readonly { piece: P; score: number }[],
): { piece: P; score: number }[] {
  const places = new Map(pieces.map(({ piece }, at) => [placeOf(piece, piece.first), at]))
  const next = pieces.map(({ piece }) =>
    places.get(placeOf(piece, piece.first + piece.lines.length)),
  )
  let scores = pieces.map(({ score }) => score)
  for (let round = 0; round < ROUNDS; round += 1) {
    const more = [...scores]
    for (const [at, after] of next.entries()) {
      if (after === undefined) continue
      more[at] = (more[at] ?? 0) + NEIGHBOUR_SHARE * (scores[after] ?? 0)
      more[after] = (more[after] ?? 0) + NEIGHBOUR_SHARE * (scores[at] ?? 0)
    }
    scores = more
  }
  return pieces.map(({ piece }, at) => ({ piece, score: scores[at] ?? 0 }))
}

function placeOf({ row, written }: Place, first: number): string {
  return `${row.id} ${written} ${first}`
}
