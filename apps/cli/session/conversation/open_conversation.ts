import { typedWords } from '#core'
import type { TaskRow } from '#ledger'
import { onlyOneLine } from '#memory'
import { showControls } from '#terminal'
import { askPerson } from '../../answers/ask_person.js'
import { loadCustom } from '../../custom/load_custom.js'
import { endedCommands } from '../../output/ended_commands.js'
import { chooseSession } from '../../run/add_task.js'
import { wantedSession } from '../../run/wanted_session.js'
import { wire } from '../../run/wire.js'
import { keepWaiting } from '../../waiting/keep_waiting.js'
import { consolidate, suggestSkills } from '../consolidate.js'
import { bindKeys } from '../keys/bind_keys.js'
import { keepMode } from '../keys/keep_mode.js'
import { lastLine } from '../leave/last_line.js'
import { completeLine } from '../line/complete_line.js'
import { takeDuringTurn } from '../line/take_during_turn.js'
import { createMover } from '../mover.js'
import { openNotifier } from '../open_notifier.js'
import { asSlashCommand, loadSlashCommands } from '../slash_lines.js'
import type { Opened, Talk, TalkState } from '../talk.js'
import { converse } from './converse.js'
import { finishInterrupted } from './finish_interrupted.js'
import { followMode } from './follow_mode.js'
import { openScreen } from './open_screen.js'

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
export async function openConversation(opened: Opened): Promise<Conversation> {
  const { prepared, input, interrupts } = opened
  const ownWords = (message: string) => onlyOneLine(input.collapse(typedWords(message)))
  const state: TalkState = {
    session: null,
    isLeaving: false,
    isCleared: false,
    next: null,
    reopen: null,
    shellOutputs: [],
    unread: [],
    mayYolo: prepared.settings.permissionMode === 'yolo',
  }
  const leave = () => {
    state.isLeaving = true
    interrupts.turn?.abort()
  }
  const { say } = prepared
  const mover = createMover()
  const shown = new Set<string>()
  const follower = followMode(input.print)
  const notifier = openNotifier(input, prepared.settings)
  const wired = keepMode(
    await wire({ ...prepared, ownWords }, process.env, {
      ask: (question, signal) =>
        notifier.asks(
          say('notify.asks'),
          follower.ask(question, signal, (until) =>
            askPerson(
              question,
              { input, leave, say, shown, ...screen.asking(question) },
              until,
            ).finally(screen.answered),
          ),
        ),
      offerMove: mover.offer,
      takeMessages() {
        // After an interrupt a line starts a task of its own.
        if (interrupts.turn?.signal.aborted === true) return []
        const lines = input.takeQueued(() => screen.delivered())
        state.unread.push(...lines)
        return [...lines, ...state.shellOutputs.splice(0)]
      },
      stillWaiting: input.queued,
    }),
    state,
    () => {
      screen.drawBar()
      follower.changed(wired.deps.gate.mode())
    },
  )
  const builtIn = await loadSlashCommands()
  const names = builtIn.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  const custom = loadCustom(prepared.cwd, prepared.trusts, names)
  const commands = [...builtIn, ...custom.commands.map(asSlashCommand)]
  // Commands such as /rewind are about the continued session, before a line is typed.
  if (wantedSession(wired.ledger, opened.flags) !== undefined)
    state.session = chooseSession(wired, opened.flags, '')
  for (const note of finishInterrupted(wired)) input.print(`${showControls(note)}\n`)
  const screen = await openScreen(wired, { ...opened, state })
  const { ledger } = wired
  const waiting = keepWaiting({ ledger, input, say }, () => state.session?.id ?? null)
  const talk: Talk = {
    ...opened,
    wired,
    commands,
    problems: custom.problems,
    screen,
    notifier,
    mover,
    waiting,
    state,
    leave,
  }
  bindKeys(talk)
  input.complete(completeLine(talk))
  input.onLine((line) => takeDuringTurn(line, talk))
  return {
    async run(first) {
      try {
        const code = await converse(first, talk)
        if (interrupts.signal !== null) {
          input.print(lastLine(interrupts, state.session?.id, say))
          return { code }
        }
        // The next session of this terminal gets the lines.
        if (state.reopen === null) waiting.settle()
        input.print(await consolidate(wired, state.session?.id, interrupts))
        input.print(suggestSkills(wired))
        input.print(endedCommands(wired.deps.workspace.background.running()))
        if (state.reopen !== null) return { code, reopen: state.reopen }
        input.print(lastLine(interrupts, state.session?.id, say))
        return { code }
      } finally {
        screen.close()
        // Closed first, so that Ctrl+C can end a shutdown that takes too long.
        input.close()
        interrupts.over()
        await wired.deps.workspace.background.endAll()
        await wired.deps.map?.close()
      }
    },
  }
}
