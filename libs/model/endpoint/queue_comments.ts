import { type ModelEvent, READING } from '../models/model.js'

const WORDS = /(?<![a-z_])([a-z_]+)=([\w.]+)/g

/** Reasons to wait other than earlier requests. */
const REASONS = new Map([
  ['loading', 'the model is loading'],
  ['swap', 'another model uses the machine'],
])

/**
 * What a heartbeat comment of the proxy reports; null when the comment has no known facts.
 * Known: `aircoder queue position=3 of=7 eta_s=25 reason=busy|loading|swap`, `queue 3 of 7`, `loading`,
 * `… phase=prefill read=1200 of=4800`, `… phase=prefill left_s=12`.
 * Only numbers and known words are repeated, because the comment comes from the network.
 */
export function readComment(comment: string): ModelEvent | null {
  const facts = new Map([...comment.matchAll(WORDS)].map(([, name = '', value]) => [name, value]))
  if (/\bprefill\b/.test(comment)) return { type: 'phase', text: READING, ...prefillOf(facts) }
  const plain = /\bqueue (\d+) of (\d+)/.exec(comment)
  const position = number(facts.get('position') ?? plain?.[1])
  const of = number(facts.get('of') ?? plain?.[2])
  if (position !== null) {
    const eta = number(facts.get('eta_s'))
    const place = of === null ? `${position}` : `${position} of ${of}`
    const reason = REASONS.get(facts.get('reason') ?? '')
    const parts = [`queued: place ${place}`, ...(eta === null ? [] : [`about ${eta} s`]), reason]
    return { type: 'waiting', text: parts.filter((part) => part !== undefined).join(', ') }
  }
  if (/\bloading\b/.test(comment)) return { type: 'waiting', text: 'the model is loading' }
  return null
}

function prefillOf(
  facts: ReadonlyMap<string, string | undefined>,
): Pick<ModelEvent, 'share' | 'leftMs'> {
  const [read, of] = [number(facts.get('read')), number(facts.get('of'))]
  if (read !== null && of !== null && of > 0 && read <= of) return { share: read / of }
  const left = number(facts.get('left_s'))
  return left === null || left === 0 ? {} : { leftMs: left * 1_000 }
}

function number(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}
