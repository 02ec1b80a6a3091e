import { subjectWords } from '../../words/subject_words.js'
import { topicsOf } from '../../words/topics.js'
import { weightOf } from '../../words/weak_words.js'
import { isWordOfAreas } from './governed.js'

/** Names of the project. */
interface Names {
  has(word: string): boolean
}

/** So large a part of a task's words has to be known. */
const LEAST_KNOWN = 0.4
/** More words of a task say what the first ones do. */
const MOST_WORDS = 120
const LATIN_WORD = /\p{Script=Latin}[\p{L}\p{N}_-]*/gu
const HAN_RUN = /\p{Script=Han}+/gu
/** Chinese is read in steps of so many characters, each with one before it and one behind it. */
const HAN_STEP = 2

/**
 * Whether the program knows enough words of a task to say what it does not touch: those of the tables, those of every
 * task, and names of the project.
 */
export function isUnderstood(text: string, project: Names): boolean {
  const words = [...hanParts(text), ...latinWords(text)].slice(0, MOST_WORDS)
  const known = words.filter((word) => isKnown(word, project))
  return known.length >= words.length * LEAST_KNOWN
}

function isKnown(word: string, project: Names): boolean {
  const stems = [...subjectWords(word)]
  return (
    isWordOfAreas(word) ||
    stems.some((one) => weightOf(one) < 1 || project.has(one)) ||
    topicsOf(word).size > 0
  )
}

/** The words that are not in every text. */
function latinWords(text: string): string[] {
  return (text.match(LATIN_WORD) ?? []).filter((word) => subjectWords(word).size > 0)
}

function hanParts(text: string): string[] {
  return (text.match(HAN_RUN) ?? []).flatMap((run) => {
    const starts = Array.from(
      { length: Math.ceil(run.length / HAN_STEP) },
      (_, at) => at * HAN_STEP,
    )
    return starts.map((at) => run.slice(Math.max(0, at - 1), at + HAN_STEP + 1))
  })
}
