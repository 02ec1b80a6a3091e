import type { Mode } from '#core'
import { showControls } from '#core'
import { cutRow, type Row, rowColumns, type StyleName, span } from '../rows/row.js'

export interface BarFacts {
  mode: Mode
  model: string
  /** The sandbox of commands, in one line. */
  sandbox: string
  /** null: unknown. */
  windowTokens: number | null
  /** Tokens of the last prompt. */
  usedTokens?: number
  /** Messages that still fit, with their answers. */
  messagesLeft?: number
  /** Share of the last prompt that the engine did not read again, 0..1. */
  cachedShare?: number
  tokensPerSecond?: number
  /** Place and seconds, while the request is in a queue. */
  queue?: string | null
  /** How far the prompt is read, or about how long that takes; absent while nothing is known. */
  prefill?: string
}

/** What a mode means, in a few words, and its colour. */
const MODES: Record<Mode, { meaning: string; styles: readonly StyleName[] }> = {
  default: { meaning: 'asks for each edit and command', styles: [] },
  acceptEdits: { meaning: 'edits here without a question', styles: ['modeEdits'] },
  plan: { meaning: 'changes nothing, ends with a plan', styles: ['modePlan'] },
  yolo: { meaning: 'asks very rarely, deny rules hold', styles: ['modeYolo'] },
}
const BETWEEN = span(' · ', 'dim')
/** Row 277: the colours of a window that fills. */
const WARNING_PERCENT = 70
const BAD_PERCENT = 85

/**
 * The status bar in one row. Where it is too narrow, parts are omitted, the least important first: speed,
 * sandbox, messages, the meaning of the mode, cache, model, prompt, queue. The mode and the window stay.
 */
export function barRow(
  facts: BarFacts,
  columns: number,
  inWords: (text: string) => string = (text) => text,
): Row {
  const parts = partsOf(facts, inWords)
  const kept = new Set(parts.map(({ name }) => name))
  for (const name of LEAST_FIRST) {
    if (rowColumns(join(parts, kept)) <= columns) break
    kept.delete(name)
  }
  const row = join(parts, kept)
  if (rowColumns(row) <= columns) return cutRow(row, columns)
  const short = parts.map((part) =>
    part.name === 'window' ? { ...part, row: shareOf(part) } : part,
  )
  return cutRow(join(short, kept), columns)
}

/** Of the window the share alone: `20 %`. */
function shareOf({ row }: Part): Row {
  return row.map((piece) => ({ ...piece, text: piece.text.replace(/^\S+ /, '') }))
}

const LEAST_FIRST = [
  'speed',
  'sandbox',
  'messages',
  'meaning',
  'cache',
  'model',
  'prefill',
  'queue',
] as const

interface Part {
  name: (typeof LEAST_FIRST)[number] | 'mode' | 'window'
  row: Row
}

function join(parts: readonly Part[], kept: ReadonlySet<Part['name']>): Row {
  return parts
    .filter(({ name }) => kept.has(name))
    .flatMap(({ name, row }, at) => (at === 0 || name === 'meaning' ? [...row] : [BETWEEN, ...row]))
}

function partsOf(facts: BarFacts, inWords: (text: string) => string): Part[] {
  const { mode, model, sandbox, queue, prefill, messagesLeft, cachedShare } = facts
  const { tokensPerSecond: speed } = facts
  const dim = (text: string) => [span(showControls(text).replace(/\s+/g, ' '), 'dim')]
  const optional = (name: Part['name'], row: Row | null): Part[] =>
    row === null ? [] : [{ name, row }]
  return [
    { name: 'mode', row: [{ text: mode, styles: MODES[mode].styles }] },
    { name: 'meaning', row: dim(`: ${inWords(MODES[mode].meaning)}`) },
    ...optional('queue', queue == null ? null : [span(inWords(queue), 'warning')]),
    ...optional('prefill', prefill === undefined ? null : [span(inWords(prefill), 'warning')]),
    { name: 'model', row: dim(model) },
    ...optional('window', windowPart(facts)),
    ...optional(
      'messages',
      messagesLeft === undefined ? null : dim(inWords(`~${messagesLeft} messages left`)),
    ),
    ...optional(
      'cache',
      cachedShare === undefined ? null : dim(inWords(`cache ${percent(cachedShare)} %`)),
    ),
    ...optional('speed', speed === undefined ? null : dim(inWords(`${speedText(speed)} tokens/s`))),
    { name: 'sandbox', row: dim(inWords(sandboxWord(sandbox))) },
  ]
}

function windowPart({ windowTokens, usedTokens = 0 }: BarFacts): Row | null {
  if (windowTokens === null || windowTokens <= 0) return null
  const used = percent(usedTokens / windowTokens)
  const style = used > BAD_PERCENT ? 'bad' : used >= WARNING_PERCENT ? 'warning' : 'good'
  return [span(`${short(usedTokens)}/${short(windowTokens)} ${used} %`, style)]
}

/** The sandbox's line begins with the word that matters. */
function sandboxWord(sandbox: string): string {
  const head = sandbox.split(/[,:;(]/, 1)[0]?.trim() ?? ''
  return head === '' ? 'no sandbox' : `sandbox ${head}`
}

function percent(share: number): number {
  return Math.round(100 * Math.min(1, Math.max(0, share)))
}

function speedText(speed: number): string {
  return speed < 10 ? speed.toFixed(1) : String(Math.round(speed))
}

/** `820`, `6.5k`, `128k` */
function short(tokens: number): string {
  if (tokens < 1_000) return String(tokens)
  const thousands = tokens / 1_000
  return `${thousands < 10 ? thousands.toFixed(1).replace(/\.0$/, '') : Math.round(thousands)}k`
}
