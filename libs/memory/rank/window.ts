/** A matching event by its place in its session. */
export interface Hit {
  n: number
  session: number
  place: number
  /** Larger is better; 0 for a neighbour that does not match itself. */
  score: number
}

/**
 * Share of a neighbour's score, by its distance. An answer often repeats no word of the question before it, so what
 * comes after a match gets a little more than what comes before it.
 */
const AFTER = [0.45, 0.2]
const BEFORE = [0.35, 0.15]
/** Share that the best matches of the session add to each of its events. */
const SESSION_SHARE = 0.2
/** Matches of a session that count. */
const SESSION_HITS = 3

const PLACES = 2 ** 32

export const WINDOW = AFTER.length

/**
 * Adds to each event what its neighbours and its session say.
 * @param hits  matches and their neighbours
 * @returns     the same events with new scores, best first; equal ones in the order of recording
 */
export function scoreInWindow(hits: readonly Hit[]): Hit[] {
  const byPlace = new Map(hits.map((hit) => [keyOf(hit.session, hit.place), hit.score]))
  const at = (session: number, place: number) => byPlace.get(keyOf(session, place)) ?? 0
  const sessions = sessionScores(hits)
  const scored = hits.map((hit) => {
    let score = hit.score + SESSION_SHARE * (sessions.get(hit.session) ?? 0)
    for (let far = 1; far <= WINDOW; far += 1) {
      score += (AFTER[far - 1] ?? 0) * at(hit.session, hit.place - far)
      score += (BEFORE[far - 1] ?? 0) * at(hit.session, hit.place + far)
    }
    return { ...hit, score }
  })
  return scored.sort((a, b) => b.score - a.score || a.n - b.n)
}

/** One number for a place: text as a key takes longer than the search. No session has so many events. */
function keyOf(session: number, place: number): number {
  return session * PLACES + place
}

/** The mean of the best matches of each session. */
function sessionScores(hits: readonly Hit[]): Map<number, number> {
  const best = new Map<number, number[]>()
  for (const { session, score } of hits) {
    const known = best.get(session) ?? []
    known.push(score)
    best.set(session, known)
  }
  return new Map(
    [...best].map(([session, scores]) => {
      const top = scores.sort((a, b) => b - a).slice(0, SESSION_HITS)
      return [session, top.reduce((sum, score) => sum + score, 0) / SESSION_HITS]
    }),
  )
}
