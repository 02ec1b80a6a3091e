import type { Law, Standing } from '../facts/types.js'

/** Every cite is a row of this session, and at least one of them is a result and not a note of the model (rows 14 and 15). */
export const cites: Law = {
  name: 'cites',
  judge(standing, { cites: ids }) {
    if (ids === null) return null
    const newest = standing.newest.join('; ') || 'none yet: read a file or run a command first'
    const refuse = (what: string) => ({
      message: `${what} Newest rows: ${newest}`,
      reason: 'the end cites no evidence',
      refuse: Number.POSITIVE_INFINITY,
    })
    // General knowledge has no rows: nothing could be cited.
    const hasRows = standing.rows.some(isResult) || standing.wants === 'change'
    if (ids.length === 0 && !hasRows)
      return {
        message: 'resolve needs cites. Where nothing was read, answer in plain text instead.',
        reason: 'the end cites no evidence',
        refuse: 1,
      }
    if (ids.length === 0)
      return refuse('resolve needs cites: the ids of the evidence that proves the result.')
    const found = ids.map((id) => ({ id, row: standing.find(id) }))
    const unknown = found.filter(({ row }) => row === null).map(({ id }) => id)
    if (unknown.length > 0)
      return refuse(`resolve cites ${unknown.join(', ')}, which the ledger does not have.`)
    const foreign = found.filter(({ row }) => row === 'foreign').map(({ id }) => id)
    if (foreign.length > 0)
      return refuse(`resolve cites ${foreign.join(', ')} of another task. Cite rows of this task.`)
    if (found.some(({ row }) => isResult(row))) return null
    return { ...refuse(NOTES), reason: 'only notes of the model are cited', refuse: 2 }
  },
}

const NOTES = 'resolve cites only notes that you wrote. Cite the result that shows it.'

function isResult(row: ReturnType<Standing['find']>): boolean {
  return row !== null && row !== 'foreign' && row.kind !== 'decision'
}
