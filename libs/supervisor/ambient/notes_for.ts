import { statSync } from 'node:fs'
import type { View } from '#ledger'
import { type ChangedOn, chooseNotes, lineOf, type Note, stalePaths } from '#memory'
import type { Workspace } from '#workspace'
import type { Deps } from '../deps/deps.js'

/** Characters of a note in a head: its essence. The tool memory_search shows it whole. */
const NOTE_CHARS = 240

/** Lines for the notes that a task has to do with, best first; none without such a note. */
export function notesFor(
  { task }: Pick<View, 'task'>,
  { memory, workspace }: Pick<Deps, 'memory' | 'workspace'>,
): string[] {
  const notes = memory?.notes() ?? []
  const changed = changedOn(workspace)
  return chooseNotes(notes, task.text).map((note) => noteLine(note, changed))
}

/** `- name (2026-11-20): text (src/a.ts was changed later)`. It has the day and not the age, so that no day changes it. */
function noteLine(note: Note, changed: ChangedOn): string {
  const { name, created, body } = note
  const stale = stalePaths(note, changed)
  const day = created === '' ? '' : ` (${created})`
  return `- ${name}${day}: ${lineOf(body, NOTE_CHARS)}${stale === '' ? '' : ` (${stale})`}`
}

/** Days of the files of a project, UTC. Denied files and those outside are as if they did not exist. */
export function changedOn(workspace: Workspace): ChangedOn {
  return (path) => {
    const place = workspace.resolve(path)
    if (!place.ok || !place.exists || !place.inside || place.denied !== null) return null
    try {
      return new Date(statSync(place.target).mtimeMs).toISOString().slice(0, 10)
    } catch {
      return null
    }
  }
}
