import type { Law } from '../../facts/types.js'
import { MOST_CHARS } from '../../words/readable.js'

/** Of a longer end, only a part is compared with the rows. It is never refused. */
export const tooLong: Law = {
  name: 'too_long',
  judge({ wants }, { isTask, isCut }) {
    if (!isTask || wants === 'text' || isCut !== true) return null
    const reason = `the end is longer than ${MOST_CHARS} characters, and only a part of it was compared`
    return { message: `not proven: ${reason}.`, reason, refuse: 0 }
  },
}
