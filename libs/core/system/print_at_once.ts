import { writeSync } from 'node:fs'
import { BROKEN_PIPE, reportLost } from './end_with_reader.js'
import { VERSION } from './version.js'

const VERSION_FLAGS = ['-V', '--version']
const HELP_FLAGS = ['-h', '--help']

/**
 * Answers `--version` and `--help` before a program loads its command line.
 * @param words  the arguments of the program; only a single flag is answered
 * @param help   the help text, or null where it has to be loaded
 * @returns      false: nothing was printed
 */
export function printAtOnce(words: readonly string[], help: () => string | null): boolean {
  const [flag = ''] = words
  if (words.length !== 1) return false
  if (VERSION_FLAGS.includes(flag)) print(`${VERSION}\n`)
  else {
    const text = HELP_FLAGS.includes(flag) ? help() : null
    if (text === null) return false
    print(text)
  }
  return true
}

/** Without `process.stdout`, which loads node's stream, tty and net modules. */
function print(text: string): void {
  let rest = Buffer.from(text)
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPIPE') process.exit(BROKEN_PIPE)
    // The pipe is full and does not block: node's own stream waits for it.
    if (code !== 'EAGAIN') process.exit(reportLost(error as Error))
    process.stdout.write(rest)
  }
}
