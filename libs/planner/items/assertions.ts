import { namesIn, pathsIn } from './names.js'

/** A condition that the task sets, and the words of it that a change or a result can show. */
export interface Assertion {
  /** Its sentence, as the user wrote it. */
  text: string
  marks: readonly string[]
}

const CONDITION =
  /\b(?:must|shall|should|has to|have to|needs? to|make sure|ensures?|is expected to|are expected to|so that)\b/i
/** What must not happen, and what must stay, is shown by no new line. */
const NEGATIVE =
  /\b(?:must|shall|should|do|does|has|have|may) not\b|\b(?:mustn't|shouldn't|don't|never|without|unchanged|still|keep|keeps|stay|stays|remain|remains)\b/i
/** Literal texts: code spans and quotations. */
const LITERAL = /`([^`\n]{2,60})`|"([^"\n]{2,60})"|“([^”\n]{2,60})”|(?<!\w)'([^'\n]{2,60})'(?!\w)/g
/** Numbers of two digits or more: a status, a limit, a port. */
const NUMBER = /(?<![\w.])\d[\d_]*\d(?:\.\d+)?(?![\w.]*\w)/g
/** What is before it says how things are now: "mean of an empty list is NaN, it has to be 0". */
const NOW =
  /[,;:] +(?=(?:it|they|this|that|there) (?:must|shall|should|has to|have to|needs? to)\b)/i
/** Their points end no sentence, and they are no files. */
const SHORT = /\b(?:e\.g|i\.e|cf|vs|approx|incl)\.,?/gi
/** A point that ends nothing. */
const POINT = '\u2024'
const MOST = 12

/** The conditions of a task (row 138). Those without a literal, a name or a number cannot be looked for: none for them. */
export function assertionsIn(asked: string): Assertion[] {
  const plain = asked.replace(SHORT, (short) => short.replaceAll('.', POINT))
  const sentences = plain.split(/(?<=[.;!?])\s+|\n+/).map((text) => text.trim())
  const found = sentences.flatMap((text) => {
    if (!CONDITION.test(text) || NEGATIVE.test(text)) return []
    const wanted = text.slice(NOW.exec(text)?.index ?? 0)
    const literals = [...wanted.matchAll(LITERAL)].map(
      (match) => match.slice(1).find(Boolean) ?? '',
    )
    const numbers = [...wanted.matchAll(NUMBER)].map(([number]) => number)
    const marks = [...new Set([...literals, ...numbers, ...namesIn(wanted), ...pathsIn(wanted)])]
    return marks.length === 0
      ? []
      : [
          {
            text: text.replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, '').replaceAll(POINT, '.'),
            marks,
          },
        ]
  })
  return found.slice(0, MOST)
}
