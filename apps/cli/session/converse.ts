import type { TaskRow } from '#ledger'
import { onlyOneLine } from '#memory'
import { type Input, type Live, showControls } from '#terminal'
import { askChoice, type Choice } from '../answers/ask_choice.js'
import { askPerson } from '../answers/ask_person.js'
import { loadCustom } from '../custom/load_custom.js'
import { queueLine } from '../desk/queue_line.js'
import { readRuleLine } from '../desk/rule_sign.js'
import { startsNothing } from '../desk/starts_nothing.js'
import type { Flags } from '../flags/flags.js'
import { canReplaceLines, startLive } from '../output/start_live.js'
import { addTask, chooseSession } from '../run/add_task.js'
import type { Prepared } from '../run/prepare.js'
import { takeUp } from '../run/take_up.js'
import { wantedSession } from '../run/wanted_session.js'
import { type Wired, wire } from '../run/wire.js'
import { consolidate, suggestSkills } from './consolidate.js'
import type { Interrupts } from './handle_interrupts.js'
import { askAndSave, saveDuringTurn } from './rule_line.js'
import { runTurn } from './run_turn.js'
import { skillTask } from './skill_task.js'
import type { SlashCommand, SlashContext } from './slash_command.js'
import { asSlashCommand, loadSlashCommands, readSlash, runDuringTurn } from './slash_lines.js'

/** A session that has shown its prompt. */
interface Terminal {
  prepared: Prepared
  flags: Flags
  input: Input
  interrupts: Interrupts
}

/** A session that can run tasks. */
export interface Conversation {
  /**
   * Runs this line or takes up this task, then runs the next lines, until the input ends.
   * @returns the exit code, and the session that the person goes on with
   */
  run(first: string | TaskRow): Promise<Ended>
}

/** How a session ended. */
export interface Ended {
  code: number
  /** Another session of the folder to continue now. */
  reopen?: string
}

/** Builds the loop of a session. @throws AircoderError SETTINGS_INVALID as wire */
export async function openConversation(terminal: Terminal): Promise<Conversation> {
  const { prepared, input, interrupts } = terminal
  const ownWords = (message: string) => onlyOneLine(input.collapse(message))
  const state: State = { session: null, isLeaving: false, next: null, reopen: null }
  const leave = () => {
    state.isLeaving = true
    interrupts.turn?.abort()
  }
  const wired = await wire({ ...prepared, ownWords }, process.env, {
    ask: (question, signal) => askPerson(question, { input, leave }, signal),
    takeMessages: () => input.takeQueued(),
  })
  const builtIn = await loadSlashCommands()
  const names = builtIn.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  const custom = loadCustom(prepared.cwd, prepared.trusts, names)
  const commands = [...builtIn, ...custom.commands.map(asSlashCommand)]
  // Commands such as /rewind are about the continued session, before a line is typed.
  if (wantedSession(wired.ledger, terminal.flags) !== undefined)
    state.session = chooseSession(wired, terminal.flags, '')
  const live = canReplaceLines(process.stdout, process.env) ? startLive(input.status) : null
  const talk: Talk = { ...terminal, wired, commands, faults: custom.faults, live, state, leave }
  input.onLine((line) => {
    if (interrupts.turn === null) return true
    const rule = readRuleLine(line)
    if (rule !== null) saveDuringTurn(rule, slashContext(talk))
    return rule === null && !runDuringTurn(line, slashContext(talk)) && queueLine(line, input.print)
  })
  return {
    async run(first) {
      try {
        const code = await converse(first, talk)
        input.print(await consolidate(wired, state.session?.id, interrupts))
        input.print(suggestSkills(wired))
        return state.reopen === null ? { code } : { code, reopen: state.reopen }
      } finally {
        live?.end()
        // Closed first, so that Ctrl+C can end a shutdown that takes too long.
        input.close()
        await wired.deps.workspace.background.endAll()
        await wired.deps.map?.close()
      }
    },
  }
}

interface State {
  session: { id: string; isNew: boolean } | null
  isLeaving: boolean
  /** What a slash command starts. */
  next: string | TaskRow | null
  reopen: string | null
}

interface Talk extends Terminal {
  wired: Wired
  commands: readonly SlashCommand[]
  faults: readonly string[]
  live: Live | null
  state: State
  leave(): void
}

function slashContext(talk: Talk): SlashContext {
  const { wired, flags, commands, faults, input, interrupts, state, leave } = talk
  return {
    wired,
    flags,
    input,
    print: input.print,
    toTerminal: (sequence) => void process.stdout.write(sequence),
    commands,
    faults,
    sessionId: state.session?.id,
    startNewSession: () => {
      state.session = null
    },
    goOnIn: (id, isNew) => {
      state.session = { id, isNew }
    },
    start: (task) => {
      state.next = task
    },
    reopen: (id) => {
      state.reopen = id
      leave()
    },
    leave,
    async choose(list) {
      const question = new AbortController()
      interrupts.turn = question
      const chosen = await input.choose(list, question.signal)
      interrupts.turn = null
      return chosen
    },
    async ask<Key extends string>(choice: Choice<Key>) {
      const question = new AbortController()
      interrupts.turn = question
      const answer = await askChoice(choice, { input, leave }, question.signal)
      interrupts.turn = null
      return answer?.key ?? null
    },
  }
}

/** Reads lines and runs each as a task or a slash command, until the input ends. @returns the exit code */
async function converse(first: string | TaskRow, talk: Talk): Promise<number> {
  const { wired, input, state, commands, interrupts } = talk
  if (typeof first !== 'string') await continueTask(first, talk)
  let line: string | null = typeof first === 'string' ? first : ''
  for (
    ;
    line !== null && !state.isLeaving;
    line = state.isLeaving ? null : await input.next('> ')
  ) {
    const text = line.trim()
    if (text === '') continue
    interrupts.presses = 0
    const skill = skillTask(text, wired.deps.guides?.shelf, commands)
    const read = skill === null ? readSlash(text, commands) : null
    const rule = readRuleLine(text)
    const nothing = skill === null ? startsNothing(text) : null
    if (typeof read === 'string') {
      input.print(`${showControls(read)}\n`)
    } else if (read !== null) {
      await read.command.run(read.rest, slashContext(talk))
      const { next } = state
      state.next = null
      if (typeof next === 'string') await startTask(next, talk)
      else if (next !== null) await continueTask(next, talk)
    } else if (rule !== null) {
      await askAndSave(rule, slashContext(talk))
    } else if (nothing !== null) {
      input.print(`${nothing}\n`)
    } else {
      await startTask(skill ?? text, talk, text)
    }
  }
  return 0
}

/** @param title  of a new session */
async function startTask(text: string, talk: Talk, title = text): Promise<void> {
  const { wired, flags, state } = talk
  const session = state.session ?? chooseSession(wired, flags, title)
  const taskId = await addTask(wired, session, { text, flags })
  state.session = { id: session.id, isNew: false }
  await runTurn(taskId, talk)
}

async function continueTask(task: TaskRow, talk: Talk): Promise<void> {
  takeUp(task, talk.wired, talk.flags)
  talk.state.session = { id: task.sessionId, isNew: false }
  await runTurn(task.id, talk)
}
