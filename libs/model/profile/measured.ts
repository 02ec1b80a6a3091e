import { z } from 'zod'
import type { Profile, ProfileLayer } from './profile.js'

/** What probes found of one state of a model at one endpoint; null: not measured. */
export const MeasuredSchema = z.object({
  /** Unix time of the measurement, in ms. */
  atMs: z.number(),
  /** The window as the endpoint told it then, in tokens. */
  reportedWindow: z.number().nullable(),
  /** Where a call came when tools were offered: as a native one, as text, or nowhere. */
  tools: z.enum(['native', 'text', 'none']).nullable(),
  /** Whether the template shows the model the tools of a request. */
  templateTools: z.boolean().nullable(),
  /** The dialect in which it wrote a call as text. */
  dialect: z.string().nullable(),
  /** Where its thinking comes: a field of its own, tags in the text, or nowhere. */
  thinking: z.enum(['field', 'tags', 'none']).nullable(),
  parallelCalls: z.boolean().nullable(),
  /** Whether quotes, backslashes and line ends came through the call's arguments unharmed. */
  escaping: z.boolean().nullable(),
  /** The same with the text between tags. */
  tagEscaping: z.boolean().nullable(),
  vision: z.boolean().nullable(),
  /** The window that is really served, in tokens. */
  windowTokens: z.number().nullable(),
  /** How it is known: a longer prompt was refused, was cut, or was read whole. */
  windowProof: z.enum(['refused', 'cut', 'whole']).nullable(),
  /** Prompt tokens read and tokens written a second. */
  prefillPerS: z.number().nullable(),
  decodePerS: z.number().nullable(),
  /** Whether a prompt that goes on where the last one ended is read from there. */
  prefixReuse: z.boolean().nullable(),
  /** Whether a prompt that departs from the last one is read all over: state that cannot be rolled back. */
  recurrent: z.boolean().nullable(),
  /** Tokens counted by the server to tokens of our estimate. */
  tokenFactor: z.number().nullable(),
  /** Probe -> why it did not measure. */
  missing: z.record(z.string(), z.string()),
})
export type Measured = z.infer<typeof MeasuredSchema>

/** Longest that one thought should keep a person waiting, and the least that is worth having. */
const THINKING_S = 120
const LEAST_THINKING = 256
/** The dialect whose values stand as they are between tags. */
const TAG_DIALECT = 'qwen3_coder'

/**
 * What a measurement says about a model's profile.
 * @param reportedWindow  as the endpoint tells it now: a measured window counts only beside the same one
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

/** Text where native calls do not come and text ones do, or where nothing else reaches the model. */
function formOf({ tools, templateTools, dialect }: Measured): Profile['toolForm'] | undefined {
  if (tools === null) return undefined
  if (templateTools === false) return 'text'
  if (tools !== 'none') return 'native'
  return dialect === null ? undefined : 'text'
}
