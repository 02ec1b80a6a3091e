import { AircoderError } from '#core'
import { type Note, type NotePlaces, readNotes } from '#memory'

/**
 * The note of a name, or the only one whose name begins with it: names are as long as the sentence.
 * @throws AircoderError NO_SUCH_NOTE, or USAGE where several names begin so
 */
export function namedNote(name: string, places: NotePlaces): Note {
  const all = [places.project, places.user].flatMap((place) => readNotes(place).notes)
  const exact = all.find((one) => one.name === name)
  if (exact !== undefined) return exact
  const [first, ...others] = name === '' ? [] : all.filter((one) => one.name.startsWith(name))
  if (first === undefined) throw new AircoderError('NO_SUCH_NOTE', { name })
  if (others.length === 0) return first
  const names = [first, ...others].map((one) => one.name).join(', ')
  throw new AircoderError('USAGE', { reason: `Several names begin with ${name}: ${names}.` })
}
