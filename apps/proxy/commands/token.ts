import { existsSync } from 'node:fs'
import { AircoderError, systemClock } from '#core'
import { LimitsSchema, NameSchema, openTokens, type TokenTerms, TokenTermsSchema } from '#relay'
import { type Environment, readWritableSettings } from '../input/read_settings.js'
import { SYSTEM_STATE_DIR } from '../input/state_dir.js'

const DAY_MS = 24 * 60 * 60_000

/**
 * Runs one verb of `token` for one person. A new token is printed to standard output, alone on its line; all
 * other messages go to standard error.
 */
export function runToken(
  verb: 'add' | 'rotate' | 'set' | 'revoke',
  name: string,
  { stateDir, config, ...flags }: Record<string, string>,
  env: Environment,
): void {
  const { settings } = readWritableSettings({ stateDir, config }, env)
  const tokens = openTokens(settings.stateDir, systemClock)
  const named = NameSchema.safeParse(name)
  if (!named.success) throw usageError(named.error.issues[0]?.message ?? 'invalid name')
  const terms = readTerms(flags)
  if (verb === 'set') tokens.change(name, terms)
  else if (verb === 'revoke') tokens.revoke(name)
  else {
    const token = verb === 'add' ? tokens.add(name, terms) : tokens.rotate(name, terms)
    process.stdout.write(`${token}\n`)
  }
  process.stderr.write(`${SAID[verb]} ${name}, in ${tokens.path}\n`)
  // The service does not read the folder of this user.
  if (settings.stateDir !== SYSTEM_STATE_DIR && existsSync(SYSTEM_STATE_DIR))
    process.stderr.write(
      `hint: the service uses ${SYSTEM_STATE_DIR}; run this with sudo to change it\n`,
    )
}

const SAID = {
  add: 'The token is shown only now. Its digest is stored for',
  rotate: 'The token is shown only now; the old one is revoked. Its digest is stored for',
  set: 'Changed:',
  revoke: 'Revoked:',
}

function readTerms({
  class: kind,
  models,
  expiresDays,
  ...flags
}: Record<string, string>): TokenTerms {
  const limits = Object.keys(LimitsSchema.shape)
    .map((name) => [name, flags[`limit${name[0]?.toUpperCase()}${name.slice(1)}`]] as const)
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => [name, orNone(text, Number)])
  const parsed = TokenTermsSchema.safeParse({
    ...(kind === undefined ? {} : { class: kind }),
    ...(models === undefined ? {} : { models: orNone(models, listOf) }),
    ...(expiresDays === undefined ? {} : { expires: orNone(expiresDays, dateIn) }),
    limits: Object.fromEntries(limits),
  })
  if (parsed.success) return parsed.data
  throw usageError(
    parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
  )
}

function orNone<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined || text === 'none' ? undefined : read(text)
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function dateIn(days: string): string {
  const ms = Number(days) * DAY_MS
  if (!(ms > 0 && ms < 100 * 366 * DAY_MS))
    throw usageError('expires-days: must be a number above 0')
  return new Date(systemClock.now() + ms).toISOString()
}

function usageError(reason: string): AircoderError {
  return new AircoderError('USAGE', { reason })
}
