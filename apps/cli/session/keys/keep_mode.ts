import type { Wired } from '../../run/wire.js'
import type { TalkState } from '../talk.js'

/** The same parts; a change of the mode is also kept in the session's row, and `changed` is called after one of the mode or the model. */
export function keepMode(wired: Wired, state: TalkState, changed: () => void): Wired {
  const kept: Wired = {
    ...wired,
    setMode(mode) {
      wired.setMode(mode)
      if (state.session !== null) wired.ledger.updateSession(state.session.id, { mode })
      changed()
    },
    async setModel(name) {
      kept.endpoint = await wired.setModel(name)
      changed()
      return kept.endpoint
    },
  }
  return kept
}
