/** Names of fields whose value is always a secret (row 198). */
const SECRET_NAMES = [
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'secret',
  'client_secret',
  'api_key',
  'api_secret',
  'access_key',
  'secret_key',
  'private_key',
  'encryption_key',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'auth_token',
  'session_token',
  'authorization',
  'set_cookie',
] as const
const PLAIN_NAMES = new Set(SECRET_NAMES.map((name) => name.replaceAll('_', '')))
const spell = (name: string) => name.replaceAll('_', '[_-]?')

/**
 * Patterns of secrets that must never be stored, logged or sent (row 198): bearer values,
 * vendor key prefixes, JWTs, private key blocks, and assignments to names of secrets.
 */
const SHAPES: [RegExp, string][] = [
  [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    '[redacted private key]',
  ],
  [/\b(Bearer\s+)[A-Za-z0-9._~+/=-]{16,}/gi, '$1[redacted]'],
  [/(?<![\w-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, '[redacted jwt]'],
  [/\b(?:sk|pk|rk)-[A-Za-z0-9_-]{20,}/g, '[redacted key]'],
  [/\bgh[pousr]_[A-Za-z0-9]{20,}/g, '[redacted key]'],
  [/\bgithub_pat_[A-Za-z0-9_]{20,}/g, '[redacted key]'],
  [/\bglpat-[A-Za-z0-9_-]{16,}/g, '[redacted key]'],
  [/\bxox[abprs]-[A-Za-z0-9-]{10,}/g, '[redacted key]'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, '[redacted key]'],
  [/\bAIza[A-Za-z0-9_-]{30,}/g, '[redacted key]'],
  [/\bac_[A-Za-z0-9]{4,}_[A-Za-z0-9_-]{32,}/g, '[redacted key]'],
  // Further vendors: Hugging Face, npm, Stripe, SendGrid, Google sign-in, DigitalOcean, age.
  [
    /\b(?:hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}|[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|SG\.[\w-]{16,}\.[\w-]{16,}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}|do[oprt]_v1_[a-f0-9]{32,}|AGE-SECRET-KEY-1[A-Z0-9]{30,})/g,
    '[redacted key]',
  ],
  // Long keys of cloud providers, by the name of their field.
  [
    /\b(aws_secret_access_key\s*[=:]\s*|AccountKey=)["']?[A-Za-z0-9+/=]{30,}["']?/gi,
    '$1[redacted]',
  ],
  [/\b(Authorization["']?\s*[:=]\s*["']?Basic\s+)[A-Za-z0-9+/=]{8,}/gi, '$1[redacted]'],
  // A password in a URL.
  [/(:\/\/[^\s:@/[\]]{1,100}:)[^\s@/[\]]{4,200}(?=@)/g, '$1[redacted]'],
  // A named value in JSON, if it has a digit: plain words are names and placeholders.
  [
    new RegExp(
      `("(?:\\w{1,40}[_-])?(?:${SECRET_NAMES.map(spell).join('|')})"\\s*:\\s*")(?=[^"]*\\d)[^"\\s$<{[\\\\]{8,}(?=")`,
      'gi',
    ),
    '$1[redacted]',
  ],
  [
    // A lookahead finds the word first: one pattern with a wildcard on both sides takes quadratic time.
    /\b(?=[A-Z][A-Z0-9_]*?(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY))([A-Z0-9_]+\s*=\s*)(["']?)[^\s"'$]{8,}\2/g,
    '$1[redacted]',
  ],
]

/** The mark that replaces a secret. */
const MARK = /\[redacted(?: (?:key|jwt|private key))?\]/g

/** Counts the redaction marks in a text. */
export function countRedactions(text: string): number {
  return text.match(MARK)?.length ?? 0
}

/** Returns whether a field of this name holds a secret; case and separators do not matter. */
export function isSecretName(name: string): boolean {
  return PLAIN_NAMES.has(name.replace(/[^a-z0-9]/gi, '').toLowerCase())
}

/** Replaces everything that matches a secret pattern; the rest stays byte for byte. */
export function redact(text: string): string {
  let out = text
  for (const [shape, replacement] of SHAPES) out = out.replace(shape, replacement)
  return out
}
