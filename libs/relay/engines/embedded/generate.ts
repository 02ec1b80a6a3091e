import { Refusal } from '../../refusals/refusal.js'
import type { StopSignal } from '../../signals/stop_signal.js'
import { type ChunkWriter, type Delta, makeCallId } from '../../upstream/chunks.js'
import type { Ending, EngineUsage, Sink } from '../../upstream/engine.js'
import { createCallReader, type Piece } from './calls.js'
import type { Host } from './host.js'
import type { GrammarState, LlamaSequence, Token } from './llama_api.js'
import type { Options } from './options.js'
import { createStopReader, createTextReader } from './text.js'

/** Texts with which node-llama-cpp lets an answer under a grammar end, where the model does not end it. */
const GRAMMAR_END = '\n\n\n\n'

/** A prepared request. */
export interface Job {
  tokens: Token[]
  options: Options
  /** Creates the state that restricts the answer to a schema; null: free text. */
  grammar: (() => GrammarState) | null
  /** The conversation; null: unknown. */
  owner: string | null
  /** true: calls in the text become tool calls. */
  readsCalls: boolean
  withUsage: boolean
  writer: ChunkWriter
}

/**
 * Answers a request on a sequence of its own, token by token, up to the end mark. The part of the prompt that the
 * sequence has cached is not read again.
 * @throws Refusal engine_error, or the signal's reason: the sequence is free again at the next token
 */
export async function generate(
  host: Host,
  job: Job,
  sink: Sink,
  signal: StopSignal,
): Promise<Ending> {
  const slot = await host.slots.take(job.tokens, job.owner, signal)
  try {
    return await answer(host, slot.sequence, job, sink, signal)
  } catch (cause) {
    if (signal.aborted || cause instanceof Refusal) throw cause
    // After an error the content of the state is unknown.
    await slot.sequence.clearHistory()
    throw new Refusal('engine_error', 'The model failed while it wrote the answer.', {}, { cause })
  } finally {
    host.slots.give(slot)
  }
}

async function answer(
  host: Host,
  sequence: LlamaSequence,
  job: Job,
  sink: Sink,
  signal: StopSignal,
): Promise<Ending> {
  const { tokens, options, grammar, writer } = job
  const cachedTokens = await readPrompt(sequence, tokens, host.batchTokens, { sink, signal })
  const writing = startWriting(host, job, sink)
  const room = host.windowTokens - tokens.length
  const limit = Math.min(options.maxTokens ?? room, room)
  const made: Token[] = []
  let finish = 'stop'

  const evaluation = sequence.evaluate(tokens.slice(-1), {
    ...options.sample(made),
    ...(grammar === null ? {} : { grammarEvaluationState: grammar() }),
  })
  for await (const token of evaluation) {
    signal.throwIfAborted()
    if (made.length === 0) await writing.begin()
    sink.heard()
    made.push(token)
    if (await writing.take(token)) break
    if (made.length < limit) continue
    finish = 'length'
    break
  }
  signal.throwIfAborted()
  if (made.length === 0) await writing.begin()
  const calls = await writing.end()
  if (calls > 0 && finish === 'stop') finish = 'tool_calls'

  const usage: EngineUsage = {
    promptTokens: tokens.length,
    completionTokens: made.length,
    cachedTokens,
  }
  sink.write(writer.finish(finish))
  if (job.withUsage) sink.write(writer.usage(usage, cachedTokens))
  sink.write(writer.done())
  return { usage, finishReason: finish }
}

/**
 * Reads the prompt up to its last token, which gives the first one of the answer.
 * @returns how many tokens came from the cache, by the engine's own meter
 */
async function readPrompt(
  sequence: LlamaSequence,
  tokens: Token[],
  batchTokens: number,
  { sink, signal }: { sink: Sink; signal: StopSignal },
): Promise<number> {
  const before = sequence.tokenMeter.getState()
  const head = tokens.slice(0, -1)
  await sequence.adaptStateToTokens(head, false)
  const kept = sequence.nextTokenIndex
  // In batches, so that a client that leaves does not occupy the sequence for a whole prompt.
  while (sequence.nextTokenIndex < head.length) {
    signal.throwIfAborted()
    const from = sequence.nextTokenIndex
    await sequence.evaluateWithoutGeneratingNewTokens(head.slice(from, from + batchTokens))
    sink.read?.(sequence.nextTokenIndex - kept, head.length - kept)
  }
  return head.length - sequence.tokenMeter.diff(before).usedInputTokens
}

interface Writing {
  begin(): Promise<void>
  /** @returns true: a stop text was reached */
  take(token: Token): Promise<boolean>
  /** @returns  the number of calls in the whole answer */
  end(): Promise<number>
}

/** Turns tokens into chunks: whole characters, without stop texts, with calls separated from text. */
function startWriting(
  { model }: Host,
  { tokens, options, grammar, readsCalls, writer }: Job,
  sink: Sink,
): Writing {
  const text = createTextReader(model, tokens)
  const stops = createStopReader([...options.stops, ...(grammar === null ? [] : [GRAMMAR_END])])
  const reader = readsCalls ? createCallReader() : null
  let stopped = false
  let calls = 0

  async function send(delta: Delta): Promise<void> {
    if (!sink.write(writer.delta(delta)))
      await new Promise<void>((resume) => sink.whenDrained(resume))
  }
  async function sendAll(pieces: Piece[]): Promise<void> {
    for (const piece of pieces) {
      if (piece.type === 'text') await send({ content: piece.text })
      else {
        const { name, arguments: given } = piece
        const call = { name, arguments: given }
        await send({
          tool_calls: [{ index: calls, id: makeCallId(), type: 'function', function: call }],
        })
        calls += 1
      }
    }
  }
  const piecesOf = (part: string): Piece[] =>
    part === '' ? [] : (reader?.push(part) ?? [{ type: 'text', text: part }])

  return {
    async begin() {
      sink.heard()
      sink.accept()
      await send({ role: 'assistant', content: '' })
    },
    async take(token) {
      const next = stops.push(text.push(token))
      stopped = next.stopped
      await sendAll(piecesOf(next.text))
      return stopped
    },
    async end() {
      if (!stopped) {
        const last = stops.push(text.end())
        stopped = last.stopped
        await sendAll(piecesOf(last.text + (stopped ? '' : stops.end())))
      }
      await sendAll(reader?.end() ?? [])
      return calls
    },
  }
}
