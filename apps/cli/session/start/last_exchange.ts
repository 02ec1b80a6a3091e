import { typedWords } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import { showControls, wrapText } from '#terminal'
import { taskState } from '../../output/task_state.js'

/** The size of a terminal. */
interface Size {
  columns: number
  rows: number
}

/** Rows of the last message, and of the end of its answer: enough to remember what was said. */
const ASKED_ROWS = 3
const ANSWER_ROWS = 7
/** Rows that a small terminal keeps for the greeting and the prompt. */
const OTHER_ROWS = 8
/** Of a longer text only this end is broken into rows. */
const MOST_CHARS = 4_000
const CUT = '…'

/**
 * The last message of a session and the end of its answer, as at most ten rows of at most so many columns: less on a
 * small terminal. A session without a message has none.
 */
export function lastExchange(ledger: Ledger, sessionId: string, size: Size): string[] {
  const [task] = ledger.tasks({ sessionId, inConversation: true })
  if (task === undefined) return []
  const room = Math.max(2, size.rows - OTHER_ROWS)
  const { columns } = size
  const asked = askedRows(task, { columns, rows: Math.min(ASKED_ROWS, Math.floor(room / 2)) })
  const rows = Math.min(ANSWER_ROWS, room - asked.length)
  return [...asked, ...answerRows(task, ledger, { columns, rows })]
}

/** The beginning of the message, as the prompt showed it. */
function askedRows({ text }: TaskRow, { columns, rows: most }: Size): string[] {
  const rows = rowsOf(typedWords(text).trim().slice(0, MOST_CHARS), columns - 2)
  const shown = rows.slice(0, most)
  if (rows.length > most) {
    const [beginning] = rowsOf(shown.at(-1) ?? '', columns - 4)
    shown[shown.length - 1] = `${beginning} ${CUT}`
  }
  return shown.map((row, at) => `${at === 0 ? '> ' : '  '}${row}`)
}

/** The end of the answer; of a task without one how it ended. */
function answerRows(task: TaskRow, ledger: Ledger, { columns, rows: most }: Size): string[] {
  const text = task.endText.trim()
  if (text === '') return [`(${taskState(task, ledger)})`]
  const rows = rowsOf(text.slice(-MOST_CHARS), columns)
  if (rows.length <= most) return rows
  return most < 2 ? rows.slice(-1) : [CUT, ...rows.slice(1 - most)]
}

/** Without empty rows, which take room and say nothing. */
function rowsOf(text: string, columns: number): string[] {
  return wrapText(showControls(text), Math.max(1, columns)).filter((row) => row.trim() !== '')
}
