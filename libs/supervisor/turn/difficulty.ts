import type { Difficulty } from '#model'
import { asksOnly, needsPlan, onlyRuns } from '#planner'
import { isVague, namesPlace, routeMessage } from '#tools'

/** How hard a turn looks, and why, in a few words. */
export interface Judged {
  difficulty: Difficulty
  why: string
}

const SHORT_QUESTION = 200
const SMALL_EDIT = 120
/** Work whose first attempt often fails, however short its words are. */
const HARD =
  /\b(?:race conditions?|dead-?locks?|concurren\w+|thread-?safe\w*|memory leaks?|segfaults?|flaky|intermittent\w*|sporadic\w*|sometimes fails?|performance|optimi[sz]e|algorithms?|architecture|redesign|rewrite|security|vulnerab\w+|root cause|regression|deadlock|nebenläufig\w*|speicherleck\w*|sicherheit\w*|performances|fuite de mémoire|rendimiento)\b|死锁|竞态|内存泄漏|性能|架构|重构|漏洞/iu
const ASKS_WHY = /\b(?:why|how come|warum|wieso|pourquoi|por qué)\b|为什么|为何/iu
/** Edits that need no thought beyond their place. */
const SMALL =
  /\b(?:typos?|rename|comment|bump|version|spelling|wording|text|label|title|heading|log line|message|constant|default|import|port|tippfehler|umbenennen|renomme\w*|renombra\w*)\b|错字|改名|注释|版本/iu

/** The rules in order; the first that holds decides. */
const RULES: { difficulty: Difficulty; why: string; holds(text: string): boolean }[] = [
  { difficulty: 'hard', why: 'it has several parts', holds: needsPlan },
  { difficulty: 'hard', why: 'its words name a hard problem', holds: (text) => HARD.test(text) },
  {
    difficulty: 'hard',
    why: 'it asks for a change and names no place',
    holds: (text) => categoryOf(text) === 'write' && isVague(text),
  },
  {
    difficulty: 'easy',
    why: 'it asks for no work',
    holds: (text) => categoryOf(text) === 'respond',
  },
  {
    difficulty: 'easy',
    why: 'it is a short question',
    holds: (text) => text.length <= SHORT_QUESTION && asksOnly(text) && !ASKS_WHY.test(text),
  },
  {
    difficulty: 'easy',
    why: 'it only runs something',
    holds: (text) => text.length <= SHORT_QUESTION && categoryOf(text) === 'run' && onlyRuns(text),
  },
  {
    difficulty: 'easy',
    why: 'it is a small edit at a named place',
    holds: (text) => text.length <= SMALL_EDIT && SMALL.test(text) && namesPlace(text),
  },
]

/**
 * How hard the last message looks, without a model (row 122). One that only agrees is as hard as the one before.
 * @param messages  of the user in this session, oldest first
 */
export function difficultyOf(messages: readonly string[]): Judged {
  const last = messages.findLast((text, at) => {
    const before = messages[at - 1]
    return before === undefined || !routeMessage(text, 'read').kept
  })
  const text = (last ?? '').trim()
  const rule = RULES.find(({ holds }) => holds(text))
  if (rule === undefined) return { difficulty: 'normal', why: 'nothing says otherwise' }
  return { difficulty: rule.difficulty, why: rule.why }
}

function categoryOf(text: string) {
  return routeMessage(text).category
}
