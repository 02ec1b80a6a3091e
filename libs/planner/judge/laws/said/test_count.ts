import type { Law } from '../../facts/types.js'

const COUNT =
  /\b(\d{1,6}) (?:of (?:the )?\d+ )?(?:\w+ )?tests?(?: now)? (?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|are green)\b/gi

const COVERAGE =
  /\bcoverage\b[^.;%\n]{0,30}?\b(\d{1,3}(?:\.\d+)?) ?(?:%|percent)|\b(\d{1,3}(?:\.\d+)?) ?(?:%|percent) (?:\w+ )?coverage\b/i

/** A summary does not say that more tests passed than ran. */
export const testCount: Law = {
  name: 'test_count',
  judge({ rows, wants, textOf }, { summary, isTask }) {
    if (!isTask || wants === 'text') return null
    const covered = COVERAGE.exec(summary)?.slice(1).find(Boolean)
    if (covered !== undefined && !rows.some(({ id }) => textOf(id).includes(covered)))
      return {
        message: `the summary says that the coverage is ${covered} %, and no row shows that number. Measure it, or leave it out.`,
        reason: `the summary says that the coverage is ${covered} %, and no row shows it`,
        refuse: 1,
      }
    const ran = rows.flatMap(({ kind, facts }) =>
      kind === 'test_result' && typeof facts.tests === 'number' ? [facts.tests] : [],
    )
    // Runs of several parts add up.
    const most = ran.reduce((sum, count) => sum + count, 0)
    const counts = [...summary.matchAll(COUNT)].map(([, count]) => Number(count))
    const said = counts.find((count) => count > most)
    if (said === undefined || most === 0) return null
    return {
      message: `the summary says that ${said} tests passed, but the runs of this task show ${Math.max(...ran)}. Say the number that the last run shows.`,
      reason: `the summary says that ${said} tests passed, and the runs show ${Math.max(...ran)}`,
      refuse: 1,
    }
  },
}
