import { AircoderError, countNoun, parseEvidenceId } from '#core'
import type { Ledger } from '#ledger'
import { showControls } from '#terminal'
import type { LedgerFlags } from '../flags/flags.js'
import { eventLines, whyLines } from '../output/event_lines.js'
import { oneLine } from '../output/one_line.js'
import { storyOf } from '../output/story.js'
import { taskLine } from '../output/task_state.js'
import { openPlace, openScratch, sayNoTask } from '../run/place.js'
import { repairPlace } from '../run/repair_place.js'

/** The actions of `aircoder ledger`, all read-only but `verify --repair`; each returns the exit code. */
const ACTIONS: Record<
  string,
  (ledger: Ledger, argument: string | undefined, flags: LedgerFlags) => number | undefined
> = {
  tasks(ledger) {
    for (const task of ledger.tasks()) print(taskLine(task, ledger))
    return 0
  },
  show(ledger, argument) {
    if (argument !== undefined && parseEvidenceId(argument) !== null)
      return showRow(ledger, argument)
    const task = ledger.tasks().find(({ id }) => argument === undefined || id.startsWith(argument))
    if (task === undefined) {
      if (argument === undefined) return 0
      throw new AircoderError('NO_SUCH_ROW', { id: argument })
    }
    for (const line of storyOf(ledger, task.id)) print(line)
    for (const row of ledger.find({ taskId: task.id, limit: 10_000 }).reverse()) {
      print(
        `${row.id}  step ${row.step}  ${row.kind}  ${row.subject}\n    ${row.summary.replaceAll('\n', '\n    ')}`,
      )
    }
    return 0
  },
  events(ledger, argument, flags) {
    eventLines(ledger, argument, flags).forEach(print)
    return 0
  },
  why(ledger, argument, flags) {
    const id = need(argument, 'why needs an id, as e12 or one that `ledger events` shows.')
    whyLines(ledger, id, flags).forEach(print)
    return 0
  },
  search(ledger, argument, flags) {
    const text = need(argument, 'search needs a text.')
    const rows = ledger.search(text, flags.limit ?? 20)
    // No result: a program that reads the rows gets none.
    if (rows.length === 0) process.stderr.write(`No row matches ${oneLine(text)}.\n`)
    for (const row of rows) print(`${row.id}  ${row.kind}  ${row.subject}  ${oneLine(row.summary)}`)
    return 0
  },
  sql(ledger, argument) {
    const { columns, rows } = ledger.sql(argument ?? '')
    print(columns.join('\t'))
    for (const row of rows)
      print(
        row
          .map((value) =>
            Buffer.isBuffer(value) ? `<${countNoun(value.length, 'byte')}>` : String(value),
          )
          .join('\t'),
      )
    return 0
  },
  export(ledger, argument, flags) {
    const task =
      argument === undefined
        ? undefined
        : ledger.tasks().find(({ id }) => id.startsWith(argument))?.id
    if (argument !== undefined && task === undefined)
      throw new AircoderError('NO_SUCH_ROW', { id: argument })
    for (const line of flags.canonical ? ledger.exportCanonical(task) : ledger.exportRows(task))
      process.stdout.write(`${process.stdout.isTTY ? showControls(line) : line}\n`)
    return 0
  },
  verify(ledger) {
    const { ok, problems } = ledger.verify()
    print(ok ? `ok: ${ledger.path}` : [`damaged: ${ledger.path}`, ...problems].join('\n'))
    return ok ? 0 : 1
  },
}

/** Actions whose argument must exist. The others print nothing in a folder without a ledger. */
const NAMES_A_ROW = new Set(['show', 'export', 'events', 'why'])

/** `aircoder ledger ACTION [ARGUMENT]`; works while another process writes. */
export async function runLedger(
  action: string,
  argument: string | undefined,
  flags: LedgerFlags,
): Promise<number> {
  const run = ACTIONS[action]
  if (run === undefined) {
    throw new AircoderError('USAGE', {
      reason: `Unknown action ${action}; ledger has ${Object.keys(ACTIONS).join(', ')}.`,
    })
  }
  if (flags.repair) return repairPlace(flags)
  const place = openPlace(flags, process.env)
  if (place === null) {
    if (action === 'sql') judgeSql(argument, flags)
    if (argument === undefined || !NAMES_A_ROW.has(action)) return 0
    throw new AircoderError('NO_SUCH_ROW', { id: argument })
  }
  try {
    if (action === 'tasks' && place.ledger.tasks().length === 0) sayNoTask(place.cwd)
    return run(place.ledger, argument, flags) ?? 0
  } finally {
    place.ledger.close()
  }
}

/** Judges a statement where no ledger is. @throws AircoderError SQL_REFUSED */
function judgeSql(argument: string | undefined, flags: LedgerFlags): void {
  const scratch = openScratch(flags, process.env)
  try {
    scratch.ledger.sql(argument ?? '')
  } finally {
    scratch.dispose()
  }
}

function showRow(ledger: Ledger, id: string): number {
  const row = ledger.evidence(id)
  if (row === null) throw new AircoderError('NO_SUCH_ROW', { id })
  print(
    `${row.id}  step ${row.step}  ${row.kind}  ${row.subject}\n${row.summary}\n${JSON.stringify(row.facts)}\n--- ${countNoun(row.payloadBytes, 'byte')}`,
  )
  const payload = ledger.payload(row.payloadHash)
  process.stdout.write(process.stdout.isTTY ? showControls(payload.toString('utf8')) : payload)
  print('')
  return 0
}

function need(argument: string | undefined, reason: string): string {
  if (argument === undefined) throw new AircoderError('USAGE', { reason })
  return argument
}

function print(text: string): void {
  process.stdout.write(`${showControls(text)}\n`)
}
