import type { RecordedReply, Reply } from '#core'
import { createCollector } from './collect.js'
import { loadDialects } from './dialect.js'
import { INTERRUPTED, type Model, type ModelEvent } from './model.js'
import { parseReply } from './parse.js'

/** A recorded reply arrives in this many pieces, so that whoever listens meets a stream. */
const PIECES = 4

/**
 * A recording as a model: step N gets reply N, streamed and parsed exactly as a server's would be.
 * Past the end of the recording the reply has a problem that says so.
 */
export function createScriptModel(replies: readonly RecordedReply[]): Model {
  return {
    async *ask(request, { step, signal, tools: taught }): AsyncGenerator<ModelEvent, Reply> {
      const recorded = replies[step - 1]
      if (recorded === undefined)
        return failed(
          `The recording has ${replies.length} replies, and step ${step} asks for more.`,
        )
      const collector = createCollector()
      for (const delta of deltasOf(recorded)) {
        if (signal.aborted) return failed(INTERRUPTED)
        yield* collector.add({ choices: [{ delta }] })
      }
      yield* collector.flush()
      if (signal.aborted) return failed(INTERRUPTED)
      const tools = taught ?? request.tools.map((tool) => tool.function)
      return parseReply(recorded, { step, tools, dialects: await loadDialects() })
    },
  }
}

function deltasOf(reply: RecordedReply): Record<string, string>[] {
  return [
    ...piecesOf(reply.reasoning).map((text) => ({ reasoning_content: text })),
    ...piecesOf(reply.content).map((text) => ({ content: text })),
  ]
}

/** Cut between characters, never inside one. */
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
