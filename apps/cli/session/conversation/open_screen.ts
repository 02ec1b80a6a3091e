import type { Ledger } from '#ledger'
import type { Input } from '#terminal'
import { describeSandbox } from '#workspace'
import type { Flags } from '../../flags/flags.js'
import { openTheme } from '../../output/open_theme.js'
import { openSessionScreen } from '../../output/session/session_screen.js'
import type { SessionScreen } from '../../output/session/types.js'
import type { Wired } from '../../run/wire.js'

/**
 * Opens the output of a session, and binds the keys that change what it shows.
 * @param sessionId  of the one that is continued
 */
export async function openScreen(
  wired: Wired,
  { flags, terminal: input }: { flags: Flags; terminal: Input },
  sessionId: string | undefined,
): Promise<SessionScreen> {
  const { sandbox, settings, ledger, deps } = wired
  const screen = openSessionScreen({
    input,
    theme: openTheme(flags, settings, process.stdout, process.env),
    verbose: flags.verbose === true,
    env: process.env,
    mode: () => deps.gate.mode(),
    endpoint: () => wired.endpoint,
    sandbox: describeSandbox(await sandbox.found, sandbox.network).text,
    ledger,
    usedTokens: sessionId === undefined ? 0 : usedTokens(ledger, sessionId),
    say: wired.say,
  })
  input.onAction('expand', screen.expand)
  input.onAction('plan', screen.togglePlan)
  return screen
}

/** Tokens of the last prompt of a session that the server counted; 0: none. */
function usedTokens(ledger: Ledger, sessionId: string): number {
  const [task] = ledger.tasks({ sessionId, inConversation: true })
  return task === undefined ? 0 : (ledger.view(task.id).lastPrompt?.promptTokens ?? 0)
}
