import type { ToolContext } from '#tools'
import { NO_WEB } from '#web'
import type { Workspace } from '#workspace'
import { recordToolRequest } from '../egress/record_request.js'
import type { ReadyCall } from '../step/frame.js'
import type { CallScope } from './allowed_call.js'
import { seenFiles } from './seen_files.js'
import { openStored } from './stored_text.js'

/** What a tool gets to work with. */
export function toolContext(
  { tool }: Pick<ReadyCall, 'tool'>,
  workspace: Workspace,
  { frame, deps, signal, resultTokens }: CallScope,
): ToolContext {
  const { ledger, checks, endpoint, gate } = deps
  return {
    workspace,
    signal,
    resultTokens,
    testCommand: checks.testCommand,
    stored: (id) => openStored(id, deps),
    vision: endpoint.vision ?? null,
    web: gate.web ?? NO_WEB,
    onRequest: (sent) => recordToolRequest(tool.name, sent, { frame, ledger }),
    seen: seenFiles(frame, deps),
    onSpawn: () => {},
    onOutput: () => {},
    onEnd: () => {},
  }
}
