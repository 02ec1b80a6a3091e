import { LIMITS, nudgesFor } from '#core'
import type { Guard } from '../guard.js'
import type { Judgement } from '../judge/facts/types.js'
import { NO_TESTS } from '../judge/laws/tests/untested.js'
import { refusedCall } from '../judge/stated/refused_call.js'
import { inEnglish } from '../judge/words/in_english.js'

const NOTHING_DONE =
  'Nothing was done yet: your reply called no tool. Call the next tool now. If nothing needs to change, call resolve and cite the evidence for that.'
/** For a model that has read something and says that nothing has to change. */
const NOTHING_CHANGED =
  'No file was changed. If something has to change, call that tool now. If nothing has to change, call resolve and cite the row that shows it.'
const READS = new Set(['file_read', 'shell_output', 'symbol_lookup', 'test_result'])
/** Words of such an end in the languages of the glossary. */
const NEGATES =
  /\b(?:no|not|nothing|none|never|already|nichts?|keine?n?|schon|bereits|rien|aucune?|pas|déjà|nada|ningun[ao]?|ya|nenhuma?|já|niente|già)\b|n't\b|没|未|无需|不需要|已经/iu
/** An end that says itself what nobody checked. */
const ADMITS =
  /\b(?:not|neither|nor|nothing|never|n't|no|nichts?|keine?|pas|aucune?|nada|non|nessun|não)\b[^.;!?\n]{0,60}\b(?:(?:k|c)ompil|\w*test|check|verif|try|tried|run)|\b(?:un(?:tested|verified|checked)|no tests)\b/i
const UNPROVEN =
  'Nothing proves yet that the task is done. Compare your changes with every part of the task. If something is missing, call the next tool. Otherwise check a result, then call resolve and cite it.'

/** Small models announce an action, or its success, and stop (row 51; docs/design/prompt.md#end-of-a-task). */
export const saidNotDone: Guard = {
  name: 'said_not_done',
  cap: 100,
  watch({ reply, textOnly, question, judgement, edited, openTodos, nudgesInARow, step, rows }) {
    if (!textOnly || nudgesInARow >= nudgesFor(step)) return null
    if (!judgement.ok) return judgement.message
    // What it needs to know is the user's to say.
    if (!judgement.proven && judgement.law === 'asks_back') return null
    if (openTodos.length > 0 && !question) {
      return `Your to-do list still has open items: ${openTodos.join('; ')}. Do the next item, or update the list with todo_write.`
    }
    // Only a change without tests is looked at again. Other doubts were said already, or need no look.
    const isUntested =
      !judgement.proven && judgement.law === 'untested' && judgement.denied === undefined
    const isSaid = hasNoTests(judgement) && admits(reply.text)
    if (edited)
      return isUntested && !isSaid && nudgesInARow < LIMITS.nudgesUnproven ? UNPROVEN : null
    if (question) return null
    const refused = refusedCall(rows)
    const mayBeRight = rows.some(({ kind }) => READS.has(kind)) && NEGATES.test(reply.text)
    // Such an end is asked for once, as one that names what was refused.
    if (refused === null && mayBeRight) return nudgesInARow === 0 ? NOTHING_CHANGED : null
    if (refused === null) return NOTHING_DONE
    // An end that names what was refused is honest, so it is asked for once.
    return nudgesInARow === 0 ? whenRefused(refused) : null
  },
}

function admits(text: string): boolean {
  return ADMITS.test(text) || ADMITS.test(inEnglish(text))
}

/** There is nothing that the model could run. */
function hasNoTests(judgement: Judgement): boolean {
  return judgement.ok && !judgement.proven && judgement.reason === NO_TESTS
}

function whenRefused(refused: string): string {
  return `Nothing was changed: a call was refused (${refused}). It will be refused again. If the task can be done without it, call that tool now. Otherwise say what was not done, and name the missing permission.`
}
