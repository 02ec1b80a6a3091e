import { refuseLoneWord } from '#command_line'
import { AircoderError, redactTyped } from '#core'
import { onlyOneLine } from '#memory'
import { sayEnglish, showControls } from '#terminal'
import { formOf, withSchema } from '../answer_form/form_of.js'
import { holdForDesk, openDesk } from '../desk/open_desk.js'
import type { Flags } from '../flags/flags.js'
import { addTask, chooseSession } from '../run/add_task.js'
import { driveHeadless } from '../run/drive.js'
import { keepRestrictions } from '../run/keep_restrictions.js'
import { prepare } from '../run/prepare.js'
import { refuseRule } from '../run/refuse_rule.js'
import { endEarly } from '../run/stop/end_early.js'
import { judgeSession, wantedSession } from '../run/wanted_session.js'
import { closeWired, wire } from '../run/wire.js'
import { forkWanted } from '../sessions/fork_wanted.js'

/** How a task came. */
interface Origin {
  /** false: nobody is asked, also at a terminal. */
  mayAsk?: boolean
  /** What the person wrote of it, where the rest is standard input. All of it when absent. */
  own?: string
  /** All of it is standard input: a `#` at its start is a heading, not a person's sign for a rule. */
  isFile?: boolean
  /** The messages after the first one, each a turn of its own; none when absent. */
  more?: (signal: AbortSignal) => AsyncIterable<string>
}

const REPLACED =
  'A secret in your words was replaced by [redacted]: it is not stored, and the model does not see it.'

/** `aircoder run TASK`. @returns the exit code */
export async function runTask(
  typed: string,
  given: Flags,
  { mayAsk = true, own = typed, isFile = false, more }: Origin = {},
): Promise<number> {
  const text = redactTyped(typed)
  const begin = endEarly(given)
  const held = holdForDesk(given, mayAsk)
  try {
    announce(own, typed, isFile)
    const asked = withSchema(given)
    const form = formOf(asked)
    const { flags, says } = keepRestrictions(asked)
    for (const line of says) process.stderr.write(`${showControls(line)}\n`)
    const prepared = await prepare(flags, process.env, { judge: judgeSession(flags) })
    const desk = openDesk(flags, process.env, {
      mayAsk,
      settings: prepared.settings,
      say: prepared.say,
      ledger: prepared.ledger,
      held,
    })
    const ownWords = (message: string) =>
      message === text ? redactTyped(own) : onlyOneLine(message)
    const whole = { ...prepared, ownWords, answer: form }
    const wired = await wire(whole, process.env, desk.person)
    const tasks = async function* (signal: AbortSignal) {
      const copied = await forkWanted(wired.ledger, flags)
      for (const line of copied.says) process.stderr.write(`${line}\n`)
      if (flags.continue && wantedSession(wired.ledger, copied.flags) === undefined)
        process.stderr.write(`${sayEnglish('session.none')}\n`)
      const session = chooseSession(wired, copied.flags, text)
      yield addTask(wired, session, { text, flags })
      for await (const next of more?.(signal) ?? []) {
        announce(next, next)
        yield addTask(wired, { ...session, isNew: false }, { text: next, flags })
      }
    }
    try {
      return await driveHeadless(tasks, wired, { flags, desk, form, begin })
    } finally {
      await closeWired(wired)
    }
  } finally {
    held.release()
    begin()
  }
}

/** `aircoder TASK` where no terminal is. One word that is no command is refused before anything is searched for. */
export async function runUnattended(prompt: string, flags: Flags): Promise<number> {
  if (prompt === '') throw new AircoderError('NEEDS_TERMINAL')
  if (!flags.continue && flags.resume === undefined) refuseLoneWord(prompt)
  return runTask(prompt, flags)
}

/** What a person reads about a text before it is a task. @throws AircoderError RULE_NOT_SAVED */
function announce(own: string, typed: string, isFile = false): void {
  const text = redactTyped(typed)
  const page = isFile ? null : refuseRule(own, text)
  if (text !== typed) process.stderr.write(`${REPLACED}\n`)
  if (page !== null) process.stderr.write(`${page}\n`)
}
