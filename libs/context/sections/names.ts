import { byKey, byText, type Evidence, estimateTokens } from '#core'
import type { PromptInput, Section } from '../input/section.js'

const TITLE = 'Names in use (files, identifiers):'
/** Share of the block that the section may take, and the most that it takes (docs/design/prompt.md#names). */
const BLOCK_SHARE = 0.12
const MOST_TOKENS = 900
/** Fewer of them say too little. */
const LEAST_NAMES = 3
/** Rows that are looked through, and characters of one. */
const MOST_ROWS = 150
const MOST_CHARS = 12_000
/** After so many steps a use counts half. */
const HALF_STEPS = 25
/** What a name counts that a result shows, beside one that a call uses. */
const SHOWN_WEIGHT = 0.3

const NAME = /(?<!\/)(?:(?<![\w.-])|(?=\/))(?:[\w.-]*\/)+[\w.-]*\w|[A-Za-z_$][\w$]+/g
/** What looks like a path or a name in code: a word of prose is no name. */
const CODE = /_|[a-z][A-Z]|^[A-Z]|\d|\//
const LEAST_CHARS = 5
const LONGEST = 80

/**
 * Paths and identifiers that calls used and results showed, the most used and newest first, in few tokens. A small model
 * writes a name right that it can see, and asks for what it names (row 106). Without those that task and tail show.
 */
export const names: Section = {
  name: 'names',
  order: 45,
  begins: TITLE,
  share: 0,
  isExtra: true,
  most: (block) => Math.min(MOST_TOKENS, block * BLOCK_SHARE),
  atStart: false,
  render(input, budgetTokens) {
    const known = new Set(namesIn(input.task))
    for (const name of namesIn([...(input.shownLines ?? [])].join('\n'))) known.add(name)
    const kept: string[] = []
    // The lines about edits name their files.
    for (const { kind, facts } of input.evidence)
      if (kind === 'edit_applied') known.add(String(facts.path))
    let left = budgetTokens - estimateTokens(TITLE)
    for (const name of namesOfWork(input)) {
      if (known.has(name)) continue
      left -= estimateTokens(name) + 1
      if (left < 0) break
      kept.push(name)
    }
    return kept.length < LEAST_NAMES ? '' : `${TITLE} ${kept.join(' ')}`
  },
}

const ranked = new WeakMap<object, readonly string[]>()

/** The names of the newest rows, the most important first. */
function namesOfWork({ evidence, payload }: PromptInput): readonly string[] {
  const done = ranked.get(evidence)
  if (done !== undefined) return done
  const newest = evidence[0]?.step ?? 0
  const scores = new Map<string, number>()
  for (const row of evidence.slice(0, MOST_ROWS)) {
    const fade = 0.5 ** ((newest - row.step) / HALF_STEPS)
    const add = (names: ReadonlySet<string>, weight: number) => {
      for (const name of names) scores.set(name, (scores.get(name) ?? 0) + weight * fade)
    }
    add(keptNames(callOf(row).slice(0, MOST_CHARS)), 1)
    if (row.kind === 'edit_applied') continue
    const shown = () => new Set(namesIn(payload(row).slice(0, MOST_CHARS)))
    add(shownNames(row.payloadHash, Math.min(row.payloadBytes, MOST_CHARS), shown), SHOWN_WEIGHT)
  }
  const order = [...scores].sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1))
  const found = order.map(([name]) => name)
  ranked.set(evidence, found)
  return found
}

/** The same results are looked through at each rebuild. */
const keptNames = byText((text: string): ReadonlySet<string> => new Set(namesIn(text)), 500_000)
const shownNames = byKey<ReadonlySet<string>>(2_000_000)

/** What the model wrote in a call: its command, path or query. */
function callOf({ subject, facts: { command, path } }: Evidence): string {
  return [subject, command, path].filter((text) => typeof text === 'string').join(' ')
}

function namesIn(text: string): string[] {
  return (text.match(NAME) ?? [])
    .map((name) => name.replace(/^\.\//, ''))
    .filter((name) => name.length >= LEAST_CHARS && name.length <= LONGEST && CODE.test(name))
}
