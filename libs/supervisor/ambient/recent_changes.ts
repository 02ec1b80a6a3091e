import { countNoun, estimateTokens, limitLines } from '#core'
import type { GitChanges } from '#workspace'
import type { Attached } from './mentions.js'

/** The message is about what was changed lately (row 95). */
const RECENT =
  /\b(?:recent(?:ly)? chang\w*|last (?:commit|change)s?|latest (?:commit|change)s?|what (?:did I|have I|I) chang\w*|my changes|uncommitted|since (?:the last|my last) (?:commit|change)|letzten? (?:änderung\w*|commit)|meine änderungen|dernier(?:s|es)? (?:commit|changement|modification)s?|últim[oa]s? (?:commit|cambio)s?)\b|最近的(?:修改|更改|改动|提交)|刚才的(?:修改|改动)/iu

/** Rows of the list of files, and of the difference (row 95). */
const MOST_FILES = 40
const MOST_LINES = 100
const LINE_CHARS = 200
/** A smaller part of a difference shows nothing. */
const LEAST_TOKENS = 120

/** Whether a message is about what was changed lately. No model is asked. */
export function isAboutChanges(message: string): boolean {
  return RECENT.test(message)
}

/** The newest changes as a message shows them: the files, then as much of the difference as fits. */
export function showChanges(
  { command, subject, paths, diff }: GitChanges,
  tokens: number,
): Attached {
  const what = subject === null ? 'changes that are not committed' : `the last commit: ${subject}`
  const files = limitLines(paths, MOST_FILES, (left) => `(+${left})`).join(' ')
  const lines = diff
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS - 1)}…` : line))
  const head = [`--- ${command} (${what})`, `Files: ${files}`]
  const left = tokens - estimateTokens(head.join('\n'))
  const shown = left < LEAST_TOKENS || diff === '' ? [] : firstFitting(lines, left)
  const hidden = lines.length - shown.length
  const more = hidden > 0 || diff === '' ? [`… Run ${command} for the rest.`] : []
  return {
    text: [...head, ...shown, ...more].join('\n'),
    evidence: [
      {
        kind: 'shell_output',
        subject: command,
        summary: `${command}: ${countNoun(paths.length, 'file')} changed`,
        payload: Buffer.from(diff),
        facts: { command, exitCode: 0, files: paths.length },
      },
    ],
  }
}

function firstFitting(lines: readonly string[], tokens: number): string[] {
  let left = tokens
  const end = lines.slice(0, MOST_LINES).findIndex((line) => {
    left -= estimateTokens(line) + 1
    return left < 0
  })
  return lines.slice(0, end === -1 ? MOST_LINES : end)
}
