import { countNoun, parseEvidenceId } from '#core'
import type { AppliedEdit } from '#ledger'
import { type PromptRows, promptBefore } from '#supervisor'
import { showControls } from '#terminal'
import { oneLine } from '../../output/one_line.js'
import { taskTitle } from '../../output/task_title.js'
import { editOfLine } from '../changes/edit_of_line.js'
import type { SlashCommand, SlashContext } from '../slash_command.js'

/** Rows that are listed. */
const MOST_ROWS = 30
/** Sessions whose edits are looked through, the newest ones. */
const MOST_SESSIONS = 50

export const why: SlashCommand = {
  name: 'why',
  hint: '[FILE[:LINE]|e12]',
  help: 'what the model had in its prompt when it made an edit: the last one, one of a file, or of a line',
  group: 'look',
  isAllowedDuringTurn: true,
  run(rest, context) {
    const found = findEdit(rest, context)
    const lines =
      typeof found === 'string' ? [found] : describe(found.edit, found.sessionId, context)
    context.print(`${showControls(lines.join('\n'))}\n`)
  },
}

interface Found {
  edit: AppliedEdit
  sessionId: string
}

/** The edit that is asked about, or why there is none. */
function findEdit(rest: string, context: SlashContext): Found | string {
  const edits = allEdits(context)
  if (edits.length === 0) return 'No edit was made in this folder yet.'
  if (rest === '') return edits[0] ?? ''
  if (parseEvidenceId(rest) !== null) return editOfRow(rest, edits, context)
  const [, path = '', line] = /^(.+?)(?::(\d{1,7}))?$/.exec(rest) ?? []
  const plain = path.replace(/^\.\//, '')
  const ofFile = edits.filter(({ edit }) => edit.files.some((file) => file.path === plain))
  if (ofFile.length === 0) return `No edit of aircoder changed ${plain}.`
  if (line === undefined) return ofFile[0] ?? ''
  const made = editOfLine({ path: plain, line: Number(line) }, ofFile, context.wired.deps)
  return made ?? `No edit of aircoder wrote line ${line} of ${plain} as it is now.`
}

/** Newest first; those of this session before those of others. */
function allEdits({ wired: { ledger }, sessionId }: SlashContext): Found[] {
  const others = ledger.sessions(MOST_SESSIONS).map(({ id }) => id)
  const ids = sessionId === undefined ? others : [sessionId, ...others]
  return [...new Set(ids)].flatMap((id) =>
    ledger.appliedEdits({ sessionId: id }).map((edit) => ({ edit, sessionId: id })),
  )
}

function editOfRow(id: string, edits: readonly Found[], { wired }: SlashContext): Found | string {
  const row = wired.ledger.evidence(id)
  if (row === null) return `There is no row ${id}.`
  const made = edits.find(({ edit }) => edit.taskId === row.taskId && edit.step === row.step)
  return made ?? `${id} is no edit: ${row.kind} of ${row.subject}.`
}

function describe(edit: AppliedEdit, sessionId: string, { wired }: SlashContext): string[] {
  const files = [...new Set(edit.files.map(({ path }) => path))].join(', ')
  const undone = edit.undone ? ' It was undone.' : ''
  const what = edit.command === null ? edit.tool : `the command ${oneLine(edit.command)}`
  const head = `${what} changed ${files} at step ${edit.step} of "${taskTitle(edit.taskText)}".${undone}`
  const prompt = promptBefore(edit, sessionId, wired.deps)
  if (prompt === null) return [head, 'The prompt of that step is not stored any more.']
  return [head, ...said(prompt), ...rowsOf(prompt)]
}

function said({ said: words }: PromptRows): string[] {
  return words.trim() === '' ? [] : [`The model said: ${oneLine(words)}`]
}

function rowsOf({ rows, messages }: PromptRows): string[] {
  if (rows.length === 0)
    return [`Its prompt had the task and ${countNoun(messages, 'message')}, and no row.`]
  const left = rows.length - MOST_ROWS
  return [
    `Its prompt had ${countNoun(rows.length, 'row')}:`,
    ...rows
      .slice(-MOST_ROWS)
      .map(({ id, kind, subject, summary }) => `  ${id}  ${kind}  ${subject}  ${oneLine(summary)}`),
    ...(left > 0 ? [`  and ${countNoun(left, 'older one')}`] : []),
    `More about one: /ledger ${rows.at(-1)?.id ?? ''}`,
  ]
}
