import { ERRORS } from '../errors/errors.js'
import type { TaskResult, TaskStatus } from '../types/events.js'
import { ALLOW_HINT, allowHint, notAllowed } from './allow_hint.js'

/** One way in which a run ends: exit code, `subtype` of the JSON result, what happened, what to do. */
interface RunEnd {
  exit: number
  subtype: TaskResult['subtype']
  message: string
  hint: string
  /** The task is open or can be opened again. */
  resumes: boolean
}

const endpointEnd = (code: keyof typeof ERRORS): RunEnd => {
  const { exit, message, hint } = ERRORS[code]
  // The text of a result has the address.
  const own = hint.replace('{url}', 'URL').replace('{way} ', '')
  return { exit, subtype: 'interrupted', message, hint: own, resumes: true }
}

/** Follows the hint of an end that can be resumed. */
const RESUME_COMMAND = 'aircoder resume {task}'
const PLACEHOLDERS = /aircoder resume \{task\}|\{task\}/g
const RESUME = `Every committed step is kept: \`${RESUME_COMMAND}\` continues.`

/** The beginning of the reason of an end whose last reply was cut. */
export const CUT_BY_LIMIT = 'the output limit cut the reply'
const WORDS_HINT =
  'Give the task in other words, name the file, or choose another model with --model.'
const CUT_HINT =
  'Set a larger limit with AIRCODER_MAX_OUTPUT or the setting maxOutput, start the server with a larger window, or choose another model with --model.'

/** A part of a hint about a task that changed files, and what is true where it changed none. */
const CHANGE_HINT =
  'After a change, run all tests of the project. If the task itself changed tests, see them and accept them with `aircoder accept {task}`.'
const ANSWER_HINT =
  'No file was changed, so no test can prove it. An answer is proven by what the model read: name the file in the task, or leave --require-proof out.'

/** How a run can end once it has begun; the errors before it are in ERRORS. Codes are never reused. */
export const RUN_ENDS = {
  RESOLVED: {
    exit: 0,
    subtype: 'resolved',
    message: 'The task is done.',
    hint: '',
    resumes: false,
  },
  NOTHING_DONE: {
    exit: 1,
    subtype: 'unproven',
    message: 'The task asks for a change, and nothing was changed.',
    hint: WORDS_HINT,
    resumes: false,
  },
  NOT_PROVEN: {
    exit: 1,
    subtype: 'unproven',
    message: 'The end is not proven, and --require-proof was given.',
    hint: `The reason says what is missing. ${CHANGE_HINT}`,
    resumes: false,
  },
  TASK_FAILED: {
    exit: 1,
    subtype: 'failed',
    message: 'The task is not done: tests fail, or no reply could be used.',
    hint: 'See what was tried with `aircoder ledger show {task}`. If files were changed, `aircoder undo --turn` takes the edits back.',
    resumes: true,
  },
  STALLED: {
    exit: 1,
    subtype: 'stalled',
    message: 'The model repeated itself and was stopped.',
    hint: 'See what was tried with `aircoder ledger show {task}`. Then give the task in other words or in smaller parts, or choose another model with --model.',
    resumes: false,
  },
  PERMISSION_DENIED: {
    exit: 3,
    subtype: 'denied',
    message: 'A permission that the task needs was denied, or nobody could be asked.',
    hint: ALLOW_HINT,
    resumes: true,
  },
  STEP_LIMIT: {
    exit: 4,
    subtype: 'limit',
    message: 'The limit of steps is reached.',
    hint: 'Set another limit with --max-steps or the setting stepLimits, then resume.',
    resumes: true,
  },
  TIME_LIMIT: {
    exit: 4,
    subtype: 'limit',
    message: 'The time of --max-wall-time is over.',
    hint: 'Give it more time with --max-wall-time, or none without that flag.',
    resumes: true,
  },
  ANSWER_MISFIT: {
    exit: 1,
    subtype: 'failed',
    message: 'The answer does not fit the schema of --json-schema.',
    hint: 'The text says where. Say in the task what each field means, make the schema simpler, or choose another model with --model.',
    resumes: true,
  },
  NO_SPACE: {
    exit: 1,
    subtype: 'failed',
    message: 'The disk is full, and an edit of the task could not be written.',
    hint: 'Free at least 20 MB on the disk of the project.',
    resumes: true,
  },
  INTERRUPTED: {
    exit: 130,
    subtype: 'interrupted',
    message: 'The user or a signal (SIGTERM, SIGHUP) interrupted the run.',
    hint: '',
    resumes: true,
  },
  ENDPOINT_UNREACHABLE: endpointEnd('ENDPOINT_UNREACHABLE'),
  ENDPOINT_BUSY: endpointEnd('ENDPOINT_BUSY'),
  ENDPOINT_FAILING: endpointEnd('ENDPOINT_FAILING'),
  ENDPOINT_NOT_API: endpointEnd('ENDPOINT_NOT_API'),
  AUTH_REJECTED: endpointEnd('AUTH_REJECTED'),
  ENDPOINT_REFUSES: endpointEnd('ENDPOINT_REFUSES'),
  WINDOW_CUT: {
    exit: 2,
    subtype: 'interrupted',
    message: 'The server cut the prompt: its window is smaller than the configured one.',
    hint: 'Start the server with a larger window, or set AIRCODER_WINDOW to the real one. `aircoder doctor` shows both.',
    resumes: true,
  },
  TASK_TOO_LONG: {
    exit: 2,
    subtype: 'interrupted',
    message:
      'The text of the task does not fit into the window. No part of it was sent in its place.',
    hint: 'Shorten the text, or name a file instead of pasting its content. Or start the server with a larger window.',
    resumes: true,
  },
} as const satisfies Record<string, RunEnd>

