import { z } from 'zod'

/** Another endpoint beside the main one, with a token of its own. */
const Tier = z.strictObject({
  baseUrl: z.url(),
  model: z.string().min(1),
  token: z.string().min(1).optional(),
})

/**
 * What may ask a second model; all of it is off unless the user's own settings say otherwise
 * (conventions.md 4, row 19). An untrusted project can set none of it.
 */
export const AID_SHAPE = {
  /** Names of the side questions that are on; see docs/micro_calls.md. */
  features: z.array(z.string().min(1)).optional(),
  /** true: a provider in the cloud may be asked when all else failed, each time on a y of the person. */
  escalate: z.boolean().optional(),
  /** Which provider, where not the first that has a key; `baseUrl` for a gateway. */
  escalation: z
    .strictObject({
      provider: z.string().min(1),
      model: z.string().min(1).optional(),
      baseUrl: z.url().optional(),
    })
    .optional(),
  /** Endpoints for side questions (`fast`) and for steps on which the main model fails (`strong`). */
  tiers: z.strictObject({ fast: Tier.optional(), strong: Tier.optional() }).optional(),
} as const

/** The same, resolved: complete and frozen. */
export interface AidSettings {
  readonly features: readonly string[]
  readonly escalate: boolean
  readonly escalation: z.infer<NonNullable<(typeof AID_SHAPE)['escalation']>>
  readonly tiers: NonNullable<z.infer<(typeof AID_SHAPE)['tiers']>>
}

type GivenAids = z.infer<z.ZodObject<typeof AID_SHAPE>>

/** Fills in what was not given: everything off. */
export function resolveAids({ features, escalate, escalation, tiers }: GivenAids): AidSettings {
  return {
    features: Object.freeze([...new Set(features ?? [])]),
    escalate: escalate ?? false,
    escalation,
    tiers: Object.freeze(tiers ?? {}),
  }
}

/** Reads a switch or an object from the text of an environment variable; what is neither stays text. */
export function aidFromText(key: string, text: string): unknown {
  if (key === 'escalate') return { true: true, '1': true, false: false, '0': false }[text] ?? text
  try {
    return JSON.parse(text)
  } catch {
    // The schema says what is wrong with it, without repeating a token that may stand in it.
    return text
  }
}
