import { typedWords } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import { withoutRules } from '../rules/learn/without_rules.js'
import { subjectWords } from '../words/subject_words.js'
import { type FailureRows, failuresOf } from './failures_of.js'

/** What an ended task leaves: it is read from the ledger, no model writes it. */
export interface TaskRecord {
  taskId: string
  sessionId: string
  /** Day of its end, `2026-11-23`. */
  day: string
  asked: string
  /** How it ended: `resolved`, `failed` and the like. */
  status: string
  /** What was done, or why it failed. */
  outcome: string
  proven: boolean
  /** Files that it changed, by their first edit, at most `MOST_FILES`. */
  files: readonly string[]
  /** What failed on the way and why: tests, commands, edits, calls that were refused; at most eight lines. */
  failed: readonly string[]
}

/** What records are wanted for. */
export interface RecordQuery {
  text: string
  /** Paths that the new task is about, best first. */
  files: readonly string[]
  /** The session whose tasks the prompt shows anyway. */
  without?: string
  /** Somebody searches: tasks that changed nothing are found, too. */
  isSearch?: boolean
  limit: number
}

/** The newest ended tasks that are compared, and those whose files are looked up. */
const MOST_TASKS = 1_000
const MOST_LOOKED = 12
const MOST_EDITS = 40
const MOST_FILES = 10
/** A shared file says more than a shared word. */
const FILE_WEIGHT = 3
/** Weight of words that were asked for, against those of the outcome. */
const ASKED_WEIGHT = 2
/** A record has to share at least so much of the query's words, unless it shares a file. */
const LEAST_SHARE = 0.25
const LEAST_SCORE = 2.5
/** "as we did for invoices", "like last time for invoices", "wie bei den Rechnungen". */
const AS_BEFORE =
  /\b(?:as|like|the (?:same )?way|same(?: thing)? as)\s+(?:we|you|i)?\s*(?:did|have done|had|last time|before|earlier)?\s*(?:for|with|in|on)\s+(?:the\s+)?([^,.;!?]{2,60})|\bwie (?:wir es |du es |damals |schon )?(?:bei|für|mit)\s+([^,.;!?]{2,60})|\bcomme (?:on l'a fait |nous l'avons fait )?(?:pour|avec)\s+([^,.;!?]{2,60})|\bcomo (?:lo hicimos |hicimos )?(?:para|con|en)\s+([^,.;!?]{2,60})|像(?:我们)?(?:之前|上次)?(?:对|在)?([^，。；]{1,20}?)(?:那样|一样)/iu

/**
 * Earlier tasks of a folder that a new one has to do with: by shared files, by the words of what was asked and done,
 * and by name where the text says "as we did for X". The same ledger and query give the same records.
 */
export function findRecords(
  ledger: Pick<Ledger, 'tasks'> & FailureRows,
  { text, files, without, isSearch = false, limit }: RecordQuery,
): TaskRecord[] {
  const ended = ledger
    .tasks({ status: ['resolved', 'failed', 'stalled', 'denied'] })
    .filter((task) => task.sessionId !== without)
    .slice(0, MOST_TASKS)
  if (ended.length === 0) return []
  const named = AS_BEFORE.exec(text)
    ?.slice(1)
    .find((one) => one !== undefined)
  const query = subjectWords(text)
  const rare = raritiesOf(query, ended)
  const touched = tasksThatEdited(files, ledger)
  const scored = ended.map((task) => {
    const asked = subjectWords(typedWords(task.text))
    const done = subjectWords(task.endText)
    let score = 0
    for (const word of query)
      score += (rare.get(word) ?? 0) * (asked.has(word) ? ASKED_WEIGHT : done.has(word) ? 1 : 0)
    const share =
      [...query].filter((word) => asked.has(word) || done.has(word)).length /
      Math.max(1, query.size)
    const shared = touched.get(task.id) ?? 0
    const isNamed = named !== undefined && sharesName(named, asked)
    const fits = share >= LEAST_SHARE && (isSearch || score >= LEAST_SCORE)
    const counts = isNamed || shared > 0 || fits
    return {
      task,
      isNamed,
      score: counts ? score + shared * FILE_WEIGHT + (isNamed ? 10 * FILE_WEIGHT : 0) : 0,
    }
  })
  return (
    scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || b.task.createdMs - a.task.createdMs)
      .slice(0, MOST_LOOKED)
      .map(({ task, isNamed }) => ({ task, isNamed, files: editedFiles(task, ledger) }))
      // A task that changed nothing helps nobody, unless it is asked for.
      .filter(({ isNamed, files }) => isSearch || isNamed || files.length > 0)
      .slice(0, limit)
      .map(({ task, files }) => recordOf(task, files, ledger))
  )
}

/** Files that a task edited, by their first edit. */
function editedFiles(task: TaskRow, ledger: Pick<Ledger, 'find'>): string[] {
  const edits = ledger.find({
    taskId: task.id,
    kind: 'edit_applied',
    oldest: true,
    limit: MOST_EDITS,
  })
  return [...new Set(edits.reverse().map(({ subject }) => subject))].slice(0, MOST_FILES)
}

/** A task as a record. What was piped or printed beside its words may be the words of anybody. */
function recordOf(task: TaskRow, files: readonly string[], ledger: FailureRows): TaskRecord {
  const { id: taskId, sessionId, status, proven, endText: outcome } = task
  const day = new Date(task.endedMs ?? task.createdMs).toISOString().slice(0, 10)
  const failed = failuresOf(task, files, ledger)
  const typed = typedWords(task.text)
  // The rules in it have files of their own, and one that was forgotten must not come back with a record.
  const asked = withoutRules(typed) || typed
  return { taskId, sessionId, day, asked, status, outcome, proven, files, failed }
}

/** How many of these files each task edited. */
function tasksThatEdited(
  files: readonly string[],
  ledger: Pick<Ledger, 'find'>,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const path of files) {
    const rows = ledger.find({ kind: 'edit_applied', subject: path, limit: MOST_EDITS })
    for (const id of new Set(rows.map(({ taskId }) => taskId)))
      counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** The fewer tasks a word has, the more it says: ln(1 + N / n). */
function raritiesOf(words: ReadonlySet<string>, tasks: readonly TaskRow[]): Map<string, number> {
  const all = tasks.map(({ text, endText }) => subjectWords(`${text} ${endText}`))
  return new Map(
    [...words].map((word) => {
      const having = all.filter((own) => own.has(word)).length
      return [word, having === 0 ? 0 : Math.log(1 + all.length / having)]
    }),
  )
}

function sharesName(named: string, asked: ReadonlySet<string>): boolean {
  const words = [...subjectWords(named)]
  return words.length > 0 && words.filter((word) => asked.has(word)).length / words.length >= 0.5
}
