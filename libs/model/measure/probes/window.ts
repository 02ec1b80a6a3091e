import { LIMITS, type Message } from '#core'
import { fillerLines, TIMED_LINES } from '../filler_lines.js'
import { type Known, type Probe, refusal } from '../probe.js'

/** Above the window by this much: an engine that guards it refuses at once, without reading. */
const OVER = 1.1
const LINES_A_MESSAGE = 20
/** Share of what was sent below which the prompt was cut. */
const WHOLE_SHARE = 0.9

/** A prompt that is longer than the window: is it refused, cut in silence, or read whole? */
export const window: Probe = {
  name: 'window',
  order: 100,
  ask(known) {
    const sent = tokensToSend(known)
    const perLine = tokensPerLine(known)
    if (perLine === null) return 'the endpoint counts no tokens'
    const lines = fillerLines(Math.ceil(sent / perLine), `w${known.nonce}`)
    // Many messages: what cuts, drops whole ones, so that the rest is nearly the window.
    const messages: Message[] = []
    for (let at = 0; at < lines.length; at += LINES_A_MESSAGE) {
      messages.push({ role: 'user', content: lines.slice(at, at + LINES_A_MESSAGE).join('\n') })
      messages.push({ role: 'assistant', content: 'ok' })
    }
    messages.push({ role: 'user', content: 'Reply with the one word: ok' })
    return [{ messages, maxTokens: 4 }]
  },
  judge([heard], known) {
    if (heard === undefined) return 'it was not asked'
    const { problem } = heard.reply
    const assumed = known.reportedWindow ?? known.shipped.windowTokens
    if (problem?.code === 'context_overflow')
      return { windowProof: 'refused', windowTokens: problem.windowTokens ?? assumed }
    const refused = refusal(heard)
    if (refused !== null) return refused
    if (heard.promptTokens === 0) return 'the endpoint counts no tokens'
    const read = heard.promptTokens + heard.reusedTokens
    if (read < tokensToSend(known) * WHOLE_SHARE)
      return { windowProof: 'cut', windowTokens: heard.promptTokens }
    return { windowProof: 'whole', windowTokens: known.reportedWindow ?? heard.promptTokens }
  },
}

function tokensToSend({ reportedWindow, shipped }: Known): number {
  return Math.min(
    LIMITS.probeWindowTokens,
    Math.ceil((reportedWindow ?? shipped.windowTokens) * OVER),
  )
}

/** From what the server counted for lines of the same kind; null where it does not count. */
function tokensPerLine({ heard }: Known): number | null {
  const counted = heard.get('prefill')?.[0]?.promptTokens ?? 0
  return counted === 0 ? null : counted / TIMED_LINES
}
