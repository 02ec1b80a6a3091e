/** Where names are used: built once for a source, so that each question costs little in a source of many names. */
export interface Uses {
  /** Places where a name is used from a token on, up to the end of the block of this token; at most two. */
  behind(start: number, name: string): number[]
}

const MOST_USES = 2

/** @param tokens  of one source; a name behind a full stop is a field and no use */
export function findUses(tokens: readonly string[]): Uses {
  const places = new Map<string, number[]>()
  const ends = blockEnds(tokens)
  for (const [at, token] of tokens.entries()) {
    if (tokens[at - 1] === '.') continue
    const own = places.get(token)
    if (own === undefined) places.set(token, [at])
    else own.push(at)
  }
  return {
    behind(start, name) {
      const own = places.get(name) ?? []
      const first = firstFrom(own, start)
      const end = ends[start] ?? tokens.length
      return own.slice(first, first + MOST_USES).filter((at) => at < end)
    },
  }
}

/** For each token the place of the bracket that closes its block; the length where nothing closes it. */
function blockEnds(tokens: readonly string[]): number[] {
  const ends = new Array<number>(tokens.length).fill(tokens.length)
  const open: number[] = []
  let end = tokens.length
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    if (tokens[at] === '}') {
      open.push(end)
      end = at
    }
    // An opening bracket belongs to the block around it, a closing one to its own.
    if (tokens[at] === '{') end = open.pop() ?? tokens.length
    ends[at] = end
  }
  return ends
}

/** Index of the first place that is not before `start`. The places are sorted. */
function firstFrom(places: readonly number[], start: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}
