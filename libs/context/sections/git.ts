import { estimateTokens } from '#core'
import type { Section } from '../input/section.js'

/** Files and commits that are named (row 94), and characters of one subject. */
const MOST_FILES = 10
const SUBJECT_CHARS = 60

/**
 * Files that are not committed, and the last commits. Only the first prompt of a session has it: the status is that
 * from before the task, and what the task changes is listed by itself. The branch is in the line of the machine.
 */
export const git: Section = {
  name: 'git',
  order: 16,
  begins: 'Git, ',
  share: 0.05,
  atStart: true,
  render({ git: seen = null }, budgetTokens) {
    if (seen === null) return ''
    const { changed, commits } = seen
    const named = changed.slice(0, MOST_FILES).map(({ mark, path }) => `${mark} ${path}`)
    const more = changed.length > MOST_FILES ? ` (+${changed.length - MOST_FILES})` : ''
    const lines = [
      ...(named.length === 0 ? [] : [`Git, not committed: ${named.join(', ')}${more}`]),
      ...(commits.length === 0 ? [] : [`Git, last commits: ${commits.map(short).join('; ')}`]),
    ]
    let left = budgetTokens
    const fits = (line: string) => {
      left -= estimateTokens(line) + 1
      return left >= 0
    }
    return lines.filter(fits).join('\n')
  },
}

function short(subject: string): string {
  return subject.length > SUBJECT_CHARS ? `${subject.slice(0, SUBJECT_CHARS - 1)}…` : subject
}
