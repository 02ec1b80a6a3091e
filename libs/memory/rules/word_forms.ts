/** Words of which so many characters are equal are forms of one word. */
const FORM_CHARS = 6
/** A shorter word has no ending; a longer ending makes another word. */
const LEAST_CHARS = 4
const ENDING_CHARS = 2
/** A shorter end of a word is an ending, or chance. */
const COMPOUND_CHARS = 5
/** The words of a text, as they are compared with others. */
export interface WordForms {
  /** Whether the text has a word or another form of it: `redondear` and `redondeado`. Chinese pairs have one form. */
  has(word: string): boolean
}

/** @param words  stems; a word is compared only with those that begin or end like it */
export function wordForms(words: ReadonlySet<string>): WordForms {
  const begins = new Map<string, string[]>()
  const ends = new Map<string, string[]>()
  for (const word of words) {
    if (word.length < LEAST_CHARS || isHan(word)) continue
    add(begins, word.slice(0, LEAST_CHARS), word)
    if (word.length >= COMPOUND_CHARS) add(ends, word.slice(-COMPOUND_CHARS), word)
  }
  const has = (word: string): boolean => {
    if (words.has(word)) return true
    if (word.length < LEAST_CHARS || isHan(word)) return false
    if (begins.get(word.slice(0, LEAST_CHARS))?.some((other) => isForm(word, other))) return true
    // The last part of a compound: `Monatsübersicht` is an `Übersicht`.
    return (
      word.length >= COMPOUND_CHARS &&
      (ends.get(word.slice(-COMPOUND_CHARS)) ?? []).some(
        (other) => word.endsWith(other) || other.endsWith(word),
      )
    )
  }
  return { has }
}

/** Whether two words that begin alike are forms of one. */
function isForm(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word]
  const same = sameChars(short, long)
  return same >= FORM_CHARS || long.length - same <= ENDING_CHARS
}

/** How many characters two words begin with. */
function sameChars(short: string, long: string): number {
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  return at
}

/** Whether a text has a Chinese character. */
export function isHan(word: string): boolean {
  return /\p{Script=Han}/u.test(word)
}

function add(map: Map<string, string[]>, key: string, word: string): void {
  const found = map.get(key)
  if (found === undefined) map.set(key, [word])
  else found.push(word)
}
