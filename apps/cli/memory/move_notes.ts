import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { AircoderError, countNoun, describeSystemError, shellWord } from '#core'
import {
  conflictsOf,
  exportNotes,
  importNotes,
  lineOf,
  type Note,
  type NotePlace,
  type NotePlaces,
  namesIn,
  readExport,
  rulesIn,
} from '#memory'
import { today } from './open_memory.js'

const NOTHING = 'There is nothing to export: no rule and no note is stored.'

/** Writes all notes into a folder. @throws AircoderError OPTION_INVALID where the folder has such a file */
export function exported(folder: string, places: NotePlaces, cwd: string): string {
  const path = resolve(folder)
  const from = { project: basename(cwd), day: today() }
  try {
    const count = exportNotes(places, path, from)
    return count === 0 ? NOTHING : `Wrote ${countNoun(count, 'file')} into ${path}.`
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'it has such files already' : describeSystemError(error)
    throw new AircoderError('OPTION_INVALID', {
      option: path,
      reason: `${why}. Nothing was written.`,
      form: `Name an empty or a new folder: aircoder memory export ${shellWord(`${join(dirname(folder), basename(folder))}-2`)}`,
    })
  }
}

/** Shows what a folder brings, and stores it only with a yes. */
export function imported(folder: string, places: NotePlaces, isConfirmed: boolean): string[] {
  if (!existsSync(resolve(folder)))
    throw new AircoderError('OPTION_INVALID', {
      option: folder,
      reason: 'there is no such folder',
      form: 'Name the folder that `aircoder memory export` wrote.',
    })
  const { notes, left } = readExport(resolve(folder), today())
  const bad = left.map((line) => `not imported: ${line}`)
  if (notes.length === 0) return [...bad, `${resolve(folder)} has no notes.`]
  if (!isConfirmed) {
    const own = { project: holds(places.project), user: holds(places.user) }
    const shown = notes.map((note) => {
      const { scope, name, isRule, body } = note
      return `${scope.padEnd(8)} ${name}  ${isRule ? 'rule' : 'note'}  "${lineOf(body, 600)}"${meets(note, own[scope])}`
    })
    const isNothing = notes.every(({ name, scope }) => own[scope].names.has(name))
    const end = isNothing
      ? 'There is nothing to store: each name is taken.'
      : 'Nothing was stored yet. Read these, then pass --yes.'
    return [...shown, ...bad, end]
  }
  const stored = importNotes(notes, places)
  const kept = notes.length - stored.length
  const rest =
    kept === 0
      ? ''
      : ` ${countNoun(kept, 'note')} had a name that is taken, and ${kept === 1 ? 'was' : 'were'} left out.`
  return [...bad, `Stored ${countNoun(stored.length, 'note')}.${rest}`]
}

/** What a scope has before an import, read once. */
interface Held {
  names: ReadonlySet<string>
  rules: readonly Note[]
}

function holds(place: NotePlace): Held {
  return { names: namesIn(place), rules: rulesIn(place) }
}

/** What an imported note meets: its own state, a name that is taken, a rule that says something else. */
function meets({ name, isRule, replacedBy, body }: Note, { names, rules }: Held): string {
  if (names.has(name)) return ' (its name is taken: it stays as it is here)'
  if (replacedBy !== null) return ` (replaced by ${replacedBy}: it does not hold)`
  const { replaces, doubtful } = conflictsOf(body, isRule ? rules : [])
  const [other] = [...replaces, ...doubtful]
  return other === undefined ? '' : ` (may contradict "${lineOf(other.body)}": both will hold)`
}
