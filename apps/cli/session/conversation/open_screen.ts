import { promptUse } from '#supervisor'
import { describeSandbox } from '#workspace'
import { openTheme } from '../../output/open_theme.js'
import { openSessionScreen } from '../../output/session/session_screen.js'
import type { SessionScreen } from '../../output/session/types.js'
import type { Wired } from '../../run/wire.js'
import type { Talk } from '../talk.js'

/** Opens the output of a session, and binds the keys that change what it shows. */
export async function openScreen(
  wired: Wired,
  { flags, terminal: input, state, live }: Pick<Talk, 'flags' | 'terminal' | 'state' | 'live'>,
): Promise<SessionScreen> {
  const { sandbox, settings, ledger, deps } = wired
  const screen = openSessionScreen({
    input,
    theme: openTheme(flags, settings, process.stdout, process.env),
    verbose: flags.verbose === true,
    env: process.env,
    mode: () => deps.gate.mode(),
    endpoint: () => wired.endpoint,
    promptTokens: () => {
      const { session } = state
      if (session === null || session.isNew) return null
      return promptUse(session.id, deps)?.parts.reduce((sum, { tokens }) => sum + tokens, 0)
    },
    sandbox: describeSandbox(await sandbox.found, sandbox.network).text,
    ledger,
    say: wired.say,
    live,
  })
  input.onAction('expand', screen.expand)
  input.onAction('plan', screen.togglePlan)
  return screen
}
