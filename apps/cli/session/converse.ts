import type { Event, TaskResult } from '#core'
import { supervise } from '#supervisor'
import { createScreen, type Input, showControls } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { oneLine } from '../output/one_line.js'
import { programName, resumeHint, wantsColor } from '../output/output.js'
import { addTask, chooseSession, drain, keepLearned } from '../run/drive.js'
import type { Wired } from '../run/wire.js'
import type { SlashContext } from './slash_command.js'

export interface Conversation {
  /** The first line; empty: it is asked for. */
  first: string
  wired: Wired
  flags: Flags
  input: Input
  print(text: string): void
  /** Is handed the function that takes the lines that were typed during a turn. */
  onMessages(take: () => string[]): void
}

/** Reads lines and runs each as a task or a slash command, until the input ends. @returns the exit code */
export async function converse(talk: Conversation): Promise<number> {
  const { wired, flags, input, print } = talk
  const color = wantsColor(flags, process.stdout, process.env)
  const screen = createScreen({ write: print, color, verbose: flags.verbose === true })
  await greet(wired, print)
  let session: { id: string; isNew: boolean } | null = null
  let abort: AbortController | null = null
  let presses = 0
  let isLeaving = false
  input.onInterrupt(() => {
    if (abort !== null) return abort.abort()
    presses += 1
    if (presses > 1) input.close()
    else print('\nPress Ctrl+C again to quit, or type /exit.\n')
  })

  let line = talk.first || (await input.next('> '))
  // Loaded with the first line: the prompt does not wait for it.
  const { loadSlashCommands, readSlash, takeMessages } = await import('./slash_lines.js')
  const commands = await loadSlashCommands()
  const context = (): SlashContext => ({
    wired,
    input,
    print,
    commands,
    sessionId: session?.id,
    startNewSession: () => {
      session = null
    },
    leave: () => {
      isLeaving = true
    },
  })
  talk.onMessages(() => takeMessages(input, context()))

  for (; line !== null && !isLeaving; line = isLeaving ? null : await input.next('> ')) {
    const text = line.trim()
    if (text === '') continue
    presses = 0
    const read = readSlash(text, commands)
    if (typeof read === 'string') {
      print(`${showControls(read)}\n`)
      continue
    }
    if (read !== null) {
      await read.command.run(read.rest, context())
      continue
    }
    session ??= chooseSession(wired, flags, text)
    const taskId = addTask(wired, session, text)
    session = { id: session.id, isNew: false }
    abort = new AbortController()
    let lastReply = ''
    const result = await drain(
      supervise(taskId, wired.deps, abort.signal),
      wired.audit,
      (event: Event) => {
        if (event.type === 'reply') lastReply = event.text
        screen(event)
      },
    )
    keepLearned(wired, taskId)
    printEnd(result, lastReply, talk)
    abort = null
  }
  return 0
}

async function greet(wired: Wired, print: Conversation['print']): Promise<void> {
  const { cwd, endpoint, ledger, deps } = wired
  print(`aircoder in ${cwd} · ${endpoint.name}, window ${endpoint.windowTokens} tokens · /help\n`)
  print(`sandbox: ${(await deps.workspace.sandbox()).text}\n`)
  if (endpoint.note !== null) print(`${endpoint.note}\n`)
  const task = ledger.tasks({ status: ['open', 'interrupted'] })[0]
  if (task === undefined) return
  const command = `${programName()} resume ${task.id}`
  print(`An earlier task stopped at step ${task.steps}: ${oneLine(task.text)}\n`)
  print(`  To resume it: ${command}\n`)
}

/** @param lastReply  the last words of the model, which are on the screen already */
function printEnd(result: TaskResult, lastReply: string, { flags, print }: Conversation): void {
  if (result.text.trim() !== lastReply.trim()) print(`${showControls(result.text)}\n`)
  if (result.subtype !== 'resolved')
    print(`(${result.subtype}; to resume: ${resumeHint(flags, result.taskId)})\n`)
}
