import { LIMITS, type Message } from '#core'
import { canaryAsks, estimatedPerLine, judgeCanary } from '../canary.js'
import { fillerLines, TIMED_LINES } from '../filler_lines.js'
import { type Known, type Probe, refusal } from '../probe.js'

/** The prompt's size relative to the window. An engine that checks the size rejects it immediately. */
const OVER = 1.1
/** The same where only our estimate says how large it is. */
const OVER_ESTIMATED = 1.5
const LINES_A_MESSAGE = 20
/** The prompt was cut when the engine read less than this share of it. */
const WHOLE_SHARE = 0.9

/**
 * Sends a prompt longer than the window: measures whether it is rejected, silently cut, or read whole. By the count of
 * the engine; where it counts nothing, by a word at the beginning of the prompt.
 */
export const window: Probe = {
  name: 'window',
  order: 100,
  ask(known) {
    const mark = `w${known.nonce}`
    const perLine = tokensPerLine(known)
    if (perLine !== null) {
      const messages = fillerMessages(tokensToSend(known) / perLine, mark)
      messages.push({ role: 'user', content: 'Reply with the one word: ok' })
      return [{ messages, maxTokens: 4 }]
    }
    if (!answersUncounted(known)) return 'the endpoint does not report token counts'
    const lines = tokensToSend(known, OVER_ESTIMATED) / estimatedPerLine(fillerLines(1, mark))
    return canaryAsks(known.nonce, fillerMessages(lines, mark))
  },
  judge(results, known) {
    const result = results.at(-1)
    if (result === undefined) return 'the request was not sent'
    const { problem } = result.reply
    const assumed = known.reportedWindow ?? known.shipped.windowTokens
    if (problem?.code === 'context_overflow')
      return { windowProof: 'refused', windowTokens: problem.windowTokens ?? assumed }
    if (results.length > 1)
      return judgeCanary(results, { nonce: known.nonce, windowTokens: assumed })
    const refused = refusal(result)
    if (refused !== null) return refused
    if (result.promptTokens === 0) return 'the endpoint does not report token counts'
    const read = result.promptTokens + result.reusedTokens
    if (read < tokensToSend(known) * WHOLE_SHARE)
      return { windowProof: 'cut', windowTokens: result.promptTokens }
    return { windowProof: 'whole', windowTokens: known.reportedWindow ?? result.promptTokens }
  },
}

/** Many messages, because engines drop whole messages: the rest is then nearly the window. */
function fillerMessages(count: number, mark: string): Message[] {
  const lines = fillerLines(Math.ceil(count), mark)
  const messages: Message[] = []
  for (let at = 0; at < lines.length; at += LINES_A_MESSAGE) {
    messages.push({ role: 'user', content: lines.slice(at, at + LINES_A_MESSAGE).join('\n') })
    messages.push({ role: 'assistant', content: 'ok' })
  }
  return messages
}

/** The engine answered an earlier probe, without a count. */
function answersUncounted({ answers }: Known): boolean {
  const first = answers.get('prefill')?.[0]
  return first !== undefined && first.reply.problem === null
}

function tokensToSend({ reportedWindow, shipped }: Known, over = OVER): number {
  return Math.min(
    LIMITS.probeWindowTokens,
    Math.ceil((reportedWindow ?? shipped.windowTokens) * over),
  )
}

/** From the server's token count of similar lines; null when it does not count tokens. */
function tokensPerLine({ answers }: Known): number | null {
  const counted = answers.get('prefill')?.[0]?.promptTokens ?? 0
  return counted === 0 ? null : counted / TIMED_LINES
}
