const WORDS = /([a-z_]+)=([\w.]+)/g

/** Reasons to wait other than earlier requests. */
const REASONS = new Map([
  ['loading', 'the model is loading'],
  ['swap', 'another model uses the machine'],
])

/**
 * One line for the user from a heartbeat comment of the proxy; null when the comment has no known facts.
 * Known: `aircoder queue position=3 of=7 eta_s=25 reason=busy|loading|swap`, `queue 3 of 7`, `… phase=prefill`, `loading`.
 * Only numbers and known words are repeated, because the comment comes from the network.
 */
export function describeComment(comment: string): string | null {
  const facts = new Map([...comment.matchAll(WORDS)].map((match) => [match[1], match[2]]))
  const plain = /\bqueue (\d+) of (\d+)/.exec(comment)
  const position = number(facts.get('position') ?? plain?.[1])
  const of = number(facts.get('of') ?? plain?.[2])
  if (position !== null) {
    const eta = number(facts.get('eta_s'))
    const place = of === null ? `${position}` : `${position} of ${of}`
    const reason = REASONS.get(facts.get('reason') ?? '')
    const parts = [`queued: place ${place}`, ...(eta === null ? [] : [`about ${eta} s`]), reason]
    return parts.filter((part) => part !== undefined).join(', ')
  }
  if (/\bloading\b/.test(comment)) return 'the model is loading'
  if (/\bprefill\b/.test(comment)) return 'the model reads the prompt'
  return null
}

function number(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}
