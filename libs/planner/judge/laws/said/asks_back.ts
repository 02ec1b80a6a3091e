import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { claimsChange, claimsPass } from '../../stated/claims.js'
import { inEnglish } from '../../words/in_english.js'
import { questionBack, withoutQuestions } from '../../words/question_back.js'

const LOOK =
  'the user gave all that is known. Look for the answer first: list or search the files and read them. If a question remains, ask it again.'
const DO_IT = 'the task asks for it already. Do it now. If something else is unclear, ask that.'

/**
 * A question to the user is one kind of end of a task that asks for a change: it claims nothing and is not blamed.
 * It is given back once where nothing was read yet, and where it only asks for leave to do the task.
 */
export const asksBack: Law = {
  name: 'asks_back',
  judge(standing, { summary, isTask, original = summary }) {
    if (!isTask || standing.wants !== 'change' || changedPaths(standing).length > 0) return null
    const question = questionBack(original)
    const stated = inEnglish(withoutQuestions(original))
    if (question === null || claimsChange(stated) || claimsPass(stated)) return null
    const hasLooked = standing.rows.some(({ kind }) => kind !== 'decision')
    return {
      message: `nothing was done yet: ${hasLooked ? DO_IT : LOOK}`,
      reason: 'the model asks back, and nothing was changed',
      refuse: question.permits || !hasLooked ? 1 : 0,
    }
  },
}
