/** A command of a `!` line, and its result. */
interface Ran {
  command: string
  /** How it ended, in a few words without brackets. */
  end: string
  output: string
  /** A sentence for the model, or nothing. */
  more: string
}

/** What the model reads of a `!` line, behind the next message. */
export function outputNote({ command, end, output, more }: Ran): string {
  const also = more === '' ? '' : ` ${more}`
  return `I ran \`${command}\` (${end}).${also} Its output:\n\`\`\`\n${output}\n\`\`\``
}

/** The beginning of the first note: the person typed what is before it. */
const FIRST_NOTE = /\n\nI ran `[^`][\s\S]{0,4000}?` \([^()\n]*\)\.[^\n]* Its output:\n```\n/

/** The message of a task in the person's own words: without the outputs of `!` lines, which the model reads with it. */
export function typedWords(text: string): string {
  const at = text.search(FIRST_NOTE)
  return at > 0 ? text.slice(0, at) : text
}
