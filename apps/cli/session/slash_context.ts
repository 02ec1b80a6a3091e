import { askChoice, type Choice } from '../answers/ask_choice.js'
import { changeMode } from './change_mode.js'
import type { SlashContext } from './slash_command.js'
import type { Talk } from './talk.js'

/** What a slash command of this session works with. */
export function slashContext(talk: Talk): SlashContext {
  const { wired, flags, commands, problems, input, interrupts, screen, state, leave } = talk
  return {
    wired,
    flags,
    input,
    print: input.print,
    screen,
    toTerminal: (sequence) => void process.stdout.write(sequence),
    commands,
    problems,
    sessionId: state.session?.id,
    startNewSession: () => {
      state.session = null
      state.isCleared = true
      screen.recount()
    },
    goOnIn: (id, isNew) => {
      state.session = { id, isNew }
      screen.recount()
    },
    setMode: (mode) => changeMode(mode, talk),
    start: (task) => {
      state.next = task
    },
    moveCommand: talk.mover.move,
    reopen: (id) => {
      state.reopen = id
      leave()
    },
    leave,
    async during(work) {
      const own = new AbortController()
      interrupts.turn = own
      try {
        return await work(own.signal)
      } finally {
        interrupts.turn = null
      }
    },
    async choose(list) {
      const question = new AbortController()
      interrupts.question = question
      const chosen = await input.choose(list, question.signal)
      interrupts.question = null
      return chosen
    },
    async ask<Key extends string>(choice: Choice<Key>) {
      const question = new AbortController()
      interrupts.question = question
      const answer = await askChoice(choice, { input, leave, say: wired.say }, question.signal)
      interrupts.question = null
      return answer?.key ?? null
    },
  }
}
