import { PLAIN_WORDS } from '../answers/plain_words.js'
import { inEnglish } from '../words/in_english.js'

/** Words of tasks that name no thing. */
const OF_TASKS = new Set(
  'please should must shall need needs want wants would like make makes made sure fix fixes fixed change changes changed update updates updated implement write rewrite refactor replace improve correct wrong right broken works work working instead always never only still already again everywhere also both together twice half once better fast faster slow issue problem bug error errors failing fails fail pass passes tests test code there here does doing done when then than that this with without from into after before have has having them they their what which where while because every each other same such more most less least very just like look looks keep leave touch people user users thing things part parts simple small short long safe clean support supports handle handles allow allows accept accepts print prints show shows ignore ignores treat use uses used using give gives take takes turn turns move moves remove removes delete deletes rename renames raise raises throw throws return returns enough little much many task project caller callers usage usages argument arguments parameter parameters swap reorder order first second'.split(
    ' ',
  ),
)
const LEAST = 4
const STEM = 5

/** Words of a task that are in nothing that was there before it, by their first letters. */
export function conceptsOf(asked: string, before: string): Map<string, string> {
  const words = inEnglish(asked)
    .toLowerCase()
    .match(/\p{L}[\p{L}\d]{3,40}/gu)
  const fresh = (words ?? []).filter(
    (word) => word.length >= LEAST && !PLAIN_WORDS.has(word) && !OF_TASKS.has(word),
  )
  return new Map(
    fresh.flatMap((word): [string, string][] => {
      const stem = word.slice(0, STEM)
      return before.includes(stem) ? [] : [[stem, word]]
    }),
  )
}
