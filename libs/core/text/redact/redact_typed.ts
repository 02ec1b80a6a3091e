import { redact } from './redact.js'

export { withoutSecrets } from './spoken_secret.js'

/** `password=…` in any case, as a person types it. In files such a line is mostly code, so `redact` leaves it. */
const ASSIGNED =
  /(?<![\w$.-])((?:\w{1,40}[_-])?(password|passwd|pwd|passphrase|secret|token|api[_-]?key|(?:access|private|secret|encryption)[_-]?key)\s?=\s?)(["']?)([^\s"'`$<>{}()[\]\\,;&]{4,200})\3(?=[\s"'`,;&)]|$)/gi

/** Placeholders of a secret, and names of variables. */
const PLAIN =
  /^(?:null|true|false|none|undefined|string|text|required|optional|empty|secret|password|token|value|example|changeme|\*+|x+|\.+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[.?!]*$/i

/** Redacts the words of a person: as `redact`, and the values that they assign to the name of a secret. */
export function redactTyped(text: string): string {
  return redact(text).replace(
    ASSIGNED,
    (whole, name: string, noun: string, _quote: string, value: string) => {
      const isPass = /^pass|^pwd/i.test(noun)
      const looksSecret = /\d/.test(value) && /\p{L}/u.test(value)
      return PLAIN.test(value) || (!isPass && !looksSecret) ? whole : `${name}[redacted]`
    },
  )
}
