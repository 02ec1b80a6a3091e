import { z } from 'zod'
import { AircoderError } from '../errors/aircoder_error.js'

/**
 * One recorded reply of a model: `--record` writes it, the script model replays it, the proxy's scripted
 * engine serves it. One JSON object per line.
 */
const RecordedReplySchema = z.strictObject({
  content: z.string().default(''),
  reasoning: z.string().default(''),
  /** Arguments verbatim, as one string, so that invalid JSON is recorded as it was. */
  tool_calls: z
    .array(z.strictObject({ id: z.string().optional(), name: z.string(), arguments: z.string() }))
    .default([]),
  finish_reason: z.string().nullable().default(null),
  /** A comment for readers of the recording; never sent to a model. */
  note: z.string().optional(),
})
export type RecordedReply = z.infer<typeof RecordedReplySchema>

/**
 * Parses a recording. Blank lines are skipped.
 * @throws AircoderError RECORDING_INVALID with the line number
 */
export function parseRecording(path: string, text: string): RecordedReply[] {
  const replies: RecordedReply[] = []
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return
    try {
      replies.push(RecordedReplySchema.parse(JSON.parse(line)))
    } catch (cause) {
      throw new AircoderError(
        'RECORDING_INVALID',
        { path, reason: `line ${index + 1}: ${whyNoReply(cause)}` },
        { cause },
      )
    }
  })
  if (replies.length === 0)
    throw new AircoderError('RECORDING_INVALID', { path, reason: 'it has no reply' })
  return replies
}

function whyNoReply(cause: unknown): string {
  if (!(cause instanceof z.ZodError)) return 'it is not JSON'
  const [issue] = cause.issues
  const field = issue?.path.join('.') ?? ''
  return `it is no reply: ${field === '' ? '' : `${field}: `}${issue?.message ?? ''}`
}
