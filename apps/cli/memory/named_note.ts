import { AircoderError, nearestName } from '#core'
import { type Note, type NotePlaces, readNotes } from '#memory'

/** Notes that are named as what a person may mean. */
const NEAR = 3

/** `Did you mean …?`: names that a slip, or a part of the name, leads to. */
function nearOf(name: string, all: readonly Note[]): string {
  const names = all.map((one) => one.name)
  const slip = nearestName(name, names)
  const part = names.filter((one) => name !== '' && one.includes(name.toLowerCase()))
  const near = slip === null ? part.slice(0, NEAR) : [slip]
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}?`
}

/**
 * The note of a name, or the only one whose name begins with it: names are as long as the sentence.
 * @throws AircoderError NO_SUCH_NOTE, or USAGE where several names begin so
 */
export function namedNote(name: string, places: NotePlaces): Note {
  const all = [places.project, places.user].flatMap((place) => readNotes(place).notes)
  const exact = all.find((one) => one.name === name)
  if (exact !== undefined) return exact
  const [first, ...others] = name === '' ? [] : all.filter((one) => one.name.startsWith(name))
  if (first === undefined)
    throw new AircoderError('NO_SUCH_NOTE', { name, near: nearOf(name, all) })
  if (others.length === 0) return first
  const names = [first, ...others].map((one) => one.name).join(', ')
  throw new AircoderError('USAGE', { reason: `Several names begin with ${name}: ${names}.` })
}
