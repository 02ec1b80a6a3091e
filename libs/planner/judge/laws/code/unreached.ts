import { lastChange, withNewCode } from '../../facts/changes.js'
import { provingTest } from '../../facts/test_rows.js'
import type { Law } from '../../facts/types.js'
import { kindOfPath } from '../../tests/check_files.js'

/** A passing run shows nothing of a file that it does not load. It never refuses. */
export const unreached: Law = {
  name: 'unreached',
  judge(standing, { isTask }) {
    if (!isTask || lastChange(standing) === null) return null
    if (provingTest(standing) === null) return null
    const { changes, checkTexts } = standing
    const own = withNewCode(changes).filter((path) => kindOfPath(path, checkTexts) === null)
    const [first] = own.length === 0 ? [] : standing.findUnreached(own)
    if (first === undefined) return null
    const reason = `${first} was changed, and no test loads it`
    return { message: `not proven: ${reason}.`, reason, refuse: 0 }
  },
}
