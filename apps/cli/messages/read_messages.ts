import { z } from 'zod'
import { AircoderError, LIMITS } from '#core'
import { readLines } from '#terminal'
import { sayWaiting } from './say_waiting.js'

const Part = z.object({ type: z.literal('text'), text: z.string() })
/** One line, as other agents and their libraries write it. Unknown fields are left alone. */
const Message = z.object({
  type: z.literal('user'),
  message: z.object({
    role: z.literal('user').optional(),
    content: z.union([z.string(), z.array(Part).min(1)]),
  }),
})

/** The user's messages on a stream, in their order. */
export interface Messages {
  /** @throws AircoderError INPUT_LINE_INVALID */
  next(): Promise<IteratorResult<string, undefined>>
  /** All that follow, until the stream ends or the signal comes. @throws AircoderError INPUT_LINE_INVALID */
  until(signal: AbortSignal): AsyncIterable<string>
  close(): void
}

/** Reads messages, one JSON object a line. Empty lines are skipped; the first invalid one is an error with its number. */
export function readMessages(stream: NodeJS.ReadStream): Messages {
  let number = 0
  const most = LIMITS.inputBytes
  const onLong = () => refusal(number + 1, `it has more than ${most / 1_048_576} MiB`)
  const lines = readLines(stream, { most, onLong })

  async function next(): Promise<IteratorResult<string, undefined>> {
    const heard = sayWaiting('waiting for a message on standard input')
    try {
      for (;;) {
        const { done, value } = await lines.next()
        if (done) return { done: true, value: undefined }
        number += 1
        if (value.trim() !== '') return { done: false, value: textOf(value, number) }
      }
    } finally {
      heard()
    }
  }

  return {
    next,
    async *until(signal) {
      const stopped = new Promise<'stopped'>((resolve) => {
        signal.addEventListener('abort', () => resolve('stopped'), { once: true })
      })
      while (!signal.aborted) {
        const read = await Promise.race([next(), stopped])
        if (read === 'stopped' || read.done) return
        yield read.value
      }
    },
    close: () => void stream.destroy(),
  }
}

function textOf(line: string, number: number): string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    throw refusal(number, `it is not valid JSON: ${(cause as Error).message}`)
  }
  const read = Message.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    const place = (issue?.path ?? []).map(String).join('.')
    throw refusal(number, `${place === '' ? '' : `${place}: `}${issue?.message}`)
  }
  const { content } = read.data.message
  const text = typeof content === 'string' ? content : content.map((part) => part.text).join('\n')
  if (text.trim() === '') throw refusal(number, 'the message has no text')
  return text
}

function refusal(line: number, reason: string): AircoderError {
  return new AircoderError('INPUT_LINE_INVALID', { line, reason })
}
