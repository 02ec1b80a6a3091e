import { AircoderError } from '#core'
import type { Flags } from '../options.js'
import { openPlace } from '../wire.js'

/** `aircoder sessions [list|show|rm]`. */
export async function runSessions(
  action: string,
  id: string | undefined,
  flags: Flags,
): Promise<number> {
  const { ledger } = openPlace(flags, process.env, action !== 'rm')
  try {
    if (action === 'list') {
      for (const row of ledger.sessions())
        print(
          `${row.id}  ${when(row.createdMs)}  ${tasks(row.tasks, row.unfinished)}  ${row.title}`,
        )
      return 0
    }
    if (id === undefined)
      throw new AircoderError('USAGE', { reason: `sessions ${action} needs the id of a session.` })
    if (action === 'rm') {
      const session = ledger.session(id)
      ledger.removeSession(session.id)
      print(`removed ${session.id}  ${session.title}`)
      return 0
    }
    if (action !== 'show')
      throw new AircoderError('USAGE', {
        reason: `sessions knows list, show and rm, not ${action}.`,
      })
    const session = ledger.session(id)
    print(
      `${session.id}  ${when(session.createdMs)}  model ${session.model}  mode ${session.mode}\n${session.title}`,
    )
    for (const task of ledger.tasks({ sessionId: session.id }).reverse()) {
      print(`  ${task.id}  ${task.status}  ${task.steps} steps  ${oneLine(task.text)}`)
      if (task.endText) print(`    -> ${oneLine(task.endText)}`)
    }
    return 0
  } finally {
    ledger.close()
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function when(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

function tasks(count: number, unfinished: number): string {
  const open = unfinished > 0 ? `, ${unfinished} to resume` : ''
  return `${count} task${count === 1 ? '' : 's'}${open}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 100)
}
