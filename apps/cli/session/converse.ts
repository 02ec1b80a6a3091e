import type { Event, TaskResult } from '#core'
import { supervise } from '#supervisor'
import { createScreen, type Input, showControls } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { resumeHint, wantsColor } from '../output/output.js'
import { addTask, chooseSession, drain, keepLearned } from '../run/drive.js'
import type { Prepared } from '../run/prepare.js'
import { type Wired, wire } from '../run/wire.js'
import { askPerson } from './ask_person.js'
import type { Interrupts } from './handle_interrupts.js'
import type { SlashCommand, SlashContext } from './slash_command.js'
import { loadSlashCommands, readSlash, takeMessages } from './slash_lines.js'

/** A session that has shown its prompt. */
interface Terminal {
  prepared: Prepared
  flags: Flags
  input: Input
  print(text: string): void
  interrupts: Interrupts
}

/** A session that can run tasks. */
export interface Conversation {
  /** Runs this line and the next ones, until the input ends. @returns the exit code */
  run(line: string): Promise<number>
}

/** Builds the loop of a session. @throws AircoderError SETTINGS_INVALID as wire */
export async function openConversation(terminal: Terminal): Promise<Conversation> {
  const { prepared, input, print } = terminal
  let take = (): string[] => []
  const wired = await wire(prepared, process.env, {
    ask: (question, signal) => askPerson(question, input, print, signal),
    takeMessages: () => take(),
  })
  const commands = await loadSlashCommands()
  const onMessages = (next: () => string[]) => {
    take = next
  }
  return {
    async run(line) {
      try {
        return await converse(line, { ...terminal, wired, commands, onMessages })
      } finally {
        // Closed first, so that Ctrl+C can end a shutdown that takes too long.
        input.close()
        await wired.deps.workspace.background.endAll()
      }
    },
  }
}

interface Talk extends Terminal {
  wired: Wired
  commands: readonly SlashCommand[]
  /** Is handed the function that takes the lines that were typed during a turn. */
  onMessages(take: () => string[]): void
}

/** Reads lines and runs each as a task or a slash command, until the input ends. @returns the exit code */
async function converse(first: string, talk: Talk): Promise<number> {
  const { wired, commands, flags, input, print, interrupts } = talk
  const color = wantsColor(flags, process.stdout, process.env)
  const screen = createScreen({ write: print, color, verbose: flags.verbose === true })
  let session: { id: string; isNew: boolean } | null = null
  let isLeaving = false
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

  let line: string | null = first
  for (; line !== null && !isLeaving; line = isLeaving ? null : await input.next('> ')) {
    const text = line.trim()
    if (text === '') continue
    interrupts.presses = 0
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
    const turn = new AbortController()
    interrupts.turn = turn
    let lastReply = ''
    const result = await drain(
      supervise(taskId, wired.deps, turn.signal),
      wired.audit,
      (event: Event) => {
        if (event.type === 'reply') lastReply = event.text
        screen(event)
      },
    )
    keepLearned(wired, taskId)
    printEnd(result, lastReply, talk)
    interrupts.turn = null
  }
  return 0
}

/** @param lastReply  the last words of the model, which are on the screen already */
function printEnd(result: TaskResult, lastReply: string, { flags, print }: Talk): void {
  if (result.text.trim() !== lastReply.trim()) print(`${showControls(result.text)}\n`)
  if (result.subtype !== 'resolved')
    print(`(${result.subtype}; to resume: ${resumeHint(flags, result.taskId)})\n`)
}
