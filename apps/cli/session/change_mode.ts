import { homedir } from 'node:os'
import type { Mode } from '#core'
import { showControls } from '#terminal'
import { askChoice, YES_NO } from '../answers/ask_choice.js'
import { describeYolo } from '../output/describe/describe_yolo.js'
import type { Talk } from './talk.js'

/**
 * Goes to a permission mode, also while a turn runs: it holds from the next call on. The first step into yolo in a
 * session asks, and names what stays denied; a no keeps the mode.
 * @returns what ends with the answer, where a question was asked
 */
export function changeMode(next: Mode, talk: Talk): Promise<void> | undefined {
  const { wired, state } = talk
  if (next === 'yolo' && !state.mayYolo && wired.deps.gate.mode() !== 'yolo') return askYolo(talk)
  wired.setMode(next)
}

async function askYolo(talk: Talk): Promise<void> {
  const { wired, state, input, interrupts, leave } = talk
  // A second question would ask it twice.
  if (state.yoloQuestion !== undefined) return
  const open = new AbortController()
  state.yoloQuestion = open
  interrupts.question = open
  const { settings, sandbox } = wired
  const isBoxed = (await sandbox.found).program !== null
  const said = describeYolo(settings.deny, { isBoxed, network: sandbox.network, home: homedir() })
  input.print(`${showControls(said)}\n`)
  const question = {
    prompt: 'switch to yolo? y = yes · n = no, then Enter: ',
    short: 'yolo? y · n: ',
    choices: YES_NO,
  }
  const asker = { input, leave, say: wired.say }
  const answer = await askChoice(question, asker, open.signal)
  state.yoloQuestion = undefined
  interrupts.question = null
  if (answer === null) return
  state.mayYolo = answer.key === 'y'
  if (state.mayYolo) wired.setMode('yolo')
}
