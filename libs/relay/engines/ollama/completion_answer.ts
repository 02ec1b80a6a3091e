import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { systemClock } from '#core'
import type { Ending, Sink } from '../../upstream/engine.js'
import type { Reader } from '../../upstream/engine_http.js'
import { assertLines, countsOf, cutLines, endShape } from './lines.js'

const Line = z.looseObject({
  response: z.string().nullish(),
  // From a parser of the model that searches for thinking anyway: part of the text.
  thinking: z.string().nullish(),
  ...endShape,
})
type Line = z.output<typeof Line>

export interface CompletionReader extends Reader {
  /**
   * Call it after Ollama's message ended: sends the end mark, or the whole answer.
   * @throws Refusal engine_stopped when the done line is missing
   */
  end(): Ending
}

/**
 * Translates the lines of `/api/generate` into OpenAI's text completion.
 * @param model  the name in the client's request
 * @param wants  `stream`: events instead of one object; `usage`: an event with the usage
 */
export function readCompletion(
  sink: Sink,
  model: string,
  wants: { stream: boolean; usage: boolean },
): CompletionReader {
  const head = {
    id: `cmpl-${randomBytes(12).toString('hex')}`,
    object: 'text_completion',
    created: Math.floor(systemClock.now() / 1000),
    model,
  }
  const pieces: string[] = []
  let last: Line | null = null
  const event = (rest: object) =>
    sink.write(Buffer.from(`data: ${JSON.stringify({ ...head, ...rest })}\n\n`))
  const textOf = (line: Line) => (line.thinking ?? '') + (line.response ?? '')

  function take(line: Line): boolean {
    if (line.done === true) last = line
    const text = textOf(line)
    if (text === '') return true
    if (!wants.stream) return pieces.push(text) > 0
    sink.accept()
    return event({ choices: [choice(text, null)] })
  }

  const cut = cutLines(Line, take, textOf)

  return {
    head(headers) {
      sink.heard()
      assertLines(headers)
    },
    data(chunk) {
      sink.heard()
      return cut.read(chunk)
    },
    whenDrained: (resume) => sink.whenDrained(resume),
    finished: () => last !== null,
    end() {
      const { line, reason } = cut.end(last as Line | null)
      const counts = countsOf(line)
      const usage = counts === null ? {} : { usage: usageOf(counts) }
      sink.accept()
      if (wants.stream) {
        event({ choices: [choice('', reason)] })
        if (wants.usage && counts !== null) event({ choices: [], ...usage })
        sink.write(Buffer.from('data: [DONE]\n\n'))
      } else {
        const whole = { ...head, choices: [choice(pieces.join(''), reason)], ...usage }
        sink.write(Buffer.from(JSON.stringify(whole)))
      }
      return {
        usage: counts && {
          promptTokens: counts.promptTokens,
          completionTokens: counts.completionTokens,
        },
        finishReason: reason,
      }
    },
  }
}

function choice(text: string, reason: string | null): object {
  return { index: 0, text, logprobs: null, finish_reason: reason }
}

function usageOf({
  promptTokens,
  completionTokens,
}: {
  promptTokens: number
  completionTokens: number
}) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  }
}
