import { LIMITS, type Reply } from '#core'

/** Names of tools that the note gives. */
const NAMED = 5

/** Keeps as many calls as one reply may have. The last one that is kept says which others were not run. */
export function limitCalls(reply: Reply): Reply {
  const most = LIMITS.replyCalls
  const kept = reply.calls.slice(0, most)
  const rest = reply.calls.slice(most)
  const last = kept.pop()
  if (rest.length === 0 || last === undefined) return reply
  const names = [...new Set(rest.map(({ name }) => name))].slice(0, NAMED).join(', ')
  const note = `Your reply had ${reply.calls.length} calls. One reply may have ${most}. The other ${rest.length} were not run (${names}). Make them in later replies.`
  return { ...reply, calls: [...kept, { ...last, notes: [...(last.notes ?? []), note] }] }
}
