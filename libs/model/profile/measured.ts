import { z } from 'zod'
import type { Profile, ProfileLayer } from './profile.js'

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

/** The longest wait for one thinking phase, and the smallest useful budget in tokens. */
const THINKING_S = 120
const LEAST_THINKING = 256
/** The dialect with unescaped values between tags. */
const TAG_DIALECT = 'qwen3_coder'

/**
 * The profile values that follow from a measurement.
 * @param reportedWindow  what the endpoint reports now; a measured window is used only if this has not changed
 */
export function layerOf(
  measured: Measured,
  shipped: Profile,
  reportedWindow: number | null,
): ProfileLayer {
  const { decodePerS, escaping, tagEscaping } = measured
  const useTags = escaping === false && tagEscaping === true
  const holds = measured.reportedWindow === reportedWindow
  return {
    windowTokens: (holds ? measured.windowTokens : null) ?? reportedWindow ?? undefined,
    toolForm: useTags ? 'text' : formOf(measured),
    dialect: useTags ? TAG_DIALECT : (measured.dialect ?? undefined),
    editFormat: escaping === null ? undefined : useTags ? 'tags' : 'json',
    parallelCalls: measured.parallelCalls ?? undefined,
    thinkingBudget:
      decodePerS === null
        ? undefined
        : Math.min(
            shipped.thinkingBudget,
            Math.max(LEAST_THINKING, Math.round(decodePerS * THINKING_S)),
          ),
  }
}

/** `text` when native calls do not work and text ones do, or when the template leaves the tools out. */
function formOf({ tools, templateTools, dialect }: Measured): Profile['toolForm'] | undefined {
  if (tools === null) return undefined
  if (templateTools === false) return 'text'
  if (tools !== 'none') return 'native'
  return dialect === null ? undefined : 'text'
}
