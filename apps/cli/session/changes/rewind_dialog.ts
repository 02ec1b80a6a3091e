import { AircoderError, countNoun, nameFirst, typedWords } from '#core'
import {
  finishRestores,
  inheritedTurns,
  planRewind,
  planUndo,
  type RewindPlan,
  type Turn,
  turnsOf,
} from '#supervisor'
import { type ChoiceItem, showControls } from '#terminal'
import { YES_NO } from '../../answers/ask_choice.js'
import { describePlan } from '../../output/describe/describe_restore.js'
import type { SlashContext } from '../slash_command.js'
import { goBack, goBackInCode, goToCopy } from './go_back.js'
import { askWhat } from './rewind_what.js'

/** Turns of the list. */
const MOST_TURNS = 100
/** Characters of a message in the list (row 249). */
const LABEL_CHARS = 80
const NAMED = 3

/** Lists the turns of the session, asks what goes back, shows what would change, and does it after a y. */
export async function rewindDialog(context: SlashContext): Promise<void> {
  const { wired, sessionId, print, choose, ask } = context
  const { deps, ledger } = wired
  if (sessionId === undefined) return print('There is no message to go back to yet.\n')
  for (const note of finishRestores(sessionId, deps)) print(`${showControls(note)}\n`)
  const own = turnsOf(sessionId, ledger)
  const turns = [...own, ...inheritedTurns(sessionId, ledger)].slice(0, MOST_TURNS)
  if (turns.length === 0) return print('There is no message to go back to yet.\n')
  const items = turns.map((turn) => itemOf(turn, context))
  const turn = turns[(await choose({ title: 'Go back to before which message?', items })) ?? -1]
  if (turn === undefined) return
  const owner = turn.original ?? sessionId
  const isOriginal = owner !== sessionId
  const what = await askWhat(turn, { owner, own: sessionId }, context)
  if (what === null) return
  const plan = planRewind(owner, { taskId: turn.taskId, withFiles: what === 'b' }, deps)
  if (plan.refused !== null) return print(`${plan.refused}\n`)
  const lines = what === 'c' ? codeLines(turn, owner, context) : talkLines(plan, context)
  if (isOriginal && what !== 'c')
    print(
      `That message is of the original: a new copy ends before it. This copy stays as it is: aircoder -r ${sessionId}\n`,
    )
  for (const line of lines) print(`${line}\n`)
  if ((await ask({ prompt: 'go back? y = yes · n = no: ', choices: YES_NO })) !== 'y')
    return print('Nothing was changed.\n')
  try {
    if (isOriginal && what !== 't') ledger.claimSession(owner)
    if (what === 'c') goBackInCode(turn, owner, context)
    else if (isOriginal) goToCopy(owner, plan, turn, context)
    else goBack(plan, turn, context)
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    print(`${showControls(wired.say.error(error).message)}\n`)
  }
}

function itemOf(turn: Turn, { wired: { ledger } }: SlashContext): ChoiceItem {
  const { files, steps, taskId, isUndone } = turn
  const text = typedWords(turn.text)
  const none = isUndone ? 'its edits were undone' : 'no file changed'
  const changed = files.length === 0 ? none : nameFirst(files, NAMED)
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

/** What leaves the conversation, and what happens to the files. */
function talkLines(
  { turns, files, notice }: RewindPlan,
  { screen: { paintDiff } }: SlashContext,
): string[] {
  const named = turns.map(({ text }) => `  ${shorten(typedWords(text))}`)
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

function shorten(text: string): string {
  const line = [...showControls(text.replace(/\s+/g, ' ').trim())]
  return line.length <= LABEL_CHARS ? line.join('') : `${line.slice(0, LABEL_CHARS - 1).join('')}…`
}
