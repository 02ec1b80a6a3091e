/** The longest line of a terminal that names a path and what is wrong with it. */
const MOST_CHARS = 100

/** Words of a tool's arguments, and what they are for a person. */
const ARGUMENTS: readonly (readonly [RegExp, string])[] = [
  [/\bold_str\b/g, 'the old text'],
  [/\bnew_str\b/g, 'the new text'],
]
/** Heads that begin a sentence for the model. */
const HEAD = /^(?:Not (?:run|written|allowed)|Refused): |^There is no tool "/

/**
 * What is wrong with a call, for a person, from the text for the model: its first sentence. The others tell the model what
 * to do.
 */
export function failureBrief(text: string): string {
  const sentence = ARGUMENTS.reduce(
    (said, [name, words]) => said.replace(name, words),
    firstSentence(text),
  )
  const near = sentence.replace(/ \(path: [^()]*\)$/, '')
  const said = HEAD.test(near) ? near.charAt(0).toLowerCase() + near.slice(1) : near
  return said.length <= MOST_CHARS ? said : `${said.slice(0, MOST_CHARS - 1)}…`
}

/** The first sentence of a text without the sign at its end. */
export function firstSentence(text: string): string {
  const [sentence = ''] = text.trim().split(/(?<=[.!?;])\s|\n/, 1)
  return sentence.replace(/[.;:]$/, '')
}
