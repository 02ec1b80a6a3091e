/** How a model is talked to, and within which bounds. */
export interface Profile {
  /** The window to keep within, in tokens, where the endpoint does not tell the served one. */
  windowTokens: number
  /** Most output asked for in one reply, thinking included. */
  maxOutputTokens: number
  /** Tokens of thinking before it is closed (features.md row 60). */
  thinkingBudget: number
  /** Corrections in a row that a broken reply is worth (features.md row 48). */
  retries: number
  temperature: number
  topP: number
  /** `native`: tools go in the request. `text`: the prompt teaches them (features.md row 41). */
  toolForm: 'native' | 'text'
  /** Name of the dialect that is taught in text form; a file of `dialects/`. */
  dialect: string
  /** How the text of an edit is written: as a JSON string, or as it is between tags. */
  editFormat: 'json' | 'tags'
  /** Whether several calls may come in one reply. */
  parallelCalls: boolean
}

/** Whose word a value is; the first that says something wins. */
export const ORIGINS = ['user', 'environment', 'measured', 'shipped'] as const
export type Origin = (typeof ORIGINS)[number]

/** What is known of a model from one side; what it does not tell is undefined. */
export type ProfileLayer = { [K in keyof Profile]?: Profile[K] | undefined }

/** The values that hold, and whose word each is. */
export interface ChosenProfile {
  values: Profile
  origins: Record<keyof Profile, Origin>
}

/**
 * The one place where a model's values are decided, field by field: user, environment, measured, shipped.
 * @param layers  `shipped` is complete: it answers where nobody else does
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
