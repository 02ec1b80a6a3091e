import { coveredBy, patternsOf, showPatterns } from './part_patterns.js'
import type { Approval, GateRequest } from './verdict.js'

/**
 * What an `a` answer to this call would remember, and its wording for the person; null where nothing
 * may be remembered, so that `a` counts as `y`.
 */
export function approvalFor(request: GateRequest): { approval: Approval; wording: string } | null {
  const { tool, command, accesses } = request
  if (accesses.some((access) => access.control !== null && access.access === 'write')) return null
  // What is unsure is asked each time: the next run may do something else.
  if (command?.unsure || command?.control || accesses.some((access) => access.unsure !== null))
    return null
  if (command) {
    const text = command.text.trim()
    const patterns = command.outside === null ? patternsOf(command) : []
    const wording = patterns.some(({ rest }) => rest)
      ? `commands like: ${showPatterns(patterns)}`
      : `exactly: ${text}${command.at === undefined ? '' : ` (in ${command.at})`}`
    const at = command.at === undefined ? {} : { at: command.at }
    return { approval: { kind: 'command', tool, command: text, ...at, patterns }, wording }
  }
  if (request.hosts.length > 0) {
    const hosts = request.hosts.filter((host) => host !== null)
    if (hosts.length < request.hosts.length || accesses.length > 0) return null
    return {
      approval: { kind: 'hosts', tool, hosts },
      wording: `${tool} from ${hosts.join(', ')}`,
    }
  }
  if (accesses.length === 0)
    return { approval: { kind: 'tool', tool }, wording: `every ${tool} in this session` }
  if (request.effect === 'edit' && accesses.every((access) => access.inside))
    return { approval: { kind: 'edits' }, wording: 'every edit inside this folder in this session' }
  const paths = [...new Set(accesses.map((access) => access.absolute))].sort()
  return {
    approval: { kind: 'paths', tool, paths },
    wording: `${tool} of exactly: ${paths.join(', ')}`,
  }
}

/** Whether the remembered answers, one or several together, cover this call wholly. */
export function coveredByAnswers(approved: readonly Approval[], request: GateRequest): boolean {
  if (approved.some((approval) => covers(approval, request))) return true
  const patterns = approved.flatMap((one) =>
    one.kind === 'command' && one.tool === request.tool ? one.patterns : [],
  )
  return (
    request.hosts.length === 0 && request.command !== null && coveredBy(patterns, request.command)
  )
}

/** Whether one remembered answer covers this call wholly. */
function covers(approval: Approval, request: GateRequest): boolean {
  const { accesses, tool } = request
  // An approval of files or commands does not cover the network.
  if (approval.kind !== 'hosts' && request.hosts.length > 0) return false
  switch (approval.kind) {
    case 'command':
      // The same words name other files in another folder.
      return (
        approval.tool === tool &&
        approval.command === request.command?.text.trim() &&
        approval.at === request.command.at
      )
    case 'edits':
      return (
        request.effect === 'edit' &&
        request.command === null &&
        accesses.length > 0 &&
        accesses.every((access) => access.inside)
      )
    case 'paths':
      return (
        approval.tool === tool &&
        request.command === null &&
        accesses.length > 0 &&
        accesses.every((access) => approval.paths.includes(access.absolute))
      )
    case 'hosts':
      return (
        approval.tool === tool &&
        accesses.length === 0 &&
        request.hosts.length > 0 &&
        request.hosts.every((host) => host !== null && approval.hosts.includes(host))
      )
    case 'tool':
      return approval.tool === tool && request.command === null && accesses.length === 0
  }
}
