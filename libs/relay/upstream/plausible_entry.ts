import { plausibleWindow } from '#core'
import type { ModelEntry } from './engine.js'

/** A label of a metric and a line of the log hold the name. */
const NAME_CHARS = 256
/** Seconds that an engine's clock may be ahead. */
const AHEAD_S = 86_400
const MOST_SLOTS = 1_024
/** 16 TiB: more than any machine has. */
const MOST_BYTES = 2 ** 44

/** What an engine says about a model, without the numbers that cannot be; empty for a name that is no name. */
export function plausibleEntry(entry: ModelEntry, nowMs: number): ModelEntry[] {
  const { id, created, slots, memory } = entry
  if (id === '' || id.length > NAME_CHARS || hasControls(id)) return []
  const latest = nowMs / 1_000 + AHEAD_S
  const isMemory = memory != null && isWithin(memory.bytes) && isWithin(memory.onCardBytes)
  return [
    {
      ...entry,
      created: created !== null && created >= 0 && created <= latest ? Math.trunc(created) : null,
      windowTokens: plausibleWindow(entry.windowTokens),
      slots:
        Number.isInteger(slots) && Number(slots) >= 1 && Number(slots) <= MOST_SLOTS ? slots : null,
      ...(memory == null || isMemory ? {} : { memory: null }),
    },
  ]
}

function isWithin(bytes: number): boolean {
  return bytes >= 0 && bytes <= MOST_BYTES
}

function hasControls(name: string): boolean {
  return [...name].some((character) => character < ' ' || character === '\u007f')
}
