import { estimateTokens, type Message } from '#core'
import { type Found, type ProbeAnswer, type ProbeAsk, refusal, userSays } from './probe.js'

/** Room for the thinking of a model that thinks first. */
const MOST_TOKENS = 512
const ASK = 'Reply with the code word alone.'

/** The word at the beginning of the prompts. */
function wordOf(nonce: string): string {
  return `heron-${nonce}`
}

/**
 * Two requests for an engine that counts no tokens: a code word in a short prompt, and the same word at the beginning of
 * a prompt that is longer than the window. A model that repeats only the first one did not get the second.
 * @param filler  messages that make the second prompt too long
 */
export function canaryAsks(nonce: string, filler: readonly Message[]): ProbeAsk[] {
  const said = `The code word is ${wordOf(nonce)}.`
  const long: Message[] = [
    { role: 'user', content: said },
    { role: 'assistant', content: 'ok' },
    ...filler,
    { role: 'user', content: ASK },
  ]
  return [
    { messages: userSays(`${said} ${ASK}`), maxTokens: MOST_TOKENS },
    { messages: long, maxTokens: MOST_TOKENS },
  ]
}

/** What the two replies prove. The size of a window that cuts stays unknown. */
export function judgeCanary(
  [short, long]: readonly ProbeAnswer[],
  { nonce, windowTokens }: { nonce: string; windowTokens: number },
): Found {
  if (short === undefined || long === undefined) return 'the requests were not sent'
  const problem = refusal(short) ?? refusal(long)
  if (problem !== null) return problem
  const sees = ({ reply }: ProbeAnswer) => reply.text.includes(wordOf(nonce))
  if (!sees(short))
    return 'the endpoint does not report token counts, and the model does not repeat a word'
  return sees(long)
    ? { windowProof: 'whole', windowTokens }
    : { windowProof: 'cut', windowTokens: null }
}

/** Tokens of a line, where no server counted one. */
export function estimatedPerLine([line = '']: readonly string[]): number {
  return estimateTokens(`${line}\n`)
}
