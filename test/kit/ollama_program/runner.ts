import { setTimeout as pause } from 'node:timers/promises'
import { type NativeBody, speak } from './generate.js'
import { render, type TemplatePath, tokensOf } from './render.js'

export interface RunnerTerms {
  path: TemplatePath
  windowTokens: number
  readMs: number
  writeMs: number
}

/** One line of an answer, and what the runner does instead of going on. */
export type Piece =
  | { kind: 'line'; message: object; logprobs?: object[] }
  | { kind: 'done'; reason: 'stop' | 'length'; read: number; kept: number; written: number }
  | { kind: 'refused'; status: number; error: string }
  /** The end without an end mark. */
  | { kind: 'silence' }
  | { kind: 'died' }

/** One loaded model: a slot with its kept prompt, one request at a time, the rest in arrival order. */
export class Runner {
  readonly counters = { read: 0, kept: 0 }
  private prompt: string[] = []
  private tail: Promise<unknown> = Promise.resolve()
  private alive = true
  busy = 0

  constructor(private readonly terms: RunnerTerms) {}

  /** As when its process is killed. */
  kill(): void {
    this.alive = false
  }

  /** A dead one stays in the list of `/api/ps` until its next use. */
  isAlive(): boolean {
    return this.alive
  }

  async *answer(body: NativeBody, signal: AbortSignal): AsyncGenerator<Piece> {
    const before = this.tail
    let free = () => {}
    this.tail = new Promise<void>((resolve) => {
      free = resolve
    })
    await before
    this.busy += 1
    try {
      if (!signal.aborted) yield* this.work(body, signal)
    } finally {
      this.busy -= 1
      free()
    }
  }

  private async *work(body: NativeBody, signal: AbortSignal): AsyncGenerator<Piece> {
    const { path, windowTokens, readMs, writeMs } = this.terms
    const tokens = tokensOf(render(path, body.messages ?? [], body.tools ?? []))
    if (tokens.length > windowTokens) {
      yield refusedOverflow(tokens.length, windowTokens)
      return
    }
    const differs = tokens.findIndex((token, at) => token !== this.prompt[at])
    // The last token is always read again.
    const kept = Math.min(differs === -1 ? tokens.length : differs, tokens.length - 1)
    const read = tokens.length - kept
    await pause(read * readMs)
    this.prompt = tokens
    this.counters.read += read
    this.counters.kept += kept

    const asked = Number(body.options?.num_predict ?? windowTokens)
    const most = Math.min(asked, windowTokens - tokens.length)
    const speech = speak(body)
    const words = speech.words.slice(0, most)
    const isCut = words.length < speech.words.length
    for (const word of words) {
      await pause(writeMs)
      if (signal.aborted) return
      if (!this.alive) {
        yield { kind: 'died' }
        return
      }
      if (speech.kind !== 'call') {
        const logprobs = body.logprobs ? [{ token: word, logprob: -0.5 }] : undefined
        yield { kind: 'line', message: { role: 'assistant', content: word }, logprobs }
      }
    }
    if (speech.kind === 'repeats') {
      yield { kind: 'silence' }
      return
    }
    const written = words.length
    if (speech.kind === 'call' && isCut && path === 'jinja') {
      yield refusedCut()
      return
    }
    if (speech.kind === 'call' && !isCut) {
      const call = { function: { index: 0, name: speech.name, arguments: speech.args } }
      yield { kind: 'line', message: { role: 'assistant', content: '', tool_calls: [call] } }
    }
    yield { kind: 'done', reason: isCut ? 'length' : 'stop', read, kept, written }
  }
}

/** The runner's JSON as a string inside Ollama's `error`. */
function refused(status: number, error: object): Piece {
  return { kind: 'refused', status, error: JSON.stringify({ error: { code: status, ...error } }) }
}

function refusedOverflow(promptTokens: number, windowTokens: number): Piece {
  return refused(400, {
    message: `request (${promptTokens} tokens) exceeds the available context size (${windowTokens} tokens), try increasing it`,
    type: 'exceed_context_size_error',
    n_prompt_tokens: promptTokens,
    n_ctx: windowTokens,
  })
}

/** A call that the limit cut, where the runner reads calls itself; on the other path its text just vanishes. */
function refusedCut(): Piece {
  return refused(500, {
    message: 'invalid tool call arguments: unexpected end of JSON input',
    type: 'server_error',
  })
}
