import type { Standing } from '../facts/types.js'
import { addedLines, removedLines, testTexts } from '../held/evidence.js'
import { inEnglish } from '../words/in_english.js'

/** Inputs at a border and of other kinds, what words the task or a test has for them, and the new code that can tell them apart. */
const BORDERS: readonly (readonly [said: RegExp, known: RegExp, shown: RegExp])[] = [
  [
    /\b(?:of|by|is|for|to) zero\b(?! (?:when|if|for))|\bzero (?:or (?:less|below)|sizes?|counts?|lengths?|values?)\b/i,
    /zero|\D0\D/i,
    /[<>]=?\s*[01]\b|[=!]==?\s*0\b|\b(?:max|min|abs|clamp)\b|![\w(]|\bnot\b/i,
  ],
  [
    /\bnegative (?:\w+ )?(?:n|numbers?|values?|sizes?|counts?|indexe?s|indices|amounts?|inputs?)\b|\b(?:below|less than|smaller than) (?:0|1|zero|one)\b/i,
    /negativ|below|less than|smaller than|[(,=\s]-\d/i,
    /[<>]=?\s*-?[01]\b|\b(?:max|min|abs|clamp)\b|unsigned/i,
  ],
  [
    /\b(?:never|not) exceeds?\b|\b(?:above|beyond|longer than|more than|greater than|larger than|bigger than|over) \d+\b|\bat most \d+\b/i,
    /exceed|above|beyond|longer than|more than|greater|larger|bigger|at most|maxim|limit/i,
    /[<>]|\b(?:max|min|clamp|limit|cap|slice|substr\w*)\b|\[:/i,
  ],
  [
    /\b(?:without|regardless of|irrespective of|ignor(?:es|ing)|no matter which) (?:the )?(?:upper |lower )?case\b|\bcase[- ]?insensitiv\w*/i,
    /case|upper|lower|capital/i,
    /lower|upper|fold|IGNORECASE|\/\w*i\w*\b|\(\?i|-i\b/i,
  ],
  [
    /\b(?:any|every|arbitrary|different|all) (?:\w+ )?types?\b|\bgenerics?\b/i,
    /\btypes?\b|generic/i,
    /<\w+>|\[\w+ (?:any|comparable)|TypeVar|\bany\b|interface|unknown|isinstance|typeof|Union/i,
  ],
]
/** What is said of the code as it was, or of a result. */
const OLD = /\b(?:was|were|had|did|previously|before|because|since)\b/i

/** What an end says of inputs at a border, while no new line tells them from others, and no test and no word of the task has them; null: there is none. */
export function unguarded(standing: Standing, summary: string): string | null {
  const added = standing.changes.flatMap(addedLines)
  const old = standing.changes.flatMap(removedLines).join('\n')
  let known: string | null = null
  for (const sentence of summary.split(/(?<=[.;!?])\s+|\n+/)) {
    // A denial of a border is a claim, too: "the delay never exceeds 30 seconds".
    if (OLD.test(sentence)) continue
    for (const [said, words, shown] of BORDERS) {
      const [text] = said.exec(sentence) ?? []
      if (text === undefined) continue
      const isNew = added.some((line) => shown.test(line)) && !isSame(shown, added, old)
      known ??= [inEnglish(standing.asked), ...testTexts(standing)].join('\n')
      const number = /\d+(?:\.\d+)?/.exec(text)?.[0]
      const isAsked = number !== undefined && known.includes(number)
      if (!isNew && !isAsked && !words.test(known)) return text
    }
  }
  return null
}

/** The new lines tell no more apart than the old ones did. */
function isSame(shown: RegExp, added: readonly string[], old: string): boolean {
  const all = new RegExp(shown.source, 'gi')
  const count = (text: string) => text.match(all)?.length ?? 0
  return count(added.join('\n')) <= count(old)
}
