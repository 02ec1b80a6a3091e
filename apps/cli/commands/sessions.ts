import { AircoderError, countNoun, LIMITS } from '#core'
import type { Ledger, SessionRow } from '#ledger'
import { showControls } from '#terminal'
import { confirm } from '../answers/confirm.js'
import type { SessionsFlags } from '../flags/flags.js'
import { oneLine } from '../output/one_line.js'
import { taskLine } from '../output/task_state.js'
import { openPlace } from '../run/place.js'
import { resumableTasks } from '../run/take_up.js'

/** The actions of `aircoder sessions`. */
const ACTIONS: Record<string, (ledger: Ledger, id: string, flags: SessionsFlags) => void> = {
  list(ledger, _, { limit = LIMITS.keptSessions }) {
    const rows = ledger.sessions(limit + 1)
    if (rows.length > limit)
      process.stderr.write(`older sessions are not listed: pass --limit with more than ${limit}\n`)
    for (const row of rows.slice(0, limit))
      print(`${row.id}  ${when(row.createdMs)}  ${tasks(row, ledger)}  ${row.title}`)
  },
  show(ledger, id) {
    const session = ledger.session(id)
    print(
      `${session.id}  ${when(session.createdMs)}  model ${session.model}  mode ${session.mode}\n${session.title}`,
    )
    for (const task of ledger.tasks({ sessionId: session.id }).reverse()) {
      print(`  ${taskLine(task, ledger)}`)
      if (task.endText) print(`    -> ${oneLine(task.endText)}`)
    }
  },
}

const DENIED = 3

/** Shows what would be removed, then asks; `--yes` answers. */
async function remove(ledger: Ledger, id: string, flags: SessionsFlags): Promise<number> {
  const session = ledger.session(id)
  if (!flags.yes) {
    print(`${session.id}  ${tasks(session, ledger)}  ${session.title}`)
    if (!(await confirm('remove'))) return DENIED
  }
  ledger.removeSession(session.id)
  print(`removed ${session.id}  ${session.title}`)
  return 0
}

/** `aircoder sessions [list|show|rm]`. */
export async function runSessions(
  action: string,
  id: string | undefined,
  flags: SessionsFlags,
): Promise<number> {
  const run = ACTIONS[action]
  if (run === undefined && action !== 'rm') {
    throw new AircoderError('USAGE', {
      reason: `Unknown action ${action}; sessions has ${Object.keys(ACTIONS).join(', ')}, rm.`,
    })
  }
  if (id === undefined && action !== 'list')
    throw new AircoderError('USAGE', { reason: `sessions ${action} needs the id of a session.` })
  const place = openPlace(flags, process.env, action !== 'rm')
  if (place === null) {
    if (id === undefined) return 0
    throw new AircoderError('NO_SUCH_SESSION', { id })
  }
  try {
    if (run === undefined) return await remove(place.ledger, id ?? '', flags)
    run(place.ledger, id ?? '', flags)
    return 0
  } finally {
    place.ledger.close()
  }
}

function print(text: string): void {
  process.stdout.write(`${showControls(text)}\n`)
}

function when(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

function tasks({ id, tasks }: SessionRow, ledger: Ledger): string {
  const owner = ledger.usedBy(id)
  const { length } = resumableTasks(ledger, id)
  const open = owner === null ? `${length} to resume` : `in use by ${owner}`
  return `${countNoun(tasks, 'task')}${length > 0 || owner !== null ? `, ${open}` : ''}`
}
