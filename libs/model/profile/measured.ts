import { z } from 'zod'

/** Results of the probes for one version of a model at one endpoint; null: not measured. */
export const MeasuredSchema = z.object({
  /** Unix time of the measurement, in ms. */
  atMs: z.number(),
  /** The window that the endpoint reported at that time, in tokens. */
  reportedWindow: z.number().nullable(),
  /** The form of a call when tools were in the request: native, text, or none. */
  tools: z.enum(['native', 'text', 'none']).nullable(),
  /** Whether the model's template includes the tools of a request. */
  templateTools: z.boolean().nullable(),
  /** The dialect of its calls as text. */
  dialect: z.string().nullable(),
  /** Where its thinking is: in a separate field, in tags in the text, or nowhere. */
  thinking: z.enum(['field', 'tags', 'none']).nullable(),
  parallelCalls: z.boolean().nullable(),
  /** Whether quotes, backslashes and line ends in a call's JSON arrived unchanged. */
  escaping: z.boolean().nullable(),
  /** The same for text between tags. */
  tagEscaping: z.boolean().nullable(),
  vision: z.boolean().nullable(),
  /** The window that is actually served, in tokens. */
  windowTokens: z.number().nullable(),
  /** The evidence: a longer prompt was rejected, was cut, or was read whole. */
  windowProof: z.enum(['refused', 'cut', 'whole']).nullable(),
  /** Prompt tokens read per second, and tokens written per second. */
  prefillPerS: z.number().nullable(),
  decodePerS: z.number().nullable(),
  /** Whether a prompt that extends the last one is read only from its end. */
  prefixReuse: z.boolean().nullable(),
  /** Whether a prompt that differs from the last one is read from its start: recurrent state cannot be rolled back. */
  recurrent: z.boolean().nullable(),
  /** The server's token count divided by our estimate. */
  tokenFactor: z.number().nullable(),
  /** Probe -> the reason why it has no result. */
  missing: z.record(z.string(), z.string()),
})
export type Measured = z.infer<typeof MeasuredSchema>

/** All values before the first probe: null. */
export function nothingMeasured(): Measured {
  const values = Object.keys(MeasuredSchema.shape).map((field) => [field, null])
  return MeasuredSchema.parse({ ...Object.fromEntries(values), atMs: 0, missing: {} })
}
