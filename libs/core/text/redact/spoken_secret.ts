import { redact } from './redact.js'

/** Words whose value is a secret, whatever it looks like. */
const PASS = `pass(?:word|wort|phrase|code|wd)s?|pwd|pin(?: code| number)?|kennwort|geheimzahl|mot de passe|contraseña|contrasena|senha|пароль|密码|密碼|口令`
/** Words whose value is a secret when it looks like one: a token and a key are also things of the code. */
const KEY = `tokens?|secrets?|credentials?|(?:api|access|secret|private|licen[cs]e|encryption|signing|ssh|deploy|auth|master)[ -]?keys?|api-schlüssel|schlüssel|geheimnis|jeton|clé(?: d'api| secrète| privée)?|clave(?: de api| secreta| privada)?|llave|密钥|密鑰|令牌|秘钥`
/** "for the database", "of alice on staging". */
const OF = String.raw`(?:['’]s)?(?:\s+[\p{L}\p{N}_'’.@-]+){0,8}?`
const IS = String.raw`\s*(?:=|:|：|是|为|為|\b(?:is|are|was|will be|becomes?|ist|lautet|heißt|est|es|é)(?!\p{L})(?:\s*:)?)\s*(?:(?:always|still|now|currently|just|only|immer|jetzt|toujours|siempre)\s+)?`
const QUOTES = String.raw`["'\u0060“”„‘’«»「」]`
/** A quotation, or a word, of at most 200 characters. */
const VALUE = String.raw`(?:${QUOTES}([^"'\u0060“”„‘’«»「」\n]{3,200})|([^\s"'\u0060“”„‘’«»「」，。；]{3,200}))`
/** No letter is before a noun, but for a script without spaces. */
const START = String.raw`(?:(?<![\p{L}\p{N}_])|(?<=\p{Script=Han}))`

const named = (noun: string) => new RegExp(`${START}(?:${noun})${OF}${IS}${VALUE}`, 'giu')
const beside = (noun: string) => new RegExp(`${START}(?:${noun})\\s+${VALUE}`, 'giu')
/** "use X as the password", "X is the password". */
const before = (noun: string) =>
  new RegExp(
    `(?<!\\S)${VALUE}${QUOTES}?(?=\\s+(?:is|as|ist|als|est|comme|es|como)\\s+(?:(?:the|our|my|a|das|unser|le|la|el|mi)\\s+)?(?:[\\p{L}_-]+\\s+){0,3}(?:${noun})(?![\\p{L}\\p{N}_]))`,
    'giu',
  )

/** What a sentence about passwords says of them: "the password is required". */
const PLAIN =
  /^(?:\p{L}+(?:ed|able|ible|ly|ing)|(?:ge|ver|er|be)\p{L}+(?:t|en)|an?|at|in|on|the|not|never|no|to|from|for|by|and|or|with|only|too|stored|kept|set|unset|sent|read|written|held|hidden|shown|given|known|unknown|correct|right|wrong|valid|empty|missing|optional|mandatory|safe|strong|weak|secret|long|short|null|undefined|none|there|present|absent|new|old|case-sensitive|his|her|its|their|our|your|my|what|that|this|how|where|plain|text|field|nie|immer|nicht|ein|eine|im|in|dans|en|un|une|una|pas|leer|falsch|richtig|vide|vacía)$/iu
/** Names in the place of a secret, and places: a variable, a path, a call, a name of the code, a placeholder. */
const NAME =
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^\$|^<.*>$|^\{|^\.{0,2}\/|\(\)?$|^[\w-]+\/[\w./-]+$|^[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|env|json|ya?ml|toml|md|txt|local|sh|rb|java|php)$|^\.env|^\[redacted/

/**
 * A text without the secrets that it tells in words, as in "the password of the database is …"; the value becomes
 * `[redacted]`. It prefers to see a secret where there is none: a rule can be said again in other words.
 */
export function withoutSecrets(text: string): string {
  let safe = redact(text)
  const hide = (shape: RegExp, isSecret: (value: string, rest: string | null) => boolean) => {
    safe = safe.replace(shape, (match: string, ...groups: unknown[]) => {
      const [quoted, word = '', at] = groups as [string | undefined, string | undefined, number]
      const value = (quoted ?? word).replace(/[.,;:!?)]+$/, '')
      const rest = quoted === undefined ? safe.slice(at + match.length) : null
      return value !== '' && !NAME.test(value) && isSecret(value, rest)
        ? match.replace(value, () => '[redacted]')
        : match
    })
  }
  const isPass = (value: string, rest: string | null) =>
    rest === null || looksSecret(value, 4) || (!PLAIN.test(value) && ends(rest))
  hide(named(PASS), isPass)
  hide(named(KEY), (value) => looksSecret(value, 6))
  for (const noun of [PASS, KEY]) {
    hide(beside(noun), (value) => looksSecret(value, noun === PASS ? 6 : 12))
    hide(before(noun), (value) => looksSecret(value, 6))
  }
  return safe
}

/** Letters and digits, or signs, in one word. */
function looksSecret(value: string, least: number): boolean {
  if (value.length < least) return false
  const isNumber = /^\d+$/.test(value)
  if (isNumber) return false
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\p{N}_.,:()/-]/u].filter((one) =>
    one.test(value),
  )
  return (/\d/.test(value) && kinds.length > 1) || /[!@#$%^&*+=~?]/.test(value)
}

/** The value is the last word of its clause, or a place follows: "the password is swordfish for now". */
function ends(rest: string): boolean {
  return /^\s*(?:$|[.,;!)"'`”]|(?:and|for|on|in|und|für|et|pour|y|para)(?!\p{L}))/u.test(rest)
}
