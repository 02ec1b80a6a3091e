/**
 * Shapes of secrets that must never be stored, logged or sent (features.md row 198): bearer values,
 * vendor key prefixes, JWTs, private key blocks, and assignments to names that speak of secrets.
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
  [
    // The name is looked into before it is read: tried from both ends at once, a long one takes forever.
    /\b(?=[A-Z][A-Z0-9_]*?(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY))([A-Z0-9_]+\s*=\s*)(["']?)[^\s"'$]{8,}\2/g,
    '$1[redacted]',
  ],
]

/** Replaces what looks like a secret; everything else stays byte for byte. */
export function redact(text: string): string {
  let out = text
  for (const [shape, replacement] of SHAPES) out = out.replace(shape, replacement)
  return out
}
