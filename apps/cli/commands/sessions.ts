import { resolve } from 'node:path'
import { AircoderError, LIMITS } from '#core'
import type { Ledger } from '#ledger'
import { showControls } from '#terminal'
import { confirm } from '../answers/confirm.js'
import { exportSession, formatOf } from '../export/export_session.js'
import { isTaken, writePieces } from '../export/write_pieces.js'
import type { SessionsFlags } from '../flags/flags.js'
import { printLines } from '../output/in_rows.js'
import { oneLine } from '../output/one_line.js'
import { taskLine } from '../output/task_state.js'
import { openPlace } from '../run/place.js'
import { findSessions } from '../sessions/find_sessions.js'
import { printSessions } from '../sessions/print_sessions.js'
import { renameSession } from '../sessions/rename_session.js'
import { taskCount, when } from '../sessions/session_line.js'

/** What an action works with: the id of a session, or the words of a search, and further words. */
interface Asked {
  ledger: Ledger
  id: string
  words: string
  flags: SessionsFlags
}

interface Action {
  /** Missing argument, as a person calls it; null: it needs none. */
  needs: string | null
  writes?: true
  run(asked: Asked): number | Promise<number>
}

/** The actions of `aircoder sessions`. Each returns the exit code. */
const ACTIONS: Record<string, Action> = {
  list: {
    needs: null,
    run({ ledger, flags: { limit = LIMITS.keptSessions } }) {
      printSessions(ledger.sessions(limit + 1), ledger, limit)
      return 0
    },
  },
  show: {
    needs: null,
    run({ ledger, id }) {
      const session = id === '' ? ledger.sessions(1)[0] : ledger.session(id)
      if (session === undefined) return 0
      print(
        `${session.id}  ${when(session.createdMs)}  model ${session.model}  mode ${session.mode}\n${oneLine(session.title)}`,
      )
      for (const task of ledger.tasks({ sessionId: session.id }).reverse()) {
        const rewound = task.isRewound ? '  (taken out of the conversation)' : ''
        print(`  ${taskLine(task, ledger)}${rewound}`)
        if (task.endText) print(`    -> ${oneLine(task.endText)}`)
      }
      return 0
    },
  },
  search: {
    needs: 'words',
    run({ ledger, id, words }) {
      const found = findSessions(ledger, [id, words].join(' '))
      if (found.length === 0) printLines('No session has these words.', process.stderr)
      printSessions(found, ledger)
      return 0
    },
  },
  rename: {
    needs: 'the id of a session',
    writes: true,
    run({ ledger, id, words }) {
      if (words === '')
        throw new AircoderError('USAGE', { reason: 'sessions rename needs the new title.' })
      print(renameSession(ledger, id, words))
      return 0
    },
  },
  export: { needs: 'the id of a session', run: exportTo },
  rm: { needs: 'the id of a session', writes: true, run: remove },
}

const DENIED = 3

/** Shows what would be removed, then asks; `--yes` answers. */
async function remove({ ledger, id, flags }: Asked): Promise<number> {
  const session = ledger.session(id)
  if (!flags.yes) {
    print(`${session.id}  ${taskCount(session, ledger)}  ${oneLine(session.title)}`)
    if (!(await confirm('remove'))) return DENIED
  }
  ledger.removeSession(session.id)
  print(`removed ${session.id}  ${oneLine(session.title)}`)
  return 0
}

/** To standard output, or to a file; one that is there is replaced after a question, or with `--yes`. */
async function exportTo({ ledger, id, flags }: Asked): Promise<number> {
  const session = ledger.session(id)
  const { output } = flags
  const format = flags.format ?? (output === undefined ? 'md' : formatOf(output))
  const pieces = exportSession(ledger, session.id, format)
  if (output === undefined) {
    for (const piece of pieces)
      process.stdout.write(process.stdout.isTTY ? showControls(piece) : piece)
    return 0
  }
  const path = resolve(output)
  if (isTaken(path) && !flags.yes) {
    print(`${path} is there already.`)
    if (!(await confirm('replace'))) return DENIED
  }
  const bytes = writePieces(path, pieces)
  print(`exported ${session.id} to ${path} (${bytes} bytes)`)
  return 0
}

/** `aircoder sessions [list|show|search|rename|export|rm]`. @param id  or the words of a search */
export async function runSessions(
  action: string,
  id: string | undefined,
  flags: SessionsFlags,
  words = '',
): Promise<number> {
  const known = ACTIONS[action]
  if (known === undefined) {
    throw new AircoderError('USAGE', {
      reason: `Unknown action ${action}; sessions has ${Object.keys(ACTIONS).join(', ')}.`,
    })
  }
  if (id === undefined && known.needs !== null)
    throw new AircoderError('USAGE', { reason: `sessions ${action} needs ${known.needs}.` })
  const place = openPlace(flags, process.env, known.writes !== true)
  if (place === null) {
    if (id === undefined || action === 'search') return 0
    throw new AircoderError('NO_SUCH_SESSION', { id })
  }
  try {
    return await known.run({ ledger: place.ledger, id: id ?? '', words, flags })
  } finally {
    place.ledger.close()
  }
}

function print(text: string): void {
  printLines(text, process.stdout)
}
