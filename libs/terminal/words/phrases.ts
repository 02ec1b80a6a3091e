/** English sentences of the program and what they are in another language. `{name}` is a fact, see `createPhrases`. */
export type PhraseTable = Readonly<Record<string, string>>

/** Puts a text of the program into another language; what the tables do not have stays as it is. */
export interface Phrases {
  /** Lines that are printed. Only whole sentences with words of their own are read, so that data stays as it is. */
  lines(text: string): string
  /** A part of a sentence, as `3 steps` or `the disk is full`. */
  part(text: string): string
}

/** A longer line is data. */
const MOST_CHARS = 2_000
/** What a template of whole lines needs of its own: fewer letters could be a line of a file. */
const LEAST_LETTERS = 6
const PLACE = /\{(\w+)\}/g
const COUNT = /^~?\d[\d.,]*$/
/** A text in the text is replaced this often at most: facts hold facts. */
const MOST_DEPTH = 4

interface Template {
  /** The texts between the facts, one more than there are facts. */
  fixed: readonly string[]
  names: readonly string[]
  to: string
  letters: number
}

/**
 * Reads the tables. In an English text `{name}` is any words, `{n}` a number. In the other text `{name}`
 * is the same words as they are, `{@name}` these words as a part in that language.
 */
export function createPhrases(sentences: PhraseTable, parts: PhraseTable): Phrases {
  const whole = indexed(
    Object.fromEntries(Object.entries(sentences).filter(([from]) => isSentence(from))),
  )
  const all = indexed({ ...parts, ...sentences })

  function part(text: string, depth = 0): string {
    if (depth > MOST_DEPTH || text.length > MOST_CHARS || !/[a-z]/i.test(text)) return text
    return found(text, all, depth) ?? listed(text, depth) ?? text
  }
  function found(text: string, templates: Index, depth: number): string | null {
    for (const template of templates(text)) {
      const facts = match(text, template)
      if (facts === null) continue
      return template.to.replace(/\{(@?)(\w+)\}/g, (_, at: string, name: string) => {
        const fact = facts.get(name) ?? ''
        return at === '' ? fact : part(fact, depth + 1)
      })
    }
    return null
  }
  /** Sentences side by side, and clauses of an end line: all of them are known, or the text stays. */
  function listed(text: string, depth: number): string | null {
    for (const [between, inside] of [
      [' · ', ' · '],
      ['; ', '；'],
      [/(?<=[.?!]) /, ''],
      [/(?<=[.?!:]) /, ''],
      [', ', '，'],
    ] as const) {
      const pieces = text.split(between)
      if (pieces.length < 2) continue
      const said = pieces.map((piece) => found(piece, all, depth))
      if (said.some((one, at) => one !== null && one !== pieces[at]))
        return said.map((one, at) => one ?? part(pieces[at] ?? '', depth + 1)).join(inside)
    }
    return null
  }
  function line(text: string): string {
    const [, before = '', body = '', after = ''] =
      /^([^\p{L}\d"`'(/]*)(.*?)(\s*)$/su.exec(text) ?? []
    if (body.length > MOST_CHARS || !/[a-z]/i.test(body)) return text
    const said = found(body, whole, 0) ?? sentencesOf(body)
    if (said === null) return text
    // A colon of two columns needs no space.
    return before + said + (said.endsWith('：') ? after.trimStart() : after)
  }
  function sentencesOf(text: string): string | null {
    const pieces = text.split(/(?<=[.?!]) /)
    const said = pieces.length < 2 ? [null] : pieces.map((piece) => found(piece, whole, 0))
    return said.includes(null) ? null : said.join('')
  }
  return {
    lines: (text) => text.split('\n').map(line).join('\n'),
    part: (text) => part(text),
  }
}

type Index = (text: string) => readonly Template[]

/**
 * Templates by their first letters, so that a line is compared with few of them. What begins with two words of its
 * own comes before the others: `nothing checked: …` is no path with a colon behind it. Then the most words first.
 */
function indexed(table: PhraseTable): Index {
  const byHead = new Map<string, Template[]>()
  for (const [from, to] of Object.entries(table)) {
    const fixed = from
      .trim()
      .split(PLACE)
      .filter((_, at) => at % 2 === 0)
    const names = [...from.matchAll(PLACE)].map(([, name = '']) => name)
    const letters = fixed.join('').length
    const head = headOf(fixed[0] ?? '')
    byHead.set(head, [...(byHead.get(head) ?? []), { fixed, names, to, letters }])
  }
  const ordered = (one: Template, two: Template) =>
    Number(hasLead(two)) - Number(hasLead(one)) || two.letters - one.letters
  const open = byHead.get('') ?? []
  const lists = new Map(
    [...byHead].map(([head, own]) => [head, (head === '' ? own : [...own, ...open]).sort(ordered)]),
  )
  return (text) => lists.get(headOf(text)) ?? lists.get('') ?? []
}

/** `run` alone begins a call, and may be the name of a file. */
function hasLead({ fixed: [first = ''] }: Template): boolean {
  return /\S \S/.test(first)
}

function headOf(text: string): string {
  return text.length < 2 ? '' : text.slice(0, 2)
}

/** The facts of a text that has the fixed parts in their order; null: it has not. Linear in the text. */
function match(text: string, { fixed, names }: Template): ReadonlyMap<string, string> | null {
  const [first = '', ...rest] = fixed
  if (!text.startsWith(first)) return null
  const facts = new Map<string, string>()
  let at = first.length
  for (const [index, next] of rest.entries()) {
    const isLast = index === rest.length - 1
    // The end of the text belongs to the last fact, also where its words hold the fixed part.
    const end = isLast ? text.length - next.length : text.indexOf(next, at + 1)
    if (end <= at || !text.startsWith(next, end)) return null
    const fact = text.slice(at, end)
    const name = names[index] ?? ''
    if (fact !== fact.trim() || (/^n\d?$/.test(name) && !COUNT.test(fact))) return null
    facts.set(name, fact)
    at = end + next.length
  }
  return at === text.length ? facts : null
}

/** Whether a template has enough words of its own to be a whole line. */
function isSentence(template: string): boolean {
  return template.replace(PLACE, '').replace(/[^a-z]/gi, '').length >= LEAST_LETTERS
}
