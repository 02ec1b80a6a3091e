import { MODES } from '#core'
import { showControls } from '#terminal'
import { askChoice, YES_NO } from '../../answers/ask_choice.js'
import type { Talk } from '../talk.js'

/**
 * Goes to the next permission mode, also while a turn runs: it holds from the next call on. The first step into
 * yolo in a session asks, and names what stays denied; a no goes on to the first mode.
 * @returns what ends with the answer, where a question was asked
 */
export function nextMode(talk: Talk): Promise<void> | undefined {
  const { wired, state } = talk
  const next = MODES[(MODES.indexOf(wired.deps.gate.mode()) + 1) % MODES.length] ?? 'default'
  if (next === 'yolo' && !state.mayYolo) return askYolo(talk)
  wired.setMode(next)
}

async function askYolo(talk: Talk): Promise<void> {
  const { wired, state, input, leave } = talk
  input.print(`${showControls(describeYolo(talk))}\n`)
  const question = { prompt: 'switch to yolo? y = yes · n = no: ', choices: YES_NO }
  const answer = await askChoice(question, { input, leave }, new AbortController().signal)
  if (answer === null) return
  state.mayYolo = answer.key === 'y'
  wired.setMode(state.mayYolo ? 'yolo' : 'default')
}

function describeYolo({ wired }: Talk): string {
  const { settings, sandbox } = wired
  const denied = settings.deny.length === 0 ? 'no paths' : settings.deny.join(', ')
  const network = sandbox.network ? 'may use the network' : 'have no network in the sandbox'
  return [
    'In yolo mode the agent edits files and runs commands without a question.',
    `Still denied: ${denied}; settings and git internals that start programs; commands ${network}.`,
  ].join('\n')
}
