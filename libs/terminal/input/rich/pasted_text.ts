import { PASTE_END, PASTE_START } from '../../keys/decode.js'

/** Line ends become one kind. Other control characters than a tab would be keys, or sequences when they are drawn. */
export function plainText(raw: string): string {
  const text = raw.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  let out = ''
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 32 ? code < 127 || code > 159 : code === 9 || code === 10) out += text[at]
  }
  return out
}

/** The keys that type a text again. */
export function keysOf(text: string): string {
  return text.includes('\n') ? PASTE_START + text + PASTE_END : text
}
