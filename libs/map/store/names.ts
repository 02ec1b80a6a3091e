import { splitName } from '../words/split_words.js'

/** Names of all files, each once. An id is a place in `texts`. */
export class Names {
  readonly texts: string[] = []
  readonly #ids = new Map<string, number>()
  #lower: { text: string; starts: Uint32Array } | null = null

  idOf(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    const id = this.texts.length
    // A part of a text keeps the whole text in memory.
    const own = Buffer.from(text).toString()
    this.texts.push(own)
    this.#ids.set(own, id)
    return id
  }

  /** Fills an empty table with names in the order of their ids. */
  restore(texts: readonly string[]): void {
    texts.forEach((text, id) => {
      this.texts.push(text)
      this.#ids.set(text, id)
    })
  }

  find(text: string): number | undefined {
    return this.#ids.get(text)
  }

  /**
   * The names that have one of these search words, as `splitName` makes them.
   * @returns id -> places in `words`
   */
  having(words: readonly string[]): Map<number, number[]> {
    const found = new Map<number, number[]>()
    const parts = new Map<number, string[]>()
    words.forEach((word, place) => {
      for (const id of this.#near(word)) {
        const own = parts.get(id) ?? splitName(this.texts[id] ?? '')
        parts.set(id, own)
        if (!own.includes(word)) continue
        const places = found.get(id)
        if (places === undefined) found.set(id, [place])
        else places.push(place)
      }
    })
    return found
  }

  /** Ids of the names that may have a search word: a stem differs from its name in its last letter at most. */
  #near(word: string): Iterable<number> {
    if (word.length < 2)
      return [word, word.toUpperCase(), `_${word}`, `$${word}`].flatMap((text) => {
        const id = this.find(text)
        return id === undefined ? [] : [id]
      })
    const needle = /^[a-z]{4}/.test(word) ? word.slice(0, -1) : word
    const { text, starts } = this.#joined()
    const ids = new Set<number>()
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1))
      ids.add(lastAtMost(starts, at))
    return ids
  }

  /** All names in lower case, one a line: one search in it takes less time than one in every name. */
  #joined(): { text: string; starts: Uint32Array } {
    if (this.#lower?.starts.length === this.texts.length) return this.#lower
    const lower = this.texts.map((text) => text.toLowerCase())
    const starts = new Uint32Array(lower.length)
    let at = 0
    lower.forEach((text, id) => {
      starts[id] = at
      at += text.length + 1
    })
    this.#lower = { text: lower.join('\n'), starts }
    return this.#lower
  }
}

/** Index of the last value that is not above `wanted`. */
function lastAtMost(values: Uint32Array, wanted: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((values[middle] ?? 0) <= wanted) low = middle
    else high = middle - 1
  }
  return low
}
