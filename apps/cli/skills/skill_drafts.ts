import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AircoderError, countNoun, dropControls, makeFolders, replaceFile } from '#core'
import type { Ledger } from '#ledger'
import { findRecipes, type Recipe } from '#memory'
import { openStored } from '../data/stored_ledger.js'
import type { Project } from '../settings/load_project.js'
import { trustNotes } from '../trust/trust_file.js'

/** A skill that the ended tasks of a folder suggest. It is no file until the person accepts it. */
export interface Draft {
  name: string
  /** The SKILL.md. */
  text: string
  /** Relative to the folder. Other agents read this place too. */
  path: string
}

const STEP_WORDS = { edit: 'Edit', command: 'Run', test: 'Run the tests:' } as const

/** Skills that the ledger suggests and that the folder does not have (row 232). */
function draftsOf(ledger: Pick<Ledger, 'tasks' | 'find'>, cwd: string): Draft[] {
  return findRecipes(ledger)
    .map((recipe) => ({
      name: recipe.name,
      text: dropControls(textOf(recipe)),
      path: join('.agents/skills', recipe.name, 'SKILL.md'),
    }))
    .filter(({ path }) => !existsSync(join(cwd, path)))
}

/** The same from the ledger of a folder, which is only read. */
export function readDrafts(place: Pick<Project, 'cwd' | 'settings'>): Draft[] {
  const ledger = openStored(place)
  try {
    return ledger === null ? [] : draftsOf(ledger, place.cwd)
  } finally {
    ledger?.close()
  }
}

/** The drafts as text for the person. */
export function draftLines(drafts: readonly Draft[]): string[] {
  if (drafts.length === 0)
    return ['No skill is suggested: no two solved tasks needed the same steps after a failure.']
  const shown = drafts.flatMap(({ name, path, text }) => [
    `${name} (would be ${path})`,
    ...text.split('\n').map((line) => (line === '' ? '' : `    ${line}`)),
  ])
  return [...shown, 'Nothing was written. To write one: aircoder skills accept NAME']
}

/**
 * Writes a draft, after a yes. The file is the person's own then, so it needs no trust.
 * @throws AircoderError NO_SUCH_DRAFT, or an error of the file system
 */
export function acceptDraft(name: string, project: Project): string {
  const draft = draftNamed(name, project)
  const bytes = Buffer.from(draft.text)
  const full = join(project.cwd, draft.path)
  makeFolders(dirname(full))
  trustNotes(project.trustFile, project.cwd, [createHash('sha256').update(bytes).digest('hex')])
  replaceFile(full, draft.text, { mode: 0o644 })
  return `Wrote ${draft.path}. It is offered in tasks with its keywords; edit it with any editor.`
}

/** @throws AircoderError NO_SUCH_DRAFT */
export function draftNamed(name: string, project: Project): Draft {
  const draft = readDrafts(project).find((one) => one.name === name)
  if (draft === undefined) throw new AircoderError('NO_SUCH_DRAFT', { name })
  return draft
}

/** One line for the end of a session; '' when nothing is suggested. */
export function draftHint(ledger: Pick<Ledger, 'tasks' | 'find'>, cwd: string): string {
  const drafts = draftsOf(ledger, cwd)
  if (drafts.length === 0) return ''
  return `Earlier tasks suggest ${countNoun(drafts.length, 'skill')}. aircoder skills propose shows ${drafts.length === 1 ? 'it' : 'them'}.\n`
}

function textOf({ name, words, steps, asked, failed, taskIds }: Recipe): string {
  const times = `${taskIds.length} tasks`
  const list = steps.map(({ kind, what }, at) => `${at + 1}. ${STEP_WORDS[kind]} \`${what}\``)
  return `${[
    '---',
    `name: ${name}`,
    `description: Steps that solved ${times} here${words.length === 0 ? '' : ` about ${words.join(', ')}`}.`,
    ...(words.length === 0 ? [] : [`keywords: [${words.join(', ')}]`]),
    '---',
    `These steps solved ${times} of this folder. Where a path has a \`*\`, choose the file of this task.`,
    '',
    ...list,
    '',
    'What was asked:',
    ...asked.map((text) => `- ${text}`),
    '',
    'What failed before:',
    ...failed.map((text) => `- ${text}`),
  ].join('\n')}\n`
}
