import { countNoun } from '#core'
import {
  contradictions,
  lineOf,
  type Note,
  type NotePlaces,
  type Notes,
  type Proposal,
  readNotes,
} from '#memory'

/**
 * All notes of both scopes, then what the model proposes, then rules that contradict each other, then what is not used
 * and why.
 * @param command  what the person types before `save` and `delete`
 */
export function listLines(
  places: NotePlaces,
  proposals: readonly Proposal[],
  command = 'aircoder memory',
): string[] {
  const both = [places.project, places.user].map((place) => ({ place, found: readNotes(place) }))
  const lines = both.flatMap(({ found: { notes } }) => {
    const names = new Set(notes.map(({ name }) => name))
    return notes.map((note) => noteLine(note, names))
  })
  const bad = both.flatMap(({ place, found }) => badLines(found, place.folder))
  const waiting = proposals.map(proposalLine)
  if (lines.length + waiting.length + bad.length === 0)
    return [
      `Nothing is remembered. Say what holds from now on, as "always …", or use \`${command} save\`.`,
    ]
  const conflicts = both.flatMap(({ found: { notes } }) =>
    contradictions(notes.filter(({ isRule, replacedBy }) => isRule && replacedBy === null)),
  )
  const between = conflicts.map((pair) => conflictLine(pair, `${command} delete`))
  return [...lines, ...waiting, ...between, ...bad]
}

/** Rules that contradict each other hold together only after an edit by hand, or an import. */
function conflictLine([newer, older]: [Note, Note], forget: string): string {
  const both = [newer, older].map(({ name, body }) => `${name} ("${lineOf(body)}")`).join(' and ')
  return `conflict: ${both} contradict each other, and both hold. Forget one of them: ${forget} NAME`
}

/** @param names  those of the notes beside it */
export function noteLine(note: Note, names?: ReadonlySet<string>): string {
  const { scope, name, created, description, replacedBy } = note
  const state = replacedBy === null ? '' : ` (${stateOf(replacedBy, names)})`
  return `${scope.padEnd(8)} ${name}  ${kindOf(note)}  ${created}  ${description}${state}`
}

/** `project` is a scope too, so a note about the project is called a note. */
function kindOf({ isRule, type }: Note): string {
  if (isRule) return 'rule'
  return type === 'project' ? 'note' : type
}

function stateOf(by: string, names: ReadonlySet<string> | undefined): string {
  return names === undefined || names.has(by)
    ? `replaced by ${by}`
    : `does not hold: it was replaced by ${by}, which was forgotten`
}

/** The whole text: the person accepts what is shown. */
function proposalLine({ action, note: { name, scope, type, body } }: Proposal): string {
  const kind = type === 'feedback' ? 'a rule' : 'a note'
  const where = scope === 'user' ? 'all projects' : 'this project'
  const what = action === 'save' ? `${kind} for ${where}` : `forget it in ${where}`
  return `proposed ${name}  ${what}: "${lineOf(body, 4_000)}" Accept it with /memory accept ${name}, or refuse it with /memory refuse ${name}.`
}

function badLines({ bad, untrusted, left, hidden }: Notes, folder: string): string[] {
  const strange =
    untrusted.length === 0
      ? []
      : [
          `not used: ${untrusted.join(', ')}: aircoder did not write ${untrusted.length === 1 ? 'it' : 'them'} like this. Read, then run \`aircoder trust add\`.`,
        ]
  const more = left === 0 ? [] : [`not read: ${countNoun(left, 'older file')} in ${folder}`]
  const unseen =
    hidden.length === 0 ? [] : [`hidden characters are left out of: ${hidden.join(', ')}`]
  return [
    ...unseen,
    ...bad.map(({ file, reason }) => `not used: ${file}: ${reason}`),
    ...strange,
    ...more,
  ]
}
