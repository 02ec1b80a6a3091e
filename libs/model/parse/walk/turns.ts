const SIGN = '(?:#{1,6}[ \\t]*|\\*\\*|\\[|<)?'
const END = '(?:\\*\\*|\\]|>)?[ \\t]*(?::|$|(?<=[>\\]]))'
const OTHERS = '(?:[Hh]uman|HUMAN|[Uu]ser|USER|[Ss]ystem|SYSTEM|Instruction|Tool|Result)'
/** A line with which the turn of another one begins: `User:`, `### Human:`, `**User:**`, `[USER]`. */
export const TURN = `^[ \\t]*${SIGN}${OTHERS}${END}`
const IS_TURN = new RegExp(TURN)
const ANSWER = new RegExp(
  `^[ \\t]*${SIGN}(?:[Aa]ssistant|ASSISTANT|AI|Model|Response|Bot)${END}`,
  'gm',
)

export function isTurn(word: string): boolean {
  return IS_TURN.test(word)
}

/** The index of the last line with which an answer begins; -1 without one. Searched once a reply. */
export function lastAnswer(text: string): number {
  let last = -1
  for (const { index } of text.matchAll(ANSWER)) last = index
  return last
}
