import { createInterface } from 'node:readline'

/** A question on its way to the person, and where its answer goes. */
interface Pending {
  prompt: string
  answer(line: string | null): void
}

/** The only reader of keys: prompts, queued messages and the gate's questions share it. */
export interface Input {
  /** The next line; null when the input ended. */
  next(prompt: string): Promise<string | null>
  /** Asks a question before everything else; null when the input ended or the signal aborts. */
  ask(prompt: string, signal: AbortSignal): Promise<string | null>
  /** Lines that were typed while nothing waited for one. */
  takeQueued(): string[]
  onInterrupt(handler: () => void): void
  close(): void
}

export interface InputOptions {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
  terminal: boolean
}

/** Opens the line input of a plain session. */
export function openInput(options: InputOptions): Input {
  const reader = createInterface({ ...options, historySize: 200 })
  const queued: string[] = []
  const waiting: Pending[] = []
  let ended = false

  reader.on('line', (line) => {
    const first = waiting.shift()
    if (first === undefined) queued.push(line)
    else first.answer(line)
    showPrompt()
  })
  reader.on('close', () => {
    ended = true
    for (const pending of waiting.splice(0)) pending.answer(null)
  })

  function showPrompt(): void {
    if (ended) return
    reader.setPrompt(waiting[0]?.prompt ?? '')
    if (waiting[0] !== undefined) reader.prompt(true)
  }

  return {
    next(prompt) {
      const line = queued.shift()
      if (line !== undefined) return Promise.resolve(line)
      if (ended) return Promise.resolve(null)
      return new Promise((resolve) => {
        waiting.push({ prompt, answer: resolve })
        showPrompt()
      })
    },
    ask(prompt, signal) {
      if (ended || signal.aborted) return Promise.resolve(null)
      return new Promise((resolve) => {
        const pending: Pending = { prompt, answer: settle }
        const onAbort = () => settle(null)
        function settle(line: string | null): void {
          signal.removeEventListener('abort', onAbort)
          const at = waiting.indexOf(pending)
          if (at !== -1) waiting.splice(at, 1)
          resolve(line)
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.unshift(pending)
        showPrompt()
      })
    },
    takeQueued: () => queued.splice(0).filter((line) => line.trim() !== ''),
    onInterrupt: (handler) => void reader.on('SIGINT', handler),
    close: () => reader.close(),
  }
}
