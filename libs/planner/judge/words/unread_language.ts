/** Code, quotes and paths: what they hold is data, in any language. */
const DATA =
  /```[\s\S]*?(?:```|$)|`[^`\n]*`|"[^"\n]*"|(?<!\p{L})'[^'\n]*'(?!\p{L})|“[^”\n]*”|«[^»\n]*»|「[^」\n]*」|\S*[/.]\w\S*/gu
/** Scripts whose languages the glossary does not hold; Han alone is Chinese, which it does. */
const UNREAD =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Greek}\p{Script=Hebrew}]/gu
const READ = /[\p{Script=Latin}]/gu
/** Fewer are a sign of a formula, such as λ or Δx. */
const LEAST_LETTERS = 3

/**
 * Whether a text has a sentence in a language that the laws cannot read.
 * @param how  `any`: a few words are enough; `most`: it is the larger part of a sentence
 */
export function isUnread(text: string, how: 'any' | 'most'): boolean {
  return withoutData(text)
    .split(/(?<=[.!?])\s+|[。！？\n]/)
    .some((sentence) => {
      const unread = sentence.match(UNREAD)?.length ?? 0
      if (unread < LEAST_LETTERS) return false
      return how === 'any' || unread >= (sentence.match(READ)?.length ?? 0)
    })
}

/** A text without code, quotes and paths. */
export function withoutData(text: string): string {
  return text.replace(DATA, ' ')
}
