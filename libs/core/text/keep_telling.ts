import { estimateTokens } from './tokens.js'

/** Lines that say what failed: messages, names of failing tests, values that differ. */
const TELLS =
  /\b\w*(?:Error|Exception)\b ?(?:[:[(]|$)|\b(?:error|fatal|panic(?:ked)?|assert\w*|expected|actual|received|got|want)\b ?[:=( ]|\bnot ok \d|\bFAIL(?:ED|URE)?\b|^\s*[✖✗×●] |Traceback|^E {2,}\S|^\s*\d+\) \S|undefined reference|[Cc]annot find|^\s*[-+] \S/
/** Passing tests and progress. */
const PASSES =
  /^\s*(?:ok \d+\b|[✓✔√] |PASS\b|--- PASS|=== (?:RUN|CONT|PAUSE|NAME)|# Subtest|test \S+ \.\.\. ok\b|\S+ PASSED\b|(?:\[\s*)?\d{1,3} ?%)/
/** Stack frames of the platform and of libraries. */
const FRAMES = /^\s*at .*(?:node:internal|node_modules|\(node:)|^\s*(?:duration_ms|type): /

/** Lines before and after a telling one; after the first of them, more. */
const BEFORE = 2
const AFTER = 6
const FIRST_BEFORE = 4
const FIRST_AFTER = 24
/** Lines of one shape that are kept. */
const SAME_SHAPE = 3
/** Number of lines with one shape that is log noise, even where they say `error`. */
const NOISY = 40
/** Shares of the budget: the end with the counts, and all that tells, the first failure first. */
const END_SHARE = 0.15
const TELLING_SHARE = 0.8
const HEAD_LINES = 2
const LINE_CHARS = 400

/**
 * Cuts the output of something that failed: the first failure with its surroundings, then the other telling lines,
 * the end and the beginning. Passing tests and log lines of one shape go first. Lines keep their order; a line
 * says how many are left out.
 * @param more  how to get the rest, one sentence; it is written in the last gap
 * @returns null when no line tells what failed
 */
export function keepTelling(text: string, tokens: number, more: string): string | null {
  const lines = text.split('\n')
  const shapes = lines.map(shapeOf)
  const counts = new Map<string, number>()
  for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  const isPlain = (at: number) => PASSES.test(lines[at] ?? '') || FRAMES.test(lines[at] ?? '')
  const isLog = (at: number) => isPlain(at) || (counts.get(shapes[at] ?? '') ?? 0) >= NOISY
  const said = lines.flatMap((line, at) => (TELLS.test(line) && !isPlain(at) ? [at] : []))
  if (said.length === 0) return null
  // Where hundreds of tests fail in the same way, their lines are no noise.
  const rare = said.filter((at) => !isLog(at))
  const isNoise = rare.length > 0 ? isLog : isPlain
  const telling = rare.length > 0 ? rare : said
  for (let share = 1; ; share *= 0.85) {
    const kept = choose({ lines, shapes, telling, isNoise }, Math.floor(tokens * share))
    const shown = join(lines, kept, more)
    if (share < 0.3 || estimateTokens(shown) <= tokens) return shown
  }
}

interface Output {
  lines: readonly string[]
  shapes: readonly string[]
  telling: readonly number[]
  isNoise(at: number): boolean
}

/** The indexes of the lines to keep. */
function choose({ lines, shapes, telling, isNoise }: Output, tokens: number): Set<number> {
  const kept = new Set<number>()
  const seen = new Map<string, number>()
  let used = 0
  const add = (at: number, most: number): boolean => {
    if (at < 0 || at >= lines.length || kept.has(at)) return true
    const cost = estimateTokens(`${short(lines[at] ?? '')}\n`) + 1
    if (used + cost > most) return false
    used += cost
    kept.add(at)
    return true
  }
  for (let at = 0; at < HEAD_LINES; at += 1) add(at, tokens * END_SHARE)
  for (let at = lines.length - 1; at >= 0; at -= 1)
    if (!isNoise(at) && !add(at, tokens * END_SHARE)) break
  const [first] = telling
  const most = tokens * TELLING_SHARE
  for (const at of telling) {
    const shape = shapes[at] ?? ''
    const times = seen.get(shape) ?? 0
    seen.set(shape, times + 1)
    if (times >= SAME_SHAPE) continue
    if (!add(at, most)) break
    const [before, after] = at === first ? [FIRST_BEFORE, FIRST_AFTER] : [BEFORE, AFTER]
    for (let near = at + 1; near <= at + after && !PASSES.test(lines[near] ?? ''); near += 1)
      if (!isNoise(near) && !add(near, most)) break
    for (let near = at - 1; near >= at - before && !PASSES.test(lines[near] ?? ''); near -= 1)
      if (!isNoise(near) && !add(near, most)) break
  }
  for (let at = lines.length - 1; at >= 0; at -= 1) if (!isNoise(at) && !add(at, tokens)) break
  return kept
}

function join(lines: readonly string[], kept: ReadonlySet<number>, more: string): string {
  const parts: string[] = []
  let note = -1
  let gap = 0
  const close = () => {
    if (gap > 1) note = parts.push(`… ${gap} lines left out.`) - 1
    // One line costs no more than the note about it.
    else if (gap === 1) parts.push(short(lines[at - 1] ?? ''))
    gap = 0
  }
  let at = 0
  for (; at < lines.length; at += 1) {
    if (!kept.has(at)) gap += 1
    else {
      close()
      parts.push(short(lines[at] ?? ''))
    }
  }
  close()
  return parts.map((part, index) => (index === note ? `${part} ${more}` : part)).join('\n')
}

function short(line: string): string {
  return line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS)}…`
}

/** A line without numbers, hashes and quoted values. */
function shapeOf(line: string): string {
  return line
    .slice(0, LINE_CHARS)
    .replace(/\b(?=[0-9a-f-]*\d)[0-9a-f-]{6,}\b/gi, '#')
    .replace(/(["'`]).*?\1/g, '"')
    .replace(/\d+/g, '#')
}
