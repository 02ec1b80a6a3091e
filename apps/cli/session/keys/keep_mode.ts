import type { Mode } from '#core'
import type { Input } from '#terminal'
import type { Wired } from '../../run/wire.js'
import type { TalkState } from '../talk.js'

/** What a mode means, in a few words. */
const MEANINGS: Record<Mode, string> = {
  default: 'asks for each edit and command',
  acceptEdits: 'edits here without a question',
  plan: 'changes nothing, ends with a plan',
  yolo: 'asks for nothing, deny rules hold',
}

/** The same parts; a change of the mode is also kept in the session's row, and that of the model shown in the bar too. */
export function keepMode(wired: Wired, state: TalkState, input: Input): Wired {
  const show = () => {
    const mode = wired.deps.gate.mode()
    input.bar(`${mode}: ${MEANINGS[mode]} · ${wired.endpoint.name}`)
  }
  show()
  const kept: Wired = {
    ...wired,
    setMode(mode) {
      wired.setMode(mode)
      if (state.session !== null) wired.ledger.updateSession(state.session.id, { mode })
      show()
    },
    async setModel(name) {
      kept.endpoint = await wired.setModel(name)
      show()
      return kept.endpoint
    },
  }
  return kept
}
