import type { EventDraft } from '../types/event.js'
import { isObject, refuse, strangeField } from './refuse.js'

const FIELDS =
  'type content id sessionId timestamp actor outcome parentId duration summary keywords'.split(' ')

/** Checks the fields of an event: one with another name would be lost. @throws AircoderError MEMORY_INPUT */
export function checkEvent(path: string, draft: EventDraft): void {
  const given: unknown = draft
  if (!isObject(given)) refuse(path, 'an event is an object with a type')
  const strange = strangeField(given, FIELDS)
  if (strange !== undefined) refuse(path, `an event has no ${strange}; it has ${FIELDS.join(', ')}`)
  const { keywords, duration, parentId, summary } = given
  if (keywords !== undefined && !Array.isArray(keywords))
    refuse(path, 'keywords must be a list of words')
  if (duration !== undefined && duration !== null && !Number.isFinite(duration))
    refuse(path, 'duration must be a number of milliseconds')
  if (parentId !== undefined && parentId !== null && typeof parentId !== 'string')
    refuse(path, 'parentId must be the id of an event')
  if (summary !== undefined && typeof summary !== 'string') refuse(path, 'summary must be a text')
  if (typeof given.content === 'function' || typeof given.content === 'symbol')
    refuse(path, `content is no JSON: it is a ${typeof given.content}`)
}
