/** A longer sentence is prose or code, not a fact. */
const MOST_CHARS = 300
const CODE_BLOCK = /```[\s\S]*?(?:```|$)/g
const LIST_MARK = /^\s*(?:[-*•#>]+|\d{1,2}[.)])\s+/
const EMPHASIS = /\*\*|__(?=\S)|(?<=\S)__/g
/** The end of a sentence; a dot inside of a name or a number is followed by no space. */
const END = /(?<=[.!?;])\s+|(?<=[。！？；])/
const JOINT = /,\s+(?:(?:and|und|et|y)\s+)?|\s+(?:and|und)\s+|[，、]/

/** The sentences of a text outside of its code blocks, as single lines. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(CODE_BLOCK, '\n')
    .split('\n')
    .flatMap((line) => line.replace(LIST_MARK, '').replace(EMPHASIS, '').split(END))
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '' && sentence.length <= MOST_CHARS)
}

/** The parts of a list of statements, when each of them is one: `a is 1, b is 2 and c is 3`. */
export function partsOf(sentence: string, isFact: (part: string) => boolean): string[] {
  const parts = sentence.split(JOINT).map((part) => part.trim())
  return parts.length > 1 && parts.every(isFact) ? parts : [sentence]
}
