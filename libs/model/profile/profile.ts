/** Settings and limits of the requests to a model. */
export interface Profile {
  /** The window in tokens when the endpoint does not report the served one. */
  windowTokens: number
  /** Token limit of one reply, including thinking. */
  maxOutputTokens: number
  /** Token limit of thinking (row 60). */
  thinkingBudget: number
  /** Corrections in a row after invalid replies (row 48). */
  retries: number
  temperature: number
  topP: number
  /** `native`: tools are in the request. `text`: the prompt describes them (row 41). */
  toolForm: 'native' | 'text'
  /** Name of the dialect for the text form; a file of `dialects/`. */
  dialect: string
  /** The form of an edit's text: a JSON string, or unescaped between tags. */
  editFormat: 'json' | 'tags'
  /** Whether one reply may have several calls. */
  parallelCalls: boolean
}

/** Sources of values, highest precedence first. */
export const ORIGINS = ['user', 'environment', 'measured', 'reported', 'shipped'] as const
export type Origin = (typeof ORIGINS)[number]

/** Values from one source; undefined where it sets none. */
export type ProfileLayer = { [K in keyof Profile]?: Profile[K] | undefined }

/** The chosen values, and the source of each. */
export interface ChosenProfile {
  values: Profile
  origins: Record<keyof Profile, Origin>
}

/**
 * Chooses a model's values field by field, with the precedence user, environment, measured, reported, shipped.
 * @param layers  `shipped` must be complete
 */
export function chooseProfile(
  layers: { shipped: Profile } & { [K in Exclude<Origin, 'shipped'>]?: ProfileLayer },
): ChosenProfile {
  const fields = Object.keys(layers.shipped) as (keyof Profile)[]
  const chosen = fields.map((field) => {
    const origin = ORIGINS.find((each) => layers[each]?.[field] !== undefined) ?? 'shipped'
    return { field, origin, value: layers[origin]?.[field] }
  })
  return {
    values: Object.fromEntries(chosen.map(({ field, value }) => [field, value])) as never,
    origins: Object.fromEntries(chosen.map(({ field, origin }) => [field, origin])) as never,
  }
}
