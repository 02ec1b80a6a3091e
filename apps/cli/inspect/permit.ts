import { resolve } from 'node:path'
import { z } from 'zod'
import { CAPABILITY_SETS, MODES, resolveSettings } from '#core'
import {
  type Approval,
  approvalFor,
  decide,
  foreignTool,
  type GateRequest,
  type GateSession,
  gateRequest,
  loadPrograms,
  type Programs,
} from '#gate'
import { createRegistry, loadBuiltinTools, type Registry } from '#tools'
import { openWorkspace, type Workspace } from '#workspace'
import type { Flags } from '../flags/flags.js'

const Call = z.object({
  tool: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()).default({}),
})
const PermitQuestion = Call.extend({
  mode: z.enum(MODES).optional(),
  deny: z.array(z.string()).default([]),
  allow: z.array(z.string()).default([]),
  approved: z.array(Call).default([]),
  testCommand: z.string().min(1).optional(),
  cwd: z.string().min(1).optional(),
})

const FORM =
  'A question is {"tool", "arguments", "mode"?, "deny"?, "allow"?, "approved"?: [{"tool", "arguments"}], "testCommand"?, "cwd"?}.'

/** Whether a call would run, by the gate of the loop and the built-in deny rules with those given. */
export async function answerPermit(asked: unknown, flags: Flags): Promise<unknown> {
  const { success, data } = PermitQuestion.safeParse(asked)
  if (!success) return { error: FORM }
  const root = resolve(flags.cwd ?? '.', data.cwd ?? '.')
  const { permissionMode, capabilities, deny: denied, allow } = flags
  const values = { permissionMode, capabilities, deny: denied, allow }
  const settings = resolveSettings([{ source: 'flags', values, trusted: true }])
  const deny = [...settings.deny, ...data.deny]
  const workspace = openWorkspace({ root, deny, env: process.env })
  const place = {
    registry: createRegistry(await loadBuiltinTools()),
    programs: await loadPrograms(),
    workspace,
  }
  const session: GateSession = {
    mode: data.mode ?? settings.permissionMode,
    capabilities: settings.capabilities && CAPABILITY_SETS[settings.capabilities],
    allow: [...settings.allow, ...data.allow],
    approved: [],
    ownTest: data.testCommand === undefined ? undefined : { command: data.testCommand },
  }
  const approved = data.approved.flatMap((call) => approvalOf(call, place, session))
  const request = requestOf(data, place, { ...session, approved })
  if (typeof request === 'string') return { decision: 'deny', reason: request, rule: 'arguments' }
  const { decision, reason, advice, rule } = decide(request)
  const isForeign = place.registry.find(data.tool) === null
  const unknown = `There is no tool ${data.tool}: it is judged as one of another program, such as an MCP server.`
  const said = [reason, ...(advice === undefined ? [] : [advice]), ...(isForeign ? [unknown] : [])]
  return { decision, reason: said.join(' '), rule }
}

interface Place {
  registry: Registry
  programs: Programs
  workspace: Workspace
}

function approvalOf(call: z.infer<typeof Call>, place: Place, session: GateSession): Approval[] {
  const request = requestOf(call, place, session)
  const remembered = typeof request === 'string' ? null : approvalFor(request)
  return remembered === null ? [] : [remembered.approval]
}

/** @returns the gate's request, or why the call is invalid before the gate */
function requestOf(
  { tool: name, arguments: given }: z.infer<typeof Call>,
  { registry, programs, workspace }: Place,
  session: GateSession,
): GateRequest | string {
  if (registry.find(name) === null) {
    const tool = foreignTool(name, given, workspace)
    return gateRequest({ tool, input: given, workspace, programs, session })
  }
  const checked = registry.validate({ id: 'permit', name, arguments: given })
  if (!checked.ok) return checked.message
  return gateRequest({ tool: checked.tool, input: checked.input, workspace, programs, session })
}
