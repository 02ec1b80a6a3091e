import type { MemoryEvent } from '../types/event.js'

/** A field of an event's content that is a text; null: there is none. */
export function textField({ content }: MemoryEvent, name: string): string | null {
  const value = fieldOf(content, name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** A field that is a text or a list of texts. */
export function listField({ content }: MemoryEvent, name: string): string[] {
  const value = fieldOf(content, name)
  const values = Array.isArray(value) ? value : [value]
  return values.filter((one): one is string => typeof one === 'string' && one.trim() !== '')
}

function fieldOf(content: unknown, name: string): unknown {
  if (typeof content !== 'object' || content === null) return undefined
  return Object.entries(content).find(([key]) => key === name)?.[1]
}
