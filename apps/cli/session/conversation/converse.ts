import type { TaskRow } from '#ledger'
import { showControls } from '#terminal'
import { readRuleLine } from '../../desk/rule_sign.js'
import { startsNothing } from '../../desk/starts_nothing.js'
import type { Flags } from '../../flags/flags.js'
import { addTask, chooseSession } from '../../run/add_task.js'
import { takeUp } from '../../run/take_up.js'
import { readShellLine, runShellLine } from '../line/shell_line.js'
import { offerPlan } from '../offer_plan.js'
import { askAndSave } from '../rule_line.js'
import { runTurn } from '../run_turn.js'
import { skillTask } from '../skill_task.js'
import { slashContext } from '../slash_context.js'
import { readSlash } from '../slash_lines.js'
import type { Talk } from '../talk.js'

/** Reads lines and runs each as a task or a slash command, until the input ends. @returns the exit code */
export async function converse(first: string | TaskRow, talk: Talk): Promise<number> {
  const { wired, input, state, commands, interrupts, screen } = talk
  if (typeof first !== 'string') await continueTask(first, talk)
  let line: string | null = typeof first === 'string' ? first : ''
  const next = () => {
    talk.waiting.settle()
    return input.next('> ')
  }
  for (; line !== null && !state.isLeaving; line = state.isLeaving ? null : await next()) {
    const text = line.trim()
    if (text === '') continue
    interrupts.presses = 0
    const skill = skillTask(text, wired.deps.guides?.shelf, commands)
    const read = skill === null ? readSlash(text, commands) : null
    const rule = readRuleLine(text)
    const shell = readShellLine(text)
    const nothing = skill === null ? startsNothing(text) : null
    if ([read, rule, shell, nothing].some((other) => other !== null)) screen.idle()
    if (typeof read === 'string') {
      input.print(`${showControls(read)}\n`)
    } else if (read !== null) {
      await read.command.run(read.rest, slashContext(talk))
      const { next: started } = state
      state.next = null
      if (typeof started === 'string') await startTask(started, talk)
      else if (started !== null) await continueTask(started, talk)
    } else if (rule !== null) {
      await askAndSave(rule, slashContext(talk))
    } else if (shell !== null) {
      await runShellLine(shell, talk)
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
  const own = state.isCleared ? asNew(flags) : flags
  const session = state.session ?? chooseSession(wired, own, title)
  const shown = state.shellOutputs.splice(0)
  const taskId = await addTask(wired, session, {
    text: [text, ...shown].join('\n\n'),
    flags,
    waiting: talk.input.queued,
  })
  state.session = { id: session.id, isNew: false }
  const result = await runTurn(taskId, talk)
  const accepted = await offerPlan(result, text, talk)
  if (accepted !== null) await startTask(accepted, talk)
}

/** The flags of a session that continues none. */
function asNew({ continue: _, resume: __, ...flags }: Flags): Flags {
  return flags
}

async function continueTask(task: TaskRow, talk: Talk): Promise<void> {
  takeUp(task, talk.wired, talk.flags)
  talk.state.session = { id: task.sessionId, isNew: false }
  await runTurn(task.id, talk)
}
