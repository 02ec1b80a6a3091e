import { lastChange } from '../facts/changes.js'
import { onlyComments } from '../facts/comments.js'
import { isDocumentation } from '../facts/documentation.js'
import { provingTest } from '../facts/test_rows.js'
import type { Law } from '../facts/types.js'

/** The task may be about texts and comments. */
const ABOUT_TEXT =
  /comment|\bdocs?\b|docu|docstring|javadoc|explain|describe|descri|typo|spell|read-?me|licen[sc]e|header|todo|annotat|markdown|\.(?:md|mdx|rst|adoc)\b|\btexts?\b|wording|grammar|translat|change-?log|release notes|guide|tutorial|kommentar|coment|注释|文档|说明/i

/** No test proves a text. The end says so and is not refused. */
export const documents: Law = {
  name: 'documents',
  judge(standing, { isTask }) {
    const { asked, wants } = standing
    if (!isTask || lastChange(standing) === null) return null
    const isAboutText = wants === 'text' || ABOUT_TEXT.test(asked)
    const isOther = wants === 'change' && !isAboutText
    if (!isAboutText && onlyComments(standing))
      return isOther
        ? {
            message:
              'not done: the task asks for a change of code, and only comments were changed. Change the code. If no code has to change, say why.',
            reason: 'the task asks for a change of code, and only comments were changed',
            refuse: 1,
          }
        : {
            message: 'only comments were changed, and no test shows them.',
            reason: 'only comments were changed, and no test shows them',
            refuse: 0,
          }
    if (!isDocumentation(standing)) return null
    if (provingTest(standing) !== null)
      return isOther
        ? {
            message: 'only documentation changed, and no test shows it.',
            reason: 'only documentation changed, and no test shows it',
            refuse: 0,
          }
        : null
    return {
      message: 'only documentation changed.',
      reason: 'only documentation changed, and no test ran after it',
      refuse: 0,
    }
  },
}
