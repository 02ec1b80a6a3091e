import { AircoderError } from '#core'
import type { TaskRow } from '#ledger'
import { type Input, inLanguage, showControls } from '#terminal'
import { holdTyped } from '../answers/hold_typed.js'
import type { Flags } from '../flags/flags.js'
import { opening } from '../output/live/opening.js'
import { canReplaceLines, startLive } from '../output/live/start_live.js'
import { keepRestrictions } from '../run/keep_restrictions.js'
import { type Prepared, prepare } from '../run/prepare.js'
import { judgeSession, wantedSession } from '../run/wanted_session.js'
import type { Conversation, Ended } from '../session/conversation/open_conversation.js'
import { openSessionInput } from '../session/conversation/open_session_input.js'
import { codeOf, handleInterrupts, type Interrupts } from '../session/leave/handle_interrupts.js'
import { lastLine } from '../session/leave/last_line.js'
import { pickAtStart } from '../session/pick/pick_at_start.js'
import { adoptFlags, withItsModel } from '../session/start/adopt_flags.js'
import { claimContinued } from '../session/start/claim_continued.js'
import { confirmTrust } from '../session/start/confirm_trust.js'
import { firstTask } from '../session/start/first_task.js'
import { greet } from '../session/start/greet.js'
import { forkWanted } from '../sessions/fork_wanted.js'
import { restoreWaiting } from '../waiting/restore_waiting.js'

/** `aircoder [prompt]`: a session, line by line, and those that `/resume` goes on with. @returns the exit code */
export async function runSession(words: string, asked: Flags): Promise<number> {
  let ended = await runOne(words, asked)
  const { continue: _, resume: __, forkSession: ___, ...rest } = asked
  while (ended.reopen !== undefined) ended = await runOne('', { ...rest, resume: ended.reopen })
  return ended.code
}

async function runOne(words: string, given: Flags): Promise<Ended> {
  const prompt = words.trim() === '' ? '' : words
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    const { runUnattended } = await import('./run.js')
    return { code: await runUnattended(prompt, given) }
  }
  const { outputFormat = 'text' } = given
  if (outputFormat !== 'text')
    throw new AircoderError('OPTION_INVALID', {
      option: `--output-format ${outputFormat}`,
      reason: 'a session on a terminal prints text',
      form: `The form is: aircoder -p "TASK" --output-format ${outputFormat}`,
    })
  const asked = await pickAtStart(given)
  if (asked === null) return { code: 0 }
  if (!(await confirmTrust(asked, process.env))) return { code: 130 }
  const { flags, says } = keepRestrictions(asked, { isPerson: true })
  // Ctrl+C ends a start that takes too long.
  const held = holdTyped(flags, process.stdout)
  const judge = judgeSession(flags)
  const open = async () => {
    const first = prompt === '' ? withItsModel(flags) : flags
    return await prepare(first, process.env, { isPerson: true, judge })
  }
  const prepared = await open().finally(held.release)
  let input: Input | null = null
  try {
    input = openSessionInput(flags, process.env, prepared)
    const copied = await forkWanted(prepared.ledger, flags)
    return await talk(prompt, {
      prepared,
      flags: copied.flags,
      input: inLanguage(input, prepared.say),
      terminal: input,
      asked,
      says: [...says, ...copied.says],
    })
  } finally {
    input?.close()
    prepared.ledger.close()
  }
}

/** What a session runs with. A task that it takes up brings its own flags. */
interface Start {
  prepared: Prepared
  flags: Flags
  /** For the texts of the program. */
  input: Input
  /** The same for words of the model and output of commands, which have no other language. */
  terminal: Input
}

/** A start with the flags as they were given, and the lines about those that its session keeps. */
interface Continued extends Start {
  asked: Flags
  says: string[]
}

async function talk(prompt: string, given: Continued): Promise<Ended> {
  const interrupts = handleInterrupts(given.input, given.prepared.say)
  try {
    return await converse(prompt, given, interrupts)
  } finally {
    interrupts.release()
  }
}

/** Shows the prompt first: the loop and its tools are loaded while the person types. */
async function converse(prompt: string, given: Continued, interrupts: Interrupts): Promise<Ended> {
  const { input } = given
  if (prompt === '') claimContinued(given.prepared.ledger, given.flags)
  await greet(given.prepared, input.print)
  const task = prompt === '' ? await firstTask({ ...given, interrupts }) : null
  if (task === 'left') return { code: 0 }
  // A task brings its own flags, which name what the session was forbidden too.
  const start = task === null ? given : await adopt(task, { ...given, flags: given.asked })
  if (task === null) for (const line of given.says) given.input.print(`${showControls(line)}\n`)
  const { ledger, say } = start.prepared
  const continued = task?.sessionId ?? wantedSession(ledger, start.flags)
  if (continued !== undefined) restoreWaiting(ledger, continued, { input, say })
  const live = canReplaceLines(process.stdout, process.env) ? startLive(input.status) : null
  let loading: Promise<Conversation> | undefined
  const load = () => {
    loading ??= import('../session/conversation/open_conversation.js').then(
      ({ openConversation }) => openConversation({ ...start, interrupts, live }),
    )
    // An error is thrown where the conversation is awaited.
    loading.catch(() => {})
    return loading
  }
  if (namesModels(start.prepared)) await load()
  const answer = task ?? (prompt || input.next('> '))
  setImmediate(load)
  const line = await answer
  if (line !== null) live?.watch(opening(say))
  if (line === null && interrupts.signal !== null) input.print(lastLine(interrupts, continued, say))
  const ended = line === null ? { code: 0 } : await (await load()).run(line)
  return interrupts.signal === null ? ended : { code: codeOf(interrupts) }
}

/** The start with the flags of a task, which are named. */
async function adopt(task: TaskRow, start: Start): Promise<Start> {
  const { prepared, flags, input } = start
  const { says, ...own } = await adoptFlags(task, flags, prepared)
  for (const line of says) input.print(`${showControls(line)}\n`)
  return { ...start, ...own }
}

/** Names in these settings are checked when they are loaded, and a person sees the error before the prompt. */
function namesModels({ settings: { features, escalate } }: Prepared): boolean {
  return features.length > 0 || escalate
}
