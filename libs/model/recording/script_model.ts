import { countNoun, type RecordedReply, type Reply } from '#core'
import { INTERRUPTED, type Model, type ModelEvent } from '../models/model.js'
import { loadDialects } from '../parse/load_dialects.js'
import { createCollector } from '../stream/collect_reply.js'
import { hiddenWordsFor } from '../stream/hide_calls.js'
import { readReply, unshownText } from '../stream/read_reply.js'

/** A recorded reply is streamed in this many pieces. */
const PIECES = 4

/**
 * A model that replays a recording: step N gets reply N, streamed and parsed like a server's reply.
 * After the end of the recording, the reply has a problem.
 */
export function createScriptModel(replies: readonly RecordedReply[]): Model {
  return {
    async *ask(request, ask): AsyncGenerator<ModelEvent, Reply> {
      const { step, signal, thinkingTokens } = ask
      const recorded = replies[step - 1]
      if (recorded === undefined)
        return failed(
          `The recording has ${countNoun(replies.length, 'reply')}, and the task needs more.`,
        )
      const tools = ask.tools ?? request.tools.map((tool) => tool.function)
      const dialects = await loadDialects()
      const hiddenWords = hiddenWordsFor(
        dialects,
        tools.map(({ name }) => name),
        request.response_format !== undefined,
      )
      const collector = createCollector({ hiddenWords, thinkingTokens, watched: true })
      for (const delta of deltasOf(recorded)) {
        if (signal.aborted) return failed(INTERRUPTED)
        yield* collector.add({ choices: [{ delta }] })
      }
      const stop = collector.stop()
      yield* collector.flush()
      if (signal.aborted) return failed(INTERRUPTED)
      const streamed = { raw: recorded, usage: null, stop, shown: collector.shown() }
      const maxTokens = request.max_tokens
      const formatted = request.response_format !== undefined
      const how = { step, tools, dialects, hiddenWords, thinkingTokens, maxTokens, formatted }
      const reply = readReply(streamed, how)
      const text = unshownText(reply, collector.shown())
      if (text !== '') yield { type: 'delta', text }
      return reply
    },
  }
}

function deltasOf(reply: RecordedReply): Record<string, unknown>[] {
  return [
    ...piecesOf(reply.reasoning).map((text) => ({ reasoning_content: text })),
    ...piecesOf(reply.content).map((text) => ({ content: text })),
    ...reply.tool_calls.map((call, index) => ({ tool_calls: [{ index, function: call }] })),
  ]
}

/** Splits between characters, never inside a surrogate pair. */
function piecesOf(text: string): string[] {
  const characters = [...text]
  const size = Math.max(1, Math.ceil(characters.length / PIECES))
  const starts = Array.from({ length: Math.ceil(characters.length / size) }, (_, n) => n * size)
  return starts.map((start) => characters.slice(start, start + size).join(''))
}

function failed(message: string): Reply {
  const problem = { code: 'inference_error', message } as const
  return { text: '', reasoning: '', calls: [], problem, finishReason: null, usage: null }
}
