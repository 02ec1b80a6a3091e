import { emptyBody } from '../../code/empty_body.js'
import { fixedAnswer } from '../../code/fixed_answers.js'
import { unreadParam } from '../../code/unread_param.js'
import type { Law } from '../../facts/types.js'

/** Code that gives back what the tests expect without reading its input passes them and shows nothing. It never refuses. */
export const fixedAnswers: Law = {
  name: 'fixed_answers',
  judge(standing, { isTask, summary }) {
    if (!isTask) return null
    const reason =
      unreadParam(standing, summary) ?? fixedAnswer(standing) ?? emptyBody(standing, summary)
    return reason === null ? null : { message: `not proven: ${reason}.`, reason, refuse: 0 }
  },
}
