import { posix } from 'node:path'

/** A line of a file that the model turned into a fact. */
export interface Sample {
  path: string
  line: string
}

/** Words that a sample must have besides the name of its own file: fewer are in too many lines. */
const LEAST_WORDS = 2
/** Share of the words of the sample that a line must have. */
const LEAST_SHARE = 0.75
/** More such lines say that every line of the file has this shape. */
const MOST_LINES = 4
/** In scripts without cases a sign is a word. */
const NO_CASE = /\p{Lo}/u
const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lo}/gu

/**
 * The lines of a file that say for it what a sample says for its own file: `the base of juniper is 370` in
 * juniper.txt, `the base of quarry is 12` in quarry.txt. Values with
 * digits and the name of each file do not count.
 * @returns line numbers from 1, empty when no line or too many of them are alike
 */
export function alikeLines(
  path: string,
  lines: readonly string[],
  { path: from, line }: Sample,
): number[] {
  const wanted = wordsOf(line, from)
  if (wanted.size < LEAST_WORDS) return []
  let best = Math.max(LEAST_WORDS, wanted.size * LEAST_SHARE)
  let found: number[] = []
  const mayShare = (text: string) => {
    const small = text.toLowerCase()
    let count = 0
    for (const word of wanted) if (small.includes(word)) count += 1
    return count >= best
  }
  for (const [at, text] of lines.entries()) {
    // A fact has a value. To look for the words as text costs less than to split each line.
    if (!/\d/.test(text) || !mayShare(text)) continue
    const own = wordsOf(text, path)
    let shared = 0
    for (const word of wanted) if (own.has(word)) shared += 1
    if (shared < best) continue
    if (shared > best) found = []
    best = shared
    found.push(at + 1)
  }
  return found.length > MOST_LINES ? [] : found
}

/** The words of a line in small letters, those inside of identifiers too, without those of the name of its file. */
function wordsOf(line: string, path: string): Set<string> {
  const own = new Set(split(posix.basename(path, posix.extname(path))))
  const plain = line.replace(/\S+/g, (word) => (/\d/.test(word) ? ' ' : word))
  return new Set(
    split(plain).filter((word) => (word.length > 1 || NO_CASE.test(word)) && !own.has(word)),
  )
}

function split(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase())
}
