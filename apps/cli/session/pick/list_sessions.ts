import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AircoderError, countNoun, type Settings, systemClock } from '#core'
import { type Ledger, openLedger, type SessionRow } from '#ledger'
import type { ChoiceItem } from '#terminal'
import { dataFolder, ledgerPath } from '../../data/ledger_path.js'
import { ago } from '../../output/ago.js'
import { oneLine } from '../../output/one_line.js'
import { taskState } from '../../output/task_state.js'
import { taskTitle } from '../../output/task_title.js'
import { resumableTasks } from '../../run/take_up.js'

/** Sessions of this folder that a list has, and of all other folders together. */
const MOST_HERE = 50
const MOST_ELSEWHERE = 30
/** Ledgers of other folders that are opened for a list, the newest ones. */
const MOST_LEDGERS = 20
/** Turns of a preview. */
const MOST_TURNS = 6

/** A session as a list shows it. */
export interface ListedSession {
  id: string
  cwd: string
  isHere: boolean
  item: ChoiceItem
}

/**
 * The sessions that can be continued, newest first: those of this folder, then those of other folders.
 * @param open  the ledger of this folder, where this process has it open: its own sessions are in use by nobody else
 */
export function listSessions(
  { cwd, settings }: { cwd: string; settings: Settings },
  open: Ledger | null = null,
): ListedSession[] {
  const here = ledgerPath(settings, cwd)
  const own = open === null ? readRows(here, true) : rowsOf(open, true)
  const others = ledgersOf(settings)
    .filter((path) => path !== here)
    .flatMap((path) => readRows(path, false))
  const newest = others.sort((a, b) => b.usedMs - a.usedMs).slice(0, MOST_ELSEWHERE)
  return [...own.slice(0, MOST_HERE), ...newest].map(({ usedMs: _, ...listed }) => listed)
}

type Row = ListedSession & { usedMs: number }

/** Paths of the newest ledgers. */
function ledgersOf(settings: Settings): string[] {
  const root = join(dataFolder(settings), 'projects')
  const found = foldersOf(root).flatMap(({ name }) => {
    const path = join(root, name, 'ledger.sqlite')
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() ? [{ path, ms: stats.mtimeMs }] : []
  })
  return found
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MOST_LEDGERS)
    .map(({ path }) => path)
}

function foldersOf(root: string): Dirent[] {
  try {
    return readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  } catch {
    // No folder has run a task yet.
    return []
  }
}

/** A ledger that cannot be read has no sessions to choose: it is reported where its folder is opened. */
function readRows(path: string, isHere: boolean): Row[] {
  const ledger = openQuietly(path)
  if (ledger === null) return []
  try {
    return rowsOf(ledger, isHere)
  } catch (error) {
    if (error instanceof AircoderError) return []
    throw error
  } finally {
    ledger.close()
  }
}

function rowsOf(ledger: Ledger, isHere: boolean): Row[] {
  const { path } = ledger
  const rows = ledger.sessions().sort((a, b) => b.usedMs - a.usedMs)
  return rows.slice(0, MOST_HERE).map((row) => ({
    id: row.id,
    cwd: row.cwd,
    usedMs: row.usedMs,
    isHere,
    item: {
      label: oneLine(row.title),
      detail: detailOf(row, ledger, isHere),
      preview: () => previewOf(path, row.id),
    },
  }))
}

function detailOf(row: SessionRow, ledger: Ledger, isHere: boolean): string {
  const owner = ledger.usedBy(row.id)
  const left = owner === null ? resumableTasks(ledger, row.id).length : 0
  return [
    ago(row.usedMs, systemClock.now()),
    countNoun(row.tasks, 'task'),
    ...(left > 0 ? [`${left} to resume`] : []),
    ...(row.parentId === null ? [] : ['a copy']),
    ...(owner === null ? [] : [`in use by ${owner}`]),
    ...(isHere ? [] : [`in ${oneLine(row.cwd)}`]),
  ].join(' · ')
}

/** The newest turns of a session, oldest first. */
function previewOf(path: string, id: string): string[] {
  const ledger = openQuietly(path)
  if (ledger === null) return []
  try {
    const tasks = ledger.tasks({ sessionId: id, inConversation: true }).slice(0, MOST_TURNS)
    if (tasks.length === 0) return ['No message was typed in it yet.']
    return tasks.reverse().flatMap((task) => {
      const end = task.endText === '' ? taskState(task, ledger) : oneLine(task.endText)
      return [`> ${taskTitle(task.text)}`, `  ${end}`]
    })
  } finally {
    ledger.close()
  }
}

function openQuietly(path: string): Ledger | null {
  try {
    return openLedger({ path, readOnly: true })
  } catch {
    return null
  }
}
