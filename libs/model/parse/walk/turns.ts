const SIGN = '(?:#{1,6}[ \\t]*|\\*\\*|\\[|<)?'
const END = '(?:\\*\\*|\\]|>)?[ \\t]*(?::|$|(?<=[>\\]]))'
const OTHERS = '[Hh]uman|HUMAN|[Uu]ser|USER|[Ss]ystem|SYSTEM|Instruction|Tool|Result'
const QUESTION = 'Q|[Qq]uestion|QUESTION'
/** A line with which the turn of another one begins: `User:`, `### Human:`, `**User:**`, `[USER]`, `Q:`. */
export const TURN = lineOf(`${OTHERS}|${QUESTION}`)
const IS_TURN = new RegExp(TURN)
const IS_QUESTION = new RegExp(lineOf(QUESTION))
const REPLY = new RegExp(lineOf('[Aa]ssistant|ASSISTANT|AI|Model|Response|Bot'), 'gm')
const ANSWER = new RegExp(lineOf('A|[Aa]nswer|ANSWER'), 'gm')

/** Where the last reply to a turn begins, and the last answer to a question; -1 without one. */
export interface LastAnswers {
  reply: number
  answer: number
}

function lineOf(words: string): string {
  return `^[ \\t]*${SIGN}(?:${words})${END}`
}

export function isTurn(word: string): boolean {
  return IS_TURN.test(word)
}

/** Searches the whole text; called once a reply. */
export function lastAnswers(text: string): LastAnswers {
  return { reply: lastIndex(text, REPLY), answer: lastIndex(text, ANSWER) }
}

/** True when an answer follows this turn. `A:` answers only a question: elsewhere it may be one of several choices. */
export function isAnswered(word: string, at: number, { reply, answer }: LastAnswers): boolean {
  return reply > at || (answer > at && IS_QUESTION.test(word))
}

function lastIndex(text: string, expression: RegExp): number {
  let last = -1
  for (const { index } of text.matchAll(expression)) last = index
  return last
}
