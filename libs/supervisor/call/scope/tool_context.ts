import { LIMITS } from '#core'
import type { ToolContext } from '#tools'
import { NO_WEB } from '#web'
import type { Workspace } from '#workspace'
import { recordToolRequest } from '../../egress/record_request.js'
import type { ReadyCall } from '../../step/frame.js'
import { sessionShell } from '../../step/session_shell.js'
import { windowOf } from '../../window/window.js'
import type { CallScope } from './allowed_call.js'
import { editedFiles } from './edited_files.js'
import { focusOn } from './focus.js'
import { knownNotes } from './known_notes.js'
import { seenFiles } from './seen_files.js'
import { listStored, openStored } from './stored_text.js'

/** What a tool gets to work with. */
export function toolContext(
  { tool, call }: Pick<ReadyCall, 'tool' | 'call'>,
  workspace: Workspace,
  { frame, deps, signal, resultTokens, readTokens }: CallScope,
): ToolContext {
  const { ledger, checks, endpoint, gate } = deps
  return {
    workspace,
    signal,
    resultTokens,
    readTokens,
    focus: (path) => focusOn(path, frame, deps),
    edited: () => editedFiles(frame, deps),
    map: deps.map,
    testCommand: checks.testCommand,
    stored: (id) => openStored(id, deps),
    listStored: (query) => listStored(frame.view.session.id, query, deps),
    memory: deps.memory && knownNotes(deps.memory, frame, deps),
    more: deps.registry.more(frame.view.generation?.offered),
    skills: deps.guides?.shelf,
    clock: deps.clock,
    vision: endpoint.vision ?? null,
    web: gate.web ?? NO_WEB,
    onRequest: (sent) => recordToolRequest(tool.name, sent, { frame, ledger }),
    seen: seenFiles(frame, deps),
    writeChars: writeChars(frame, deps),
    shell: sessionShell({ tool, call }, frame, deps),
    onSpawn: () => {},
    onOutput: () => {},
    onEnd: () => {},
  }
}

/** A larger window has room for a longer text in one call. */
function writeChars({ view }: CallScope['frame'], deps: CallScope['deps']): number {
  return windowOf(view, deps) > LIMITS.wideWindow ? LIMITS.wideWriteChars : LIMITS.writeChars
}
