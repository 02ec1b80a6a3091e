import { gib, thousands } from '../format/numbers.js'
import {
  type HostCache,
  KV_TYPES,
  type KvType,
  largestWindow,
  mayQuantise,
  type Need,
  needOf,
  type PlanInput,
  windowsFor,
} from './memory_plan.js'

const BAR_CELLS = 40
const SLOTS = [1, 2, 4, 8]

export interface PlanView extends PlanInput {
  title: string
  /** Where the card's size is from, e.g. the card's name. */
  card: string
  /** What the bars show. */
  kvType: KvType
  slots: number
  /** What the host's cache is computed for. */
  chosen: Need
  host: HostCache
}

/** Cache types that this model can have. */
export function kvTypesOf(input: PlanInput): KvType[] {
  const types = Object.keys(KV_TYPES) as KvType[]
  return mayQuantise(input.shape) ? types : types.filter((type) => type === 'f16')
}

/** Every combination of the table. */
export function allNeeds(input: PlanInput): Need[] {
  const windows = windowsFor(input.shape)
  return kvTypesOf(input).flatMap((kvType) =>
    windows.flatMap((window) => SLOTS.map((slots) => needOf(input, window, kvType, slots))),
  )
}

/** The plan as a person reads it in a terminal, 80 columns wide. */
export function drawPlan(view: PlanView): string {
  return [
    ...heading(view),
    '',
    ...table(view),
    '',
    ...bars(view),
    '',
    ...advice(view),
    '',
    ...hostLines(view),
    '',
  ].join('\n')
}

function heading({
  title,
  card,
  shape,
  weightsBytes,
  projectorBytes,
  cardBytes,
}: PlanView): string[] {
  const short = shape.attention.filter(({ slides }) => slides).length
  const heads = [...new Set(shape.attention.map(({ kvHeads }) => kvHeads))].join('/')
  const sizes = [...new Set(shape.attention.map(({ keyLength }) => keyLength))].join('/')
  const layers = [
    `${shape.layers} layers`,
    `${heads} KV heads of ${sizes}`,
    ...(short > 0 ? [`${short} layers slide over ${thousands(shape.slidingTokens ?? 0)}`] : []),
    ...(shape.attention.length < shape.layers
      ? [`${shape.attention.length} layers with a cache of their own`]
      : []),
  ]
  const trained = shape.trainedWindow === null ? 'unknown' : thousands(shape.trainedWindow)
  return [
    `model    ${title} (${shape.architecture}), trained window ${trained}`,
    `shape    ${layers.join(', ')}`,
    `weights  ${gib(weightsBytes)} GiB${projectorBytes > 0 ? `, projector ${gib(projectorBytes)} GiB` : ''}`,
    `card     ${cardBytes === null ? 'not known: pass --vram, e.g. --vram 24G' : `${gib(cardBytes)} GiB (${card})`}`,
    ...shape.notes.map((note) => `note     ${note}`),
  ]
}

function table(view: PlanView): string[] {
  const windows = windowsFor(view.shape)
  const verdict = view.cardBytes === null ? '' : '; ✓ fits, ✗ does not'
  const lines = [`GiB on the card, window by slots (each slot has the whole window)${verdict}`]
  for (const kvType of kvTypesOf(view)) {
    lines.push(
      `KV ${kvType.padEnd(6)}${SLOTS.map((slots) => `${slots} slot${slots > 1 ? 's' : ' '}`.padStart(11)).join('')}`,
    )
    for (const window of windows) {
      const cells = SLOTS.map((slots) => cell(needOf(view, window, kvType, slots)))
      lines.push(`${thousands(window).padStart(9)}${cells.join('')}`)
    }
  }
  return lines
}

function cell({ totalBytes, fits }: Need): string {
  const mark = fits === null ? ' ' : fits ? '✓' : '✗'
  return `${gib(totalBytes).padStart(9)} ${mark}`
}

function bars(view: PlanView): string[] {
  const needs = windowsFor(view.shape).map((window) =>
    needOf(view, window, view.kvType, view.slots),
  )
  const scale = view.cardBytes ?? Math.max(...needs.map(({ totalBytes }) => totalBytes))
  const slots = `${view.slots} slot${view.slots > 1 ? 's' : ''}`
  return [
    `One bar a window, KV ${view.kvType}, ${slots}; the whole bar is ${gib(scale)} GiB`,
    ...needs.map((need) => `${thousands(need.windowTokens).padStart(9)} ${bar(view, need, scale)}`),
    `${' '.repeat(10)}█ weights${view.projectorBytes > 0 ? '  ▓ projector' : ''}  ▒ KV cache  ░ work memory  · free`,
  ]
}

function bar(view: PlanView, need: Need, scale: number): string {
  const parts: [mark: string, bytes: number][] = [
    ['█', view.weightsBytes],
    ['▓', view.projectorBytes],
    ['▒', need.kvBytes],
    ['░', need.overheadBytes],
  ]
  let drawn = ''
  let sum = 0
  for (const [mark, bytes] of parts) {
    sum += bytes
    // Ends are rounded, not lengths: the parts then always add up to the total.
    drawn += mark.repeat(Math.max(0, Math.round((sum / scale) * BAR_CELLS) - drawn.length))
  }
  const over = drawn.length > BAR_CELLS || need.fits === false
  const shown = over ? `${drawn.slice(0, BAR_CELLS - 1)}▶` : drawn.padEnd(BAR_CELLS, '·')
  return `${shown} ${gib(need.totalBytes).padStart(7)}${over ? '  too much' : ''}`
}

function advice(view: PlanView): string[] {
  if (view.cardBytes === null) return ['Pass --vram to see what fits.']
  const lines = ['Largest window that fits']
  for (const kvType of kvTypesOf(view)) {
    const found = SLOTS.map((slots) => {
      const window = largestWindow(view, kvType, slots)
      return `${slots} slot${slots > 1 ? 's' : ''} ${window === null ? 'none' : thousands(window)}`
    })
    lines.push(`  KV ${kvType.padEnd(5)} ${found.join(' · ')}`)
  }
  const notes = ['  Slots: OLLAMA_NUM_PARALLEL. A quantised cache: OLLAMA_KV_CACHE_TYPE=q8_0 with']
  return [
    ...lines,
    ...notes,
    '  OLLAMA_FLASH_ATTENTION=1, for all models of that Ollama; q4_0 costs the most quality.',
  ]
}

function hostLines({ host, chosen: need }: PlanView): string[] {
  const lines = [
    `Host memory for warm conversations: ${host.people} people x ${thousands(need.windowTokens)} tokens (KV ${need.kvType}) = ${gib(host.neededBytes)} GiB`,
    `  The runner keeps ${gib(host.defaultBytes)} GiB of prompts by default; this host has ${gib(host.hostBytes)} GiB.`,
  ]
  if (host.setMib !== null)
    lines.push(`  Set LLAMA_ARG_CACHE_RAM=${host.setMib} (MiB) for \`ollama serve\`.`)
  if (!host.fits)
    lines.push(
      '  That is less than all prompts need: the oldest one is read again. Use fewer tokens or people.',
    )
  return lines
}
