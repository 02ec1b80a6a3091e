import type { Measured } from './measured.js'
import type { Profile, ProfileLayer } from './profile.js'

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
    windowTokens: (holds ? measured.windowTokens : null) ?? undefined,
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
