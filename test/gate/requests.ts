import type { CommandReport, GateRequest, ResolvedAccess } from '#gate'

/** A write inside the folder. */
export function access(over: Partial<ResolvedAccess> = {}): ResolvedAccess {
  return {
    given: 'src/a.ts',
    absolute: '/w/src/a.ts',
    relatives: ['src/a.ts'],
    access: 'write',
    inside: true,
    unusable: null,
    unsure: null,
    denied: null,
    control: null,
    ...over,
  }
}

/** An edit that the mode asks about. */
export function request(over: Partial<GateRequest> = {}): GateRequest {
  return {
    tool: 'patch_file',
    effect: 'edit',
    danger: true,
    accesses: [access()],
    command: null,
    hosts: [],
    closed: null,
    mode: 'default',
    allow: [],
    approved: [],
    safe: [],
    ...over,
  }
}

/** A command that is not read-only. */
export function look(text: string, over: Partial<CommandReport> = {}): CommandReport {
  return {
    text,
    denied: [],
    unsure: null,
    parts: [],
    unsafe: 'it is not read-only',
    writes: false,
    control: null,
    outside: null,
    ...over,
  }
}

/** The request of a command that the mode asks about. */
export function command(text: string, over: Partial<GateRequest> = {}): GateRequest {
  return request({
    tool: 'run_command',
    effect: 'command',
    accesses: [],
    command: look(text),
    ...over,
  })
}
