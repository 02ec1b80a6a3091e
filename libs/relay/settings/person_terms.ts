import { z } from 'zod'
import { CLASS_NAMES, DEFAULT_CLASS } from './classes.js'

/** Limits of one person; an absent one leaves only the limits of the whole proxy. */
export const LimitsSchema = z.strictObject({
  /** Requests waiting and requests running at once. */
  queued: z.number().int().min(0).optional(),
  running: z.number().int().min(1).optional(),
  /** Requests that reach a model; `GET /v1/models` and the like do not count. */
  requestsPerMinute: z.number().int().min(1).optional(),
  /** Tokens of prompts and answers by the proxy's own calendar day. */
  tokensPerDay: z.number().int().min(1).optional(),
  /** Share of the engine beside others of the same class; default 1. */
  weight: z.number().min(0.1).max(10).optional(),
})
export type PersonLimits = z.infer<typeof LimitsSchema>

// A leading dash would be read as a flag, and `-` means "no person" in the log.
export const NameSchema = z
  .string()
  .regex(
    /^[\w@][\w.@+-]{0,63}$/,
    'a name has at most 64 characters of letters, digits and . _ @ + - and begins with a letter, a digit, _ or @',
  )

const Sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hexadecimal digits')

/** The fields of a person in the settings and in the token store. */
const terms = {
  /** The highest class of the queue that this person's requests may have. */
  class: z.enum(CLASS_NAMES).default(DEFAULT_CLASS),
  /** Model ids, `*` matches any text; absent: all models of the proxy. */
  models: z.array(z.string().min(1).max(256)).min(1).optional(),
  limits: LimitsSchema.default({}),
}

/** A person in the settings. The token itself is not stored, only its SHA-256 in hex. */
export const ChosenTokenSchema = z.strictObject({
  name: NameSchema,
  sha256: Sha256Schema,
  ...terms,
})

const Instant = z.iso.datetime()

/** Terms for a new or changed token; undefined removes a value. */
export const TokenTermsSchema = z.strictObject({
  class: terms.class.unwrap().optional(),
  models: terms.models,
  limits: LimitsSchema,
  expires: Instant.optional(),
})
export type TokenTerms = Partial<z.infer<typeof TokenTermsSchema>>

/** A token made by `token add`; times in ISO 8601. */
export const StoredTokenSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{4,16}$/),
  name: NameSchema,
  sha256: Sha256Schema,
  ...terms,
  created: Instant,
  expires: Instant.optional(),
  revoked: Instant.optional(),
})
export type StoredToken = z.infer<typeof StoredTokenSchema>