export type RunEndCode = keyof typeof RUN_ENDS

/** The statuses of a task that `resume` continues, also without its id: open, or an end whose hint says so. */
export function resumableStatuses(): TaskStatus[] {
  const ends: readonly RunEnd[] = Object.values(RUN_ENDS)
  const subtypes = ends.filter(({ resumes }) => resumes).map(({ subtype }) => subtype)
  return [...new Set<TaskStatus>(['open', ...subtypes])]
}

const BY_SUBTYPE: Record<TaskResult['subtype'], RunEndCode> = {
  resolved: 'RESOLVED',
  unproven: 'NOTHING_DONE',
  failed: 'TASK_FAILED',
  stalled: 'STALLED',
  denied: 'PERMISSION_DENIED',
  limit: 'STEP_LIMIT',
  interrupted: 'INTERRUPTED',
}

/** The beginnings of the texts of ends: the time of --max-wall-time is over; the answer never fitted its schema; no edit could be written. */
export const END_TEXTS = {
  time: 'the time limit of',
  misfit: 'the answer does not fit the JSON schema',
  disk: 'the disk is full',
} as const

const BY_CAUSE: Record<NonNullable<TaskResult['cause']>, RunEndCode> = {
  unreachable: 'ENDPOINT_UNREACHABLE',
  busy: 'ENDPOINT_BUSY',
  failing: 'ENDPOINT_FAILING',
  not_api: 'ENDPOINT_NOT_API',
  auth: 'AUTH_REJECTED',
  refused: 'ENDPOINT_REFUSES',
  window: 'WINDOW_CUT',
  task_too_long: 'TASK_TOO_LONG',
}

type Ended = Pick<
  TaskResult,
  'subtype' | 'cause' | 'taskId' | 'proven' | 'proofRequired' | 'reverted' | 'resumeCommand'
> &
  Partial<Pick<TaskResult, 'changes' | 'reason' | 'text' | 'refused'>>

/** A part of the hint that is untrue where the program has reverted the edits, and what is true then. */
const UNDO_HINT = 'If files were changed, `aircoder undo --turn` takes the edits back.'
const REDO_HINT = 'The edits were reverted; `aircoder redo` makes them again.'

/**
 * The code, `subtype` and exit code of a result, as its row has them; a cause outside the task comes first.
 * @returns `advice` for a person, who also gets the command that resumes, and `hint`, which names it
 */
export function endOf(result: Ended): {
  code: RunEndCode
  subtype: TaskResult['subtype']
  exit: number
  advice: string
  hint: string
} {
  const { taskId, resumeCommand = RESUME_COMMAND.replace('{task}', taskId) } = result
  const code = codeOf(result)
  const end: RunEnd = RUN_ENDS[code]
  const back = result.reverted === undefined ? UNDO_HINT : REDO_HINT
  const fill = (text: string) =>
    text
      .replace(UNDO_HINT, back)
      .replace(WORDS_HINT, result.reason?.startsWith(CUT_BY_LIMIT) ? CUT_HINT : WORDS_HINT)
      .replace(CHANGE_HINT, result.changes?.length === 0 ? ANSWER_HINT : CHANGE_HINT)
      .replaceAll(PLACEHOLDERS, (found) => (found === RESUME_COMMAND ? resumeCommand : taskId))
      // Last: a command that was refused may have the words of a placeholder.
      .replace(ALLOW_HINT, () => allowHint(result))
      .trim()
  const barred = code === 'PERMISSION_DENIED' ? null : notAllowed(result)
  const more =
    barred === null ? '' : ` Not run: \`${barred.what}\`. Pass ${barred.flags} to allow it.`
  const whole = (text: string) => `${fill(text)}${more}`.trim()
  const [advice, hint] = [whole(end.hint), whole(hintOf(end))]
  return { code, subtype: end.subtype, exit: end.exit, advice, hint }
}

function codeOf({ cause, subtype, proven, proofRequired, text = '' }: Ended): RunEndCode {
  if (cause !== undefined) return BY_CAUSE[cause]
  if (subtype === 'limit' && text.startsWith(END_TEXTS.time)) return 'TIME_LIMIT'
  if (subtype === 'failed' && text.startsWith(END_TEXTS.misfit)) return 'ANSWER_MISFIT'
  if (subtype === 'failed' && text.startsWith(END_TEXTS.disk)) return 'NO_SPACE'
  const isRefused = proofRequired === true && subtype === 'resolved' && !proven
  return isRefused ? 'NOT_PROVEN' : BY_SUBTYPE[subtype]
}

/** The whole hint of an end, with its placeholder. */
function hintOf({ hint, resumes }: RunEnd): string {
  return resumes ? `${hint} ${RESUME}`.trim() : hint
}
