const MIN_KEY_LENGTH = 16

/** Reads settings from an environment-like object; throws with the name of a wrong entry. */
export function readConfig(env) {
  const key = env.TOKENBOX_KEY ?? ''
  if (key.length < MIN_KEY_LENGTH) {
    throw new Error(`TOKENBOX_KEY must have at least ${MIN_KEY_LENGTH} characters`)
  }
  return {
    key,
    port: positive(env, 'TOKENBOX_PORT', 8080),
    sessionSeconds: positive(env, 'TOKENBOX_SESSION_SECONDS', 3600),
    codeSeconds: positive(env, 'TOKENBOX_CODE_SECONDS', 300),
    loginsPerMinute: positive(env, 'TOKENBOX_LOGINS_PER_MINUTE', 5),
    mailFrom: env.TOKENBOX_MAIL_FROM ?? 'tokenbox@example.test',
  }
}

function positive(env, name, fallback) {
  if (env[name] === undefined) return fallback
  const value = Number(env[name])
  if (!Number.isInteger(value) || value <= 0) throw new Error(`${name} must be a whole number > 0`)
  return value
}
