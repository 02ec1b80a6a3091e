import type { Need } from './needs.js'
import type { Prompt } from './replay.js'
import { commonChars, countTokens, messageText } from './text.js'

/** A rebuild so many steps after another one is one too many. */
const GAP = 6

interface Score {
  all: number
  hit: number
  far: number
  farHit: number
}

/** What a prompt has of what the next command needs, and what it costs. */
interface Tally {
  /** Begins another run: the engine has nothing of its prompt. */
  newRun(): void
  add(prompt: Prompt, needs: readonly Need[]): void
  sums(): Sums
}

export type Sums = Record<string, number>

/** Sums over all steps of all runs, of one layout in one window. */
export function createTally(): Tally {
  const scores: Record<Need['kind'], Score> = { anchor: emptyScore(), line: emptyScore() }
  const tokens: number[] = []
  const times: number[] = []
  const free: number[] = []
  const total = { runs: 0, over: 0, prefill: 0, recurrent: 0, prompt: 0, rebuilds: 0, soon: 0 }
  let broken = 0
  let held = ''
  let before = ''
  let since = Number.POSITIVE_INFINITY

  function account({ text, rebuilt, written }: Prompt): void {
    const whole = countTokens(text)
    const same = commonChars(held, text)
    const prefill = countTokens(text.slice(same))
    total.prompt += whole
    total.prefill += prefill
    // A model with recurrent state cannot go back into what it has read.
    total.recurrent += same < held.length ? whole : prefill
    if (!rebuilt && before !== '' && !text.startsWith(before)) broken += 1
    before = text
    held = `${text}\n${messageText(written)}`
  }

  return {
    newRun() {
      total.runs += 1
      held = ''
      before = ''
      since = Number.POSITIVE_INFINITY
    },
    add(prompt, needs) {
      const { budget } = prompt
      tokens.push(prompt.tokens)
      times.push(prompt.assembleMs)
      if (prompt.tokens > budget.usableTokens) total.over += 1
      if (prompt.rebuilt) {
        total.rebuilds += 1
        if (since <= GAP) total.soon += 1
        since = 0
        free.push(1 - prompt.tokens / budget.usableTokens)
      }
      since += 1
      account(prompt)
      for (const { kind, text, far } of needs) {
        const isShown = prompt.text.includes(text)
        const score = scores[kind]
        score.all += 1
        score.hit += Number(isShown)
        score.far += Number(far)
        score.farHit += Number(far && isShown)
      }
    },
    sums() {
      const { anchor, line } = scores
      const steps = tokens.length
      return {
        steps,
        anchor: ratio(anchor.hit, anchor.all),
        farAnchor: ratio(anchor.farHit, anchor.far),
        line: ratio(line.hit, line.all),
        farLine: ratio(line.farHit, line.far),
        anchors: anchor.all,
        farAnchors: anchor.far,
        lines: line.all,
        farLines: line.far,
        promptMean: Math.round(tokens.reduce((sum, value) => sum + value, 0) / steps),
        promptP95: quantile(tokens, 0.95),
        promptMax: quantile(tokens, 1),
        overBudget: total.over,
        prefillAStep: Math.round(total.prefill / steps),
        recurrentAStep: Math.round(total.recurrent / steps),
        reuse: ratio(total.prompt - total.prefill, total.prompt),
        brokenPrefixes: broken,
        rebuildsARun: round(total.rebuilds / total.runs),
        rebuildsSoon: total.soon,
        freeAfterRebuildMean: ratio(
          free.reduce((sum, value) => sum + value, 0),
          free.length,
        ),
        freeAfterRebuildLeast: quantile(free, 0),
        assembleP50Ms: quantile(times, 0.5),
        assembleP95Ms: quantile(times, 0.95),
      }
    },
  }
}

function emptyScore(): Score {
  return { all: 0, hit: 0, far: 0, farHit: 0 }
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : round(part / whole)
}

/** @param share 0: the least, 1: the largest */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
