import type { Settings } from '#core'
import type { Ledger } from '#ledger'
import type { Person } from '#supervisor'
import { FEW_ROWS, type HeldKeys, type Input, openInput, type Say, showControls } from '#terminal'
import { askPerson } from '../answers/ask_person.js'
import { chooseForm, isDumb } from '../answers/choose_form.js'
import { holdTyped } from '../answers/hold_typed.js'
import type { Flags } from '../flags/flags.js'
import { columnsOfTerminal } from '../output/in_rows.js'
import { canReplaceLines, startLive } from '../output/live/start_live.js'
import { createStatusLine } from '../output/live/status_line.js'
import { openTheme } from '../output/open_theme.js'
import { type Progress, wantsColor } from '../output/output.js'
import { diffPainter } from '../output/session/diff_painter.js'
import { keepWaiting } from '../waiting/keep_waiting.js'
import { namesOf, restoreWaiting } from '../waiting/restore_waiting.js'
import { queueLine } from './queue_line.js'

/** Before the terminal is asked for its width. */
const COLUMNS = 79

/** Where a run without a session shows its progress, and asks its questions where a person is present. */
export interface Desk extends Progress {
  person: Person
  /** `stop` interrupts the run: on Ctrl+C, on `/exit` at a question and when the terminal is gone. */
  begin(stop: () => void): void
  /** A task of this session runs now: lines that waited for it come back, and those that wait are stored. */
  sit(sessionId: string): void
  close(): void
}

interface DeskOptions {
  mayAsk: boolean
  settings: Settings
  say: Say
  ledger: Ledger
  /** Keys that are held back until the desk reads them. */
  held: HeldKeys
}

/** Whether a run may ask at this terminal: both ends are one, the answer is text, and `--no-ask` was not given. */
function asksHere(flags: Flags, mayAsk: boolean): boolean {
  const { stdin, stderr } = process
  const isText = (flags.outputFormat ?? 'text') === 'text'
  const isPerson = stdin.isTTY === true && stderr.isTTY === true
  return mayAsk && isText && flags.ask !== false && isPerson
}

/** Holds back what is typed until the desk of a run reads it; a run that asks nobody reads no keys. */
export function holdForDesk(flags: Flags, mayAsk: boolean): HeldKeys {
  return asksHere(flags, mayAsk) ? holdTyped(flags, process.stderr) : { release() {} }
}

/**
 * Opens the desk of a run on standard error. Questions are asked only where both ends are a terminal, the
 * answer is text and `--no-ask` was not given.
 */
export function openDesk(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  { mayAsk, settings, say, ledger, held }: DeskOptions,
): Desk {
  const { stderr } = process
  const isText = (flags.outputFormat ?? 'text') === 'text'
  if (asksHere(flags, mayAsk)) return askingDesk(flags, env, { settings, say, ledger, held })
  const line = createStatusLine(stderr)
  const live = isText && canReplaceLines(stderr, env) ? startLive(line.status) : null
  let seated = ''
  const sit = (id: string) => {
    if (id === seated) return
    seated = id
    const lines = ledger.waitingLines(id).map(({ text }) => text)
    if (lines.length === 0 || !isText) return
    const said = say('session.notDelivered', { id, text: namesOf(lines) })
    line.print(`${showControls(said)}\n`)
  }
  return {
    person: {},
    print: line.print,
    live,
    columns: () => columnsOfTerminal(stderr),
    begin: () => {},
    sit,
    close: () => live?.end(),
  }
}

/** The input of a session, opened when the run begins: before that, Ctrl+C ends the program. */
function askingDesk(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  { settings, say, ledger, held }: Omit<DeskOptions, 'mayAsk'>,
): Desk {
  const { stdin, stderr } = process
  const form = chooseForm(flags, env)
  const theme = openTheme(flags, settings, stderr, env)
  let input: Input | null = null
  let stop = () => {}
  const print = (text: string) => {
    if (input === null) stderr.write(text)
    else input.print(text)
  }
  const live = canReplaceLines(stderr, env) ? startLive((text) => input?.status(text)) : null
  const columns = () => input?.columns() ?? COLUMNS
  const shown = new Set<string>()
  const paintDiff = form === 'rich' ? diffPainter(theme, columns) : undefined
  return {
    person: {
      ask: async (question, signal) => {
        if (input === null) return { decision: 'no', unanswered: true }
        live?.end()
        // The line of the call is printed, and leaves a window of few rows.
        const isCut = form === 'rich' && input.rows() < FEW_ROWS
        const asker = { input, leave: () => stop(), say, shown, paintDiff, isCut }
        return askPerson(question, asker, signal)
      },
      takeMessages: () => input?.takeQueued() ?? [],
      stillWaiting: () => input?.queued() ?? [],
    },
    print,
    live,
    columns: () => (form === 'rich' ? 0 : columnsOfTerminal(stderr)),
    begin(toStop) {
      stop = toStop
      held.release()
      input = openInput({
        input: stdin,
        output: stderr,
        terminal: true,
        isDumb: isDumb(env),
        inWords: say.part,
        form,
        color: wantsColor(flags, stderr, env),
      })
      input.onInterrupt(() => stop())
      input.onEnd(() => stop())
      input.onLine((line) => queueLine(line, print, form === 'rich'))
    },
    sit(sessionId) {
      if (input === null) return
      restoreWaiting(ledger, sessionId, { input, say })
      keepWaiting({ ledger, input, say }, () => sessionId)
    },
    close() {
      live?.end()
      input?.close()
    },
  }
}
