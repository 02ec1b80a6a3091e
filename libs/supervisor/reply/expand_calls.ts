import type { ToolCall } from '#core'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'

/**
 * Replaces each call of a compound tool by the calls that it is made of (row 168), before anything is stored. Each
 * part then has a gate, an intent, a recovery and evidence of its own, and the model sees the parts in its history.
 */
export function expandCalls(frame: Frame, { registry }: Pick<Deps, 'registry'>): void {
  const { calls } = frame.reply
  const ids = new Set(calls.map(({ id }) => id))
  const expanded = calls.flatMap((call): ToolCall[] => {
    const checked = registry.validate(call)
    const parts = checked.ok ? checked.tool.expand?.(checked.input) : undefined
    if (parts === undefined) return [call]
    let needs: string | undefined
    return parts.map((part) => {
      const id = needs === undefined ? call.id : freeId(call.id, ids)
      const made = { ...call, id, ...part, ...(needs === undefined ? {} : { needs, notes: [] }) }
      needs = id
      return made
    })
  })
  if (expanded.length > calls.length) frame.reply = { ...frame.reply, calls: expanded }
}

function freeId(base: string, ids: Set<string>): string {
  let number = 2
  while (ids.has(`${base}_${number}`)) number += 1
  const id = `${base}_${number}`
  ids.add(id)
  return id
}
