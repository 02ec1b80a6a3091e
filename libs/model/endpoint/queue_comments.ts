const WORDS = /([a-z_]+)=([\w.]+)/g

/** Why one waits, beyond that others are before. */
const REASONS = new Map([
  ['loading', 'the model is being loaded'],
  ['swap', 'another model has the machine'],
])

/**
 * A heartbeat of the proxy as one line for people, or null when it says nothing of use.
 * Known: `aircoder queue position=3 of=7 eta_s=25 reason=busy|loading|swap`, `queue 3 of 7`, `… phase=prefill`, `loading`.
 * Only numbers and known words of it are repeated: a comment comes from the network.
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
  if (/\bloading\b/.test(comment)) return 'the model is being loaded'
  if (/\bprefill\b/.test(comment)) return 'the model reads the prompt'
  return null
}

function number(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}
