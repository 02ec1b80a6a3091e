import { LIMITS, type Message } from '#core'
import { fillerLines, TIMED_LINES } from '../filler_lines.js'
import { type Known, type Probe, refusal } from '../probe.js'

/** The prompt's size relative to the window. An engine that checks the size rejects it immediately. */
const OVER = 1.1
const LINES_A_MESSAGE = 20
/** The prompt was cut when the engine read less than this share of it. */
const WHOLE_SHARE = 0.9

/** Sends a prompt longer than the window: measures whether it is rejected, silently cut, or read whole. */
export const window: Probe = {
  name: 'window',
  order: 100,
  ask(known) {
    const sent = tokensToSend(known)
    const perLine = tokensPerLine(known)
    if (perLine === null) return 'the endpoint does not report token counts'
    const lines = fillerLines(Math.ceil(sent / perLine), `w${known.nonce}`)
    // Many messages, because engines drop whole messages: the rest is then nearly the window.
    const messages: Message[] = []
    for (let at = 0; at < lines.length; at += LINES_A_MESSAGE) {
      messages.push({ role: 'user', content: lines.slice(at, at + LINES_A_MESSAGE).join('\n') })
      messages.push({ role: 'assistant', content: 'ok' })
    }
    messages.push({ role: 'user', content: 'Reply with the one word: ok' })
    return [{ messages, maxTokens: 4 }]
  },
  judge([result], known) {
    if (result === undefined) return 'the request was not sent'
    const { problem } = result.reply
    const assumed = known.reportedWindow ?? known.shipped.windowTokens
    if (problem?.code === 'context_overflow')
      return { windowProof: 'refused', windowTokens: problem.windowTokens ?? assumed }
    const refused = refusal(result)
    if (refused !== null) return refused
    if (result.promptTokens === 0) return 'the endpoint does not report token counts'
    const read = result.promptTokens + result.reusedTokens
    if (read < tokensToSend(known) * WHOLE_SHARE)
      return { windowProof: 'cut', windowTokens: result.promptTokens }
    return { windowProof: 'whole', windowTokens: known.reportedWindow ?? result.promptTokens }
  },
}

function tokensToSend({ reportedWindow, shipped }: Known): number {
  return Math.min(
    LIMITS.probeWindowTokens,
    Math.ceil((reportedWindow ?? shipped.windowTokens) * OVER),
  )
}

/** From the server's token count of similar lines; null when it does not count tokens. */
function tokensPerLine({ answers }: Known): number | null {
  const counted = answers.get('prefill')?.[0]?.promptTokens ?? 0
  return counted === 0 ? null : counted / TIMED_LINES
}
