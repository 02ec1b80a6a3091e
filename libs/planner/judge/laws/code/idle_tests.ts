import { asksForTest } from '../../facts/acceptance.js'
import type { FileChange, Law } from '../../facts/types.js'
import { kindOfPath } from '../../tests/check_files.js'

const DECLARES =
  /^\s*(?:(?:export )?(?:async )?(?:test|it|specify)(?:\.\w+)?\(|(?:async )?def test\w*\(|func Test\w*\(|#\[(?:\w+::)?test\]|@Test\b)/
/** What can fail a test. A page that is only rendered, a call that must not throw have a word of their own. */
const CHECKS =
  /assert|expect|should|must|\bt\.\w+\(|require\.\w+\(|check|verif|raises|throws|\bfail|panic|unwrap|ensure|snapshot|\bis_\w+\(|refute|render|compare|matches|\.to(?:Be|Equal)\b/i
/** The name of a test says what it is about, and checks nothing. */
const NAMES = /["'`][^"'`\n]*["'`]|\w*[tT]est\w*/g
const SAYS =
  /\b(?:add|wr[io]t|creat|new|cover|check|verif|exercis)\w*\b[^.\n]{0,80}\btests?\b|\btests?\b[^.\n]{0,80}\b(?:add|wr[io]t|cover|check|verif|exercis)\w*/i

/** A test that compares nothing passes with any code. It never refuses. */
export const idleTests: Law = {
  name: 'idle_tests',
  judge({ asked, changes, checkTexts }, { isTask, summary }) {
    if (!isTask || !(asksForTest(asked) || SAYS.test(summary))) return null
    const idle = changes.find(
      (change) => kindOfPath(change.path, checkTexts) === 'test' && isIdle(change),
    )
    if (idle === undefined) return null
    const reason = `the new test in ${idle.path} compares nothing`
    return { message: `not proven: ${reason}.`, reason, refuse: 0 }
  },
}

/** A new test of which no line compares. */
function isIdle({ before, after }: FileChange): boolean {
  const old = new Set((before ?? '').split('\n'))
  const lines = (after ?? '').split('\n')
  return lines.some((line, at) => {
    if (!DECLARES.test(line) || old.has(line)) return false
    const depth = depthOf(line)
    let end = at + 1
    while (end < lines.length && (lines[end]?.trim() === '' || depthOf(lines[end] ?? '') > depth))
      end += 1
    const body = [line.replace(NAMES, ' '), ...lines.slice(at + 1, end)]
    return !body.some((one) => CHECKS.test(one))
  })
}

function depthOf(line: string): number {
  return /^\s*/.exec(line)?.[0].length ?? 0
}
