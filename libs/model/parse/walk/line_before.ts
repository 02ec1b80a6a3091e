const LOOK_BACK = 240
/** Characters that show nothing and come from files and editors. */
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff]/g
const TAG = /<\/?[\w:-]{1,60}(?:\s[^<>]{0,120})?>/g
/** Emphasis and the start of a heading beside words. */
const EMPHASIS =
  /(?:\*\*|__|[*_`])(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}:.!])(?:\*\*|__|[*_`])|^\s*#{1,6}\s+(?=\p{L})/gu
/** Words of a sentence, an arrow or a sign: what people write in front of an action. */
const WORDS =
  /^(?:[→▶➜⇒]|[-=]>|\p{Extended_Pictographic}\ufe0f?|[\s[\],;])*(?:[\p{L}\p{M}"'“‘«¡¿(][\p{L}\p{M}\p{N}\s'’"“”«»,.;:!?()/…、。，：！？（）–—-]*)?(?:[→▶➜⇒]|[-=]>|\p{Extended_Pictographic}\ufe0f?|\s)*$/u

/**
 * True when an object without a mark is behind something that no sentence has: the sign of a comment, of a prompt, of a
 * line of a file or of a table, an assignment, a bracket of another script. It is shown there, and not meant.
 * @param from  the end of the last call or thought; what is before it does not count
 */
export function isShownInLine(text: string, at: number, from: number): boolean {
  const start = Math.max(from, text.lastIndexOf('\n', at - 1) + 1, at - LOOK_BACK)
  const line = text.slice(start, at)
  if (line.trim() === '') return false
  return !WORDS.test(line.replace(INVISIBLE, '').replace(TAG, '').replace(EMPHASIS, ''))
}

/** The end of a line: a tag whose brackets are full-width characters, as `＜tool_call＞`. */
const WIDE_TAG = /(?:^|\n)[ \t]*＜[\w:-]{1,60}＞\s*$/u
/** A label of what a program wrote or of a difference, which models also write above their own call. */
const LABEL = /(?:^|\n)[ \t*#]*(diff|stdout|stderr|logs?|trace|traceback)\**[ \t]*:\**\s*$/i

/** Why it is in doubt whether an object without a mark is meant as a call; null without doubt. */
export function doubtBefore(text: string, at: number): string | null {
  const before = text.slice(Math.max(0, at - LOOK_BACK), at)
  if (WIDE_TAG.test(before))
    return 'the brackets of its tag are full-width characters. Write the tag with < and >'
  const label = LABEL.exec(before)?.[1]
  if (label === undefined) return null
  return `it is behind "${label}:", so it may be shown text. Write a call on lines of its own`
}
