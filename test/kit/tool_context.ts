import { systemClock } from '#core'
import type { ToolContext } from '#tools'
import { NO_WEB } from '#web'
import type { Workspace } from '#workspace'

/** What a tool is handed when a test calls it without the loop: no web, no eyes, nobody who listens. */
export function toolContext(workspace: Workspace, over: Partial<ToolContext> = {}): ToolContext {
  return {
    workspace,
    signal: new AbortController().signal,
    resultTokens: 1_000,
    clock: systemClock,
    web: NO_WEB,
    vision: null,
    onRequest: () => {},
    onSpawn: () => {},
    onOutput: () => {},
    onEnd: () => {},
    ...over,
  }
}
