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

/** What the model reads of standard input, behind the prompt. The fence is longer than each one in it. */
export function inputNote(piped: string): string {
  const longest = Math.max(2, ...(piped.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `Standard input:\n${fence}\n${piped}\n${fence}`
}

/** The beginning of the first note: the person typed what is before it. */
const FIRST_NOTE = /\n\nI ran `[^`][\s\S]{0,4000}?` \([^()\n]*\)\.[^\n]* Its output:\n```\n/
const INPUT_NOTE = /\n\nStandard input:\n```+\n/

/**
 * The message of a task in the person's own words: without standard input and the outputs of `!` lines, which the model
 * reads with it.
 */
export function typedWords(text: string): string {
  const begins = [text.search(INPUT_NOTE), text.search(FIRST_NOTE)].filter((at) => at > 0)
  return begins.length > 0 ? text.slice(0, Math.min(...begins)) : text
}

/** Whether standard input is part of the message. */
export function hasInput(text: string): boolean {
  return text.search(INPUT_NOTE) > 0
}
