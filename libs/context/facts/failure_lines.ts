import { collapseSpaces } from './lines.js'

/** Lines that say what failed, in the languages of compilers and test runners. */
const SAYS =
  /error|fail|expected|actual|received|got\b|want\b|assert|exception|panic|traceback|not ok|undefined|cannot|missing|mismatch|diff|!==|!=|✗|✖|×|^\s*[-+] \S|^\s*E\s|\w\s*[:=]\s*\S{0,200}\d|:\d+(?::\d+)?\b/i
/** Passing tests, stack frames of libraries, timing. */
const NOISE =
  /^\s*(?:ok \d|✓|✔|√|pass\b|PASS\b|at .*node:|at .*node_modules|# (?:duration|cancelled|skipped|todo|suites)|duration_ms|\.\.\.$|-{3,}$|={3,}$)/
const LINE_CHARS = 200

/**
 * The lines of a failing output that say what failed, verbatim and in order; the first of them when there are
 * too many. An output without such lines gives its first ones.
 */
export function failureLines(output: string, most: number): string[] {
  const lines = [...new Set(output.split('\n').map(collapseSpaces))].filter((line) => line !== '')
  const plain = lines.filter((line) => !NOISE.test(line))
  const telling = plain.filter((line) => SAYS.test(line))
  const chosen = telling.length > 0 ? telling : plain
  return chosen.slice(0, most).map((line) => line.slice(0, LINE_CHARS))
}
