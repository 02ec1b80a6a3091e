import { AircoderError, countNoun, nameFirst } from '#core'
import {
  finishRestores,
  planRewind,
  planUndo,
  type RewindPlan,
  restore,
  rewind,
  type Turn,
  turnsOf,
} from '#supervisor'
import { type ChoiceItem, showControls } from '#terminal'
import { YES_NO } from '../../answers/ask_choice.js'
import { describeEnd, describePlan } from '../../output/describe_restore.js'
import type { SlashContext } from '../slash_command.js'

/** Turns of the list. */
const MOST_TURNS = 100
/** Characters of a message in the list (row 249), and of one that comes back to the prompt. */
const LABEL_CHARS = 80
const TYPED_CHARS = 4_000
const NAMED = 3

const WHAT = {
  b: { words: ['both', 'b'] },
  c: { words: ['code', 'c'] },
  t: { words: ['conversation', 't', 'talk'] },
  n: { words: ['nothing', 'no', 'n'] },
} as const
const TALK_ONLY = { t: WHAT.t, n: WHAT.n } as const

type What = 'b' | 'c' | 't'

/** Lists the turns of the session, asks what goes back, shows what would change, and does it after a y. */
export async function rewindDialog(context: SlashContext): Promise<void> {
  const { wired, sessionId, print, choose, ask } = context
  const { deps, ledger } = wired
  if (sessionId === undefined) return print('There is no message to go back to yet.\n')
  for (const note of finishRestores(sessionId, deps)) print(`${showControls(note)}\n`)
  const turns = turnsOf(sessionId, ledger).slice(0, MOST_TURNS)
  if (turns.length === 0) return print('There is no message to go back to yet.\n')
  const items = turns.map((turn) => itemOf(turn, context))
  const turn = turns[(await choose({ title: 'Go back to before which message?', items })) ?? -1]
  if (turn === undefined) return
  const what = await askWhat(turn, sessionId, context)
  if (what === null) return
  const plan = planRewind(sessionId, { taskId: turn.taskId, withFiles: what === 'b' }, deps)
  if (plan.refused !== null) return print(`${plan.refused}\n`)
  const lines = what === 'c' ? codeLines(turn, sessionId, context) : talkLines(plan, context)
  for (const line of lines) print(`${line}\n`)
  if ((await ask({ prompt: 'go back? y = yes · n = no: ', choices: YES_NO })) !== 'y')
    return print('Nothing was changed.\n')
  try {
    if (what === 'c') goBackInCode(turn, sessionId, context)
    else goBack(plan, turn, context)
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    print(`${showControls(wired.say.error(error).message)}\n`)
  }
}

function itemOf(turn: Turn, { wired: { ledger } }: SlashContext): ChoiceItem {
  const { text, files, steps, taskId } = turn
  const changed = files.length === 0 ? 'no file changed' : nameFirst(files, NAMED)
  return {
    label: shorten(text),
    detail: showControls(`${changed} · ${countNoun(steps, 'step')}`),
    preview: () => {
      const end = ledger.tasks().find(({ id }) => id === taskId)?.endText ?? ''
      const rows = [...text.split('\n').map((row) => `> ${row}`), ...end.split('\n'), ...files]
      return rows.filter((row) => row.trim() !== '').map(showControls)
    },
  }
}

/** Code can go back only where this turn or a later one changed a file. */
async function askWhat(turn: Turn, sessionId: string, context: SlashContext): Promise<What | null> {
  const { ask, wired, print } = context
  const scope = { back: 'step', taskId: turn.taskId, step: 0 } as const
  const { edits } = planUndo(sessionId, scope, wired.deps)
  if (edits === 0) print('No file was changed since then.\n')
  const answer =
    edits === 0
      ? await ask({ prompt: 't = conversation · n = nothing: ', choices: TALK_ONLY })
      : await ask({
          prompt: 'b = code and conversation · c = code · t = conversation · n = nothing: ',
          choices: WHAT,
        })
  return answer === 'n' ? null : answer
}

/** What leaves the conversation, and what happens to the files. */
function talkLines(
  { turns, files, notice }: RewindPlan,
  { screen: { paintDiff } }: SlashContext,
): string[] {
  const named = turns.map(({ text }) => `  ${shorten(text)}`)
  const head = `${countNoun(turns.length, 'message')} and what followed would leave the conversation. The ledger keeps everything.`
  const stays = files === null && notice !== null ? ['The files stay as they are now.'] : []
  return [
    head,
    ...named,
    ...stays,
    ...(files === null ? [] : describePlan(files, 'undo', paintDiff)),
  ]
}

function codeLines(turn: Turn, sessionId: string, { wired, screen }: SlashContext): string[] {
  const scope = { back: 'step', taskId: turn.taskId, step: 0 } as const
  return describePlan(planUndo(sessionId, scope, wired.deps), 'undo', screen.paintDiff)
}

function goBackInCode(turn: Turn, sessionId: string, { wired, print }: SlashContext): void {
  const scope = { back: 'step', taskId: turn.taskId, step: 0 } as const
  const plan = planUndo(sessionId, scope, wired.deps)
  restore(plan, wired.deps)
  for (const line of describeEnd(plan, 'undo', 'now')) print(`${line}\n`)
}

function goBack(plan: RewindPlan, turn: Turn, context: SlashContext): void {
  const { wired, sessionId = '', print, goOnIn, input } = context
  const { tasks, hasPrompt } = rewind(plan, wired.deps)
  goOnIn(sessionId, !hasPrompt)
  print(`${countNoun(tasks, 'message')} left the conversation.\n`)
  if (plan.files !== null)
    for (const line of describeEnd(plan.files, 'undo', 'now')) print(`${line}\n`)
  // The message itself comes back, to be changed and sent again.
  if (turn.text.length <= TYPED_CHARS) input.retype(turn.text)
}

function shorten(text: string): string {
  const line = [...showControls(text.replace(/\s+/g, ' ').trim())]
  return line.length <= LABEL_CHARS ? line.join('') : `${line.slice(0, LABEL_CHARS - 1).join('')}…`
}
