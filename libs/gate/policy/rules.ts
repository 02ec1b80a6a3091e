import type { Mode } from '#core'
import { allows, allowsParts, describeUncovered } from './allow.js'
import { coveredByAnswers } from './approvals.js'
import { ownTestRule } from './own_test.js'
import { coveredBy, safePatterns } from './part_patterns.js'
import type { GateRequest, RuleName, Verdict } from './verdict.js'

type Rule = (request: GateRequest) => Verdict | null

/** The order is the contract (docs/design/permissions.md#order): no later rule can soften an earlier one. */
export const ORDERED_RULES: readonly Rule[] = [
  denyRule,
  planModeRule,
  capabilityRule,
  unsureRule,
  controlFileRule,
  outsideRule,
  approvedRule,
  memoryRule,
  allowRule,
  ownTestRule,
  safeCommandRule,
  networkRule,
]

function denyRule(request: GateRequest): Verdict | null {
  const unusable = request.accesses.find((access) => access.unusable !== null)?.unusable
  if (unusable) return verdict('deny', 'deny', unusable)
  if (request.closed !== null) return verdict('deny', 'network', request.closed)
  const path = request.accesses.find((access) => access.denied !== null)
  const named = request.command?.denied[0]
  const hit = path ? { given: path.given, rule: path.denied } : named
  if (!hit) return null
  return verdict(
    'deny',
    'deny',
    `${hit.given} is protected by the deny rule ${hit.rule}. No mode allows it.`,
    'Do the task without that file, or ask the user to change it.',
  )
}

function planModeRule(request: GateRequest): Verdict | null {
  if (request.mode !== 'plan' || !mayChange(request) || isSafe(request)) return null
  const why = request.command ? `: ${request.command.unsafe}` : ''
  return verdict(
    'deny',
    'plan-mode',
    `Plan mode changes nothing and runs only read-only commands. ${request.tool} was not run${why}.`,
    'Read, plan with todo_write, and describe the change instead.',
  )
}

/** The set of the run says what it may do at all; no answer and no setting adds to it (row 201). */
function capabilityRule(request: GateRequest): Verdict | null {
  const { capabilities: can, tool } = request
  const needs = request.spawns === true ? 'spawn' : NEEDS[request.effect]
  if (can === undefined || needs === null || can[needs]) return null
  if (needs === 'execute' && can.read && isSafe(request)) return null
  return verdict(
    'deny',
    'capability',
    `The capability set ${can.name} of this run does not include ${needs}. ${tool} was not run.`,
    'Do the task without it.',
  )
}

/** What a call of this effect needs. A change of the plan needs nothing. */
const NEEDS = {
  read: 'read',
  edit: 'write',
  command: 'execute',
  plan: null,
  memory: 'write',
} as const

/** Fail closed: what is unsure is asked in every mode (docs/design/permissions.md#order). */
function unsureRule(request: GateRequest): Verdict | null {
  const path = request.accesses.find((access) => access.unsure !== null)?.unsure
  const why = path ?? request.command?.unsure
  if (!why) return null
  return verdict('ask', 'unsure', `The gate cannot determine whether a deny rule holds: ${why}.`)
}

function controlFileRule(request: GateRequest): Verdict | null {
  const path = request.accesses.find(
    (access) => access.access === 'write' && access.control !== null,
  )
  const hit = path ? { given: path.given, family: path.control } : request.command?.control
  if (!hit || request.mode === 'yolo') return null
  return verdict(
    'ask',
    'control-file',
    `${hit.given} decides what runs on this machine later (${hit.family}). Each change to it needs an answer.`,
  )
}

function outsideRule(request: GateRequest): Verdict | null {
  const hit = request.accesses.find((access) => !access.inside) ?? request.command?.outside
  if (!hit || request.mode === 'yolo') return null
  if (coveredByAnswers(request.approved, request)) return null
  return verdict(
    'ask',
    'outside-workspace',
    `${hit.given} is outside the working folder (${hit.absolute}).`,
    'Use a path inside it, or ask the user to allow this one.',
  )
}

function approvedRule(request: GateRequest): Verdict | null {
  if (!coveredByAnswers(request.approved, request)) return null
  return verdict('allow', 'approved', 'Allowed for this session by an earlier answer.')
}

/** Memory is the user's word: no mode and no setting gives it (docs/design/permissions.md#memory). */
function memoryRule(request: GateRequest): Verdict | null {
  if (request.effect !== 'memory') return null
  return request.mode === 'yolo'
    ? verdict('allow', 'memory', 'Without a question the change is only proposed.')
    : verdict('ask', 'memory', 'Each change of what is remembered needs an answer.')
}

function allowRule(request: GateRequest): Verdict | null {
  const entry = request.allow.find((each) => allows(each, request))
  if (entry !== undefined)
    return verdict('allow', 'allow', `Allowed by the setting --allow ${entry}.`)
  return allowsParts(request.allow, request)
    ? verdict('allow', 'allow', 'Each part of the command is read-only or covered by --allow.')
    : null
}

/** A read-only command inside the folder needs no question (row 193). */
function safeCommandRule(request: GateRequest): Verdict | null {
  if (!isSafe(request)) return null
  return verdict(
    'allow',
    'safe-command',
    'The command is read-only and stays inside the working folder.',
  )
}

function isSafe({ command, hosts, safe }: GateRequest): boolean {
  if (command === null || hosts.length > 0) return false
  return command.unsafe === null || coveredBy(safePatterns(safe), command)
}

/** Requests to other machines are asked by host, also where they change nothing here. */
function networkRule(request: GateRequest): Verdict | null {
  if (request.hosts.length === 0 || request.mode === 'yolo') return null
  const hosts = request.hosts.map((host) => host ?? 'an unreadable address').join(', ')
  return verdict('ask', 'network', `${request.tool} would contact ${hosts}.`)
}

/** What is left to the mode: reading and planning are free, the rest is the person's choice. */
const MODE_TABLE: Record<Mode, { edit: Verdict['decision']; command: Verdict['decision'] }> = {
  default: { edit: 'ask', command: 'ask' },
  acceptEdits: { edit: 'allow', command: 'ask' },
  plan: { edit: 'deny', command: 'deny' },
  yolo: { edit: 'allow', command: 'allow' },
}

/** The last rule, which always answers. */
export function modeRule(request: GateRequest): Verdict {
  if (!mayChange(request)) return verdict('allow', 'mode', `${request.tool} changes no files.`)
  const decision = MODE_TABLE[request.mode][request.effect === 'edit' ? 'edit' : 'command']
  const what = request.effect === 'edit' ? 'edits' : 'commands'
  const why = request.command?.unsafe ? ` that are not read-only (${request.command.unsafe})` : ''
  const at = request.command?.at
  const where = at === undefined ? '' : ` It would run in ${at}.`
  const reason = {
    allow: `Mode ${request.mode} allows ${what}.`,
    ask: `Mode ${request.mode} asks before ${what}${why}.${where}${describeUncovered(request.allow, request)}`,
    deny: `Mode ${request.mode} refuses ${what}.`,
  }[decision]
  return verdict(decision, 'mode', reason)
}

function mayChange(request: GateRequest): boolean {
  const { danger, effect } = request
  return danger || effect === 'edit' || effect === 'command' || effect === 'memory'
}

function verdict(
  decision: Verdict['decision'],
  rule: RuleName,
  ...[reason, advice]: [reason: string, advice?: string]
): Verdict {
  return { decision, reason, rule, ...(advice === undefined ? {} : { advice }) }
}
