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
        reason: `the summary says that the coverage is ${covered} %, and nothing that was run shows it`,
        refuse: 1,
      }
    const times = timesOf(summary)
    const runs = rows.filter(({ kind }) => kind === 'test_result' || kind === 'shell_output').length
    const isLoop = rows.some(({ subject }) => LOOP.test(subject))
    if (times !== null && times > runs && !isLoop)
      return {
        message: `the summary says that tests ran ${times} times, and this task has ${runs} runs. Say how often they ran.`,
        reason: `the summary says that tests ran ${times} times, and this task has ${runs} runs`,
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

/** One command that runs something more than once. */
const LOOP = /\b(?:for|while|until|seq|xargs|watch)\b|-count[= ]?\d|--repeat|--count/
const TIMES =
  /\b(?:ran|run|executed|repeated|tried)\b(?! (?:by|in)\b)[^.;\n]{0,50}?\b(\d{1,6}|two|three|four|five|ten|twenty|fifty|hundred|dozens?(?: of)?|many|several|multiple) (?:times|runs)\b/i
const WORDS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  ten: 10,
  twenty: 20,
  fifty: 50,
  hundred: 100,
}

/** How often an end says that tests or a suite ran; null: it does not say it. */
function timesOf(summary: string): number | null {
  const sentence = summary
    .split(/(?<=[.;!?])\s+|\n+/)
    .find((one) => /\b(?:tests?|suites?|specs?|checks?|it|them)\b/i.test(one) && TIMES.test(one))
  const word = sentence === undefined ? undefined : TIMES.exec(sentence)?.[1]?.toLowerCase()
  if (word === undefined || /\b(?:not|never|should|will|would|can)\b/i.test(sentence ?? ''))
    return null
  return /^\d/.test(word) ? Number(word) : (WORDS[word] ?? 2)
}
