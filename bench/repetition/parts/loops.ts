import { seededRandom } from '../../../test/kit/words.js'

/** The text of a model that repeats itself, up to the token limit. */
export interface LoopText {
  kind: string
  text: string
  /** Index of the start of the loop. */
  from: number
}

/** 8,192 tokens at 3.5 characters. */
const LONGEST = 28_672
const PERIODS = [1, 2, 4, 9, 20, 45, 63, 80, 150, 400, 1_000, 2_000]
const NOISES = [0, 0.005, 0.02]

const THOUGHTS = [
  'Wait, actually, let me check the loop in the parser again. ',
  'Hmm, but the index is already increased there, so that cannot be it. ',
  'Let me re-read the test once more to be sure about what it expects. ',
  'Actually, no: the helper returns null in that case and not undefined. ',
  'But then the caller would have thrown, which it does not do here. ',
  'OK so the problem must be in the way the tokens are split. ',
]

/**
 * The kinds of loops of small models: one token, one sentence, one paragraph, with and without noise, after
 * real text; counters; arguments; repeated thoughts.
 * @param before  real texts; one of them precedes each loop
 */
export function makeLoops(before: readonly string[]): LoopText[] {
  const random = seededRandom(58)
  const lead = () => before[Math.floor(random() * before.length)]?.slice(0, 1_500) ?? ''
  const loops: LoopText[] = []
  const add = (kind: string, piece: (n: number) => string): void => {
    const head = lead()
    let text = head
    for (let n = 0; text.length < LONGEST; n += 1) text += piece(n)
    loops.push({ kind, text: text.slice(0, LONGEST), from: head.length })
  }
  for (const noise of NOISES)
    for (const period of PERIODS)
      for (let copy = 0; copy < 4; copy += 1) {
        const source = before[Math.floor(random() * before.length)] ?? ''
        const at = Math.floor(random() * Math.max(1, source.length - period))
        const part = source.slice(at, at + period).padEnd(period, 'x')
        add(noise === 0 ? 'exact' : `noise ${noise * 100} %`, () => noisy(part, noise, random))
      }
  for (let copy = 0; copy < 4; copy += 1) {
    add('counting', (n) => `Step ${n + 1}: I will check the file and run the tests.\n`)
    add('counting', (n) => `${n + 1}. Verify the result\n`)
    add('counting', (n) => `Attempt ${n * 10}: still failing, trying again with another approach. `)
    add('arguments', () => ',{"path":"src/a.ts","old_str":"x","new_str":"x"}')
    add('arguments', () => '\\n    "dependency": "latest",')
    add('arguments', (n) => `,{"id":${n},"path":"src/a.ts","old_str":"x","new_str":"x"}`)
    add('one token', () => ' the')
    add('one token', () => '!')
    add('one token', () => '안녕')
    add('thinking', (n) => THOUGHTS[n % 3] ?? '')
    add('thinking', () => THOUGHTS[Math.floor(random() * THOUGHTS.length)] ?? '')
  }
  return loops
}

function noisy(text: string, share: number, random: () => number): string {
  if (share === 0) return text
  return [...text]
    .map((char) => (random() < share ? String.fromCharCode(97 + random() * 26) : char))
    .join('')
}
