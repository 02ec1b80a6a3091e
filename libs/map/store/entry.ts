import type { PastCommit } from '#workspace'

/** What is kept of one file. */
export interface FileEntry {
  path: string
  size: number
  mtimeMs: number
  /** Digest of its bytes; '' where the text was not read. */
  hash: string
  /** Name of its language; null: only its path is searched. */
  language: string | null
  /** Names in its text: pairs of an id in `Names` and a count. */
  words: Uint32Array
  /** Number of names in the text. */
  length: number
  /** Ids of the names that it defines. */
  defines: Uint32Array
  /** Its definitions as JSON; parsed only for files that are shown. */
  tags: string
}

/** Everything that is known about a tree. */
export interface Store {
  names: Names
  files: Map<string, FileEntry>
  history: { head: string; commits: PastCommit[] } | null
}

/** Names of all files, each once, with their search words. */
export class Names {
  readonly texts: string[] = []
  /** Search words, each once. */
  readonly words: string[] = []
  /** Name -> ids of its search words. */
  readonly parts: Uint32Array[] = []
  readonly #ids = new Map<string, number>()
  readonly #wordIds = new Map<string, number>()
  readonly #split: (name: string) => string[]

  constructor(split: (name: string) => string[]) {
    this.#split = split
  }

  idOf(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    const id = this.texts.length
    this.texts.push(text)
    this.#ids.set(text, id)
    this.parts.push(Uint32Array.from(this.#split(text), (word) => this.#wordIdOf(word)))
    return id
  }

  find(text: string): number | undefined {
    return this.#ids.get(text)
  }

  findWord(word: string): number | undefined {
    return this.#wordIds.get(word)
  }

  /** Fills an empty table with what `parts` and both lists held before. */
  restore(texts: readonly string[], words: readonly string[], parts: readonly Uint32Array[]): void {
    texts.forEach((text, id) => {
      this.texts.push(text)
      this.#ids.set(text, id)
    })
    words.forEach((word, id) => {
      this.words.push(word)
      this.#wordIds.set(word, id)
    })
    for (const part of parts) this.parts.push(part)
  }

  #wordIdOf(word: string): number {
    const known = this.#wordIds.get(word)
    if (known !== undefined) return known
    const id = this.words.length
    this.words.push(word)
    this.#wordIds.set(word, id)
    return id
  }
}
