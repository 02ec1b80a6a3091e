import type { Random } from '../random.js'

const NOUNS =
  'harbor signal ledger meadow copper lantern orchard pebble granite willow ember falcon glacier hollow island juniper kernel lagoon marble nectar opal prairie quarry ridge saddle timber umber valley walnut yarrow zephyr beacon canyon dune estuary fjord grove hamlet inlet'.split(
    ' ',
  )
const VERBS =
  'measure collect arrange compare resolve inspect balance convert forward gather hoist insert join label merge notify offset polish queue record settle'.split(
    ' ',
  )

function noun(random: Random): string {
  return random.pick(NOUNS)
}

/** Different nouns. */
export function nouns(random: Random, count: number): string[] {
  const left = [...NOUNS]
  return Array.from(
    { length: count },
    () => left.splice(random.below(left.length), 1)[0] ?? 'other',
  )
}

function capital(word: string): string {
  return word[0]?.toUpperCase() + word.slice(1)
}

/** Whole functions of plain code, about so many lines. */
export function code(random: Random, lines: number, prefix: string): string[] {
  const made: string[] = []
  for (let n = 0; made.length < lines; n++) {
    const [a, b] = [noun(random), noun(random)]
    made.push(
      `/** ${capital(random.pick(VERBS))}s the ${a} of a ${b}. */`,
      `export function ${random.pick(VERBS)}${capital(a)}${capital(prefix)}${n}(${b}, limit) {`,
      `  const ${a}Parts = ${b}.parts.filter((part) => part.size > ${random.below(90)})`,
      `  if (${a}Parts.length > limit) return ${a}Parts.slice(0, limit)`,
      `  return ${a}Parts.map((part) => part.${noun(random)} + ${random.below(900)})`,
      '}',
      '',
    )
  }
  return made
}

/** Lines of a record file, about so many. */
export function records(random: Random, lines: number): string[] {
  return Array.from(
    { length: lines },
    (_, n) =>
      `row ${1000 + n}; ${noun(random)} ${noun(random)}; state ${random.pick(VERBS)}; depth ${random.below(9_000)}`,
  )
}

/** Puts lines into others at a share of their length, 0 to 1. */
export function put(lines: readonly string[], at: number, extra: readonly string[]): string[] {
  // Between two functions, so that the code stays whole.
  let place = Math.floor(lines.length * at)
  while (place > 0 && lines[place - 1] !== '' && lines.includes('')) place--
  return [...lines.slice(0, place), ...extra, ...lines.slice(place)]
}
