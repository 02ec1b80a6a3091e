import { AircoderError, type Event, type TaskResult } from '#core'
import { type Answer, type Question, supervise } from '#supervisor'
import { createScreen, type Input, openInput, readSlash, showControls } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { programName, resumeHint, wantsColor } from '../output/output.js'
import { addTask, chooseSession, drain, keepLearned } from '../run/drive.js'
import { type Wired, wire } from '../run/wire.js'
import { askPerson } from '../session/ask_person.js'
import { confirmTrust } from '../session/confirm_trust.js'
import { tellReceipts } from '../session/receipts.js'
import { carryOutRestore, isRestore, messagesOnly } from '../session/slash_lines.js'
import { oneLine, replyTo } from '../session/slash_replies.js'

/** `aircoder [prompt]`: a plain line-by-line session. @returns the exit code */
export async function runSession(prompt: string, flags: Flags): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    if (prompt === '') throw new AircoderError('NEEDS_TERMINAL')
    const { runTask } = await import('./run.js')
    return runTask(prompt, flags)
  }
  if (!(await confirmTrust(flags, process.env))) return 130
  let input: Input | null = null
  const ask = async (question: Question, signal: AbortSignal): Promise<Answer> =>
    input === null ? { decision: 'no' } : askPerson(question, input, print, signal)
  const takeMessages = () => (input === null ? [] : messagesOnly(input, print)())
  // Before the input is open Ctrl+C is the terminal's own: it ends a start that takes too long.
  const wired = await wire(flags, process.env, { ask, takeMessages })
  try {
    input = openInput({ input: process.stdin, output: process.stdout, terminal: true })
    return await converse(prompt, wired, flags, input)
  } finally {
    input?.close()
    await wired.deps.workspace.background.endAll()
    wired.ledger.close()
  }
}

async function converse(first: string, wired: Wired, flags: Flags, input: Input): Promise<number> {
  const color = wantsColor(flags, process.stdout, process.env)
  const screen = createScreen({ write: print, color, verbose: flags.verbose === true })
  print(
    `aircoder in ${wired.cwd} · ${wired.endpoint.name}, window ${wired.endpoint.windowTokens} tokens · /help\n`,
  )
  print(`sandbox: ${(await wired.deps.workspace.sandbox()).text}\n`)
  if (wired.endpoint.note !== null) print(`${wired.endpoint.note}\n`)
  tellUnfinished(wired)
  let session: { id: string; isNew: boolean } | null = null
  let abort: AbortController | null = null
  let presses = 0
  input.onInterrupt(() => {
    if (abort !== null) return abort.abort()
    presses += 1
    if (presses > 1) input.close()
    else print('\nCtrl+C again leaves; so does /exit.\n')
  })

  for (
    let line: string | null = first || (await input.next('> '));
    line !== null;
    line = await input.next('> ')
  ) {
    const text = line.trim()
    if (text === '') continue
    presses = 0
    const command = readSlash(text)
    if (typeof command === 'string') print(`${command}\n`)
    else if (command !== null) {
      if (command.type === 'exit') return 0
      if (command.type === 'clear') session = null
      else if (isRestore(command)) await carryOutRestore(command, wired, input, print)
      else if (command.type === 'permissions') print(tellReceipts(wired, session?.id, command))
      else
        print(
          replyTo(command, wired)
            .map((line) => `${line}\n`)
            .join(''),
        )
    } else {
      session ??= chooseSession(wired, flags, text)
      const taskId = addTask(wired, session, text)
      session = { id: session.id, isNew: false }
      abort = new AbortController()
      let said = ''
      const result = await drain(
        supervise(taskId, wired.deps, abort.signal),
        wired.audit,
        (event: Event) => {
          if (event.type === 'reply') said = event.text
          screen(event)
        },
      )
      keepLearned(wired, taskId)
      tellEnd(result, flags, said)
      abort = null
    }
  }
  return 0
}

function tellUnfinished({ ledger }: Wired): void {
  const task = ledger.tasks({ status: ['open', 'interrupted'] })[0]
  if (task !== undefined)
    print(
      `An earlier task stopped at step ${task.steps}: ${oneLine(task.text)}\n  ${programName()} resume ${task.id} goes on with it.\n`,
    )
}

/** @param said  the model's last words, which are on the screen already */
function tellEnd(result: TaskResult, flags: Flags, said: string): void {
  if (result.text.trim() !== said.trim()) print(`${showControls(result.text)}\n`)
  if (result.subtype !== 'resolved')
    print(`(${result.subtype}; ${resumeHint(flags, result.taskId)} goes on)\n`)
}

function print(text: string): void {
  process.stdout.write(text)
}
