import { countNoun } from '#core'
import { padColumns, type Say, sayEnglish, wrapLine } from '#terminal'

type Status = 'ok' | 'warn' | 'fail' | 'skip'

/** The result of one check, and how to fix it when something is wrong. */
export interface Finding {
  check: string
  status: Status
  text: string
  fix?: string
}

/** Makes findings of one check. */
export function findingsOf(check: string) {
  return {
    ok: (text: string): Finding => ({ check, status: 'ok', text }),
    skip: (text: string): Finding => ({ check, status: 'skip', text }),
    warn: (text: string, fix: string): Finding => ({ check, status: 'warn', text, fix }),
    fail: (text: string, fix: string): Finding => ({ check, status: 'fail', text, fix }),
  }
}

/** What a row has at most, also where nothing reports its width. */
const COLUMNS = 80
const INDENT = 22
/** Below this width there is no room for two columns: the text begins under its check. */
const NARROW = 50
const NARROW_INDENT = 2

/**
 * A finding as rows of at most 80 columns, unless a word or a command is longer.
 * @param columns  of the terminal
 */
export function findingText(
  { check, status, text, fix }: Finding,
  { say: { part } = sayEnglish, columns = COLUMNS + 1 }: { say?: Say; columns?: number } = {},
): string {
  const isNarrow = columns < NARROW
  const indent = ' '.repeat(isNarrow ? NARROW_INDENT : INDENT)
  const width = Math.min(columns, COLUMNS + 1)
  const texts = [part(text), ...(fix === undefined ? [] : [`${part('fix')}: ${part(fix)}`])]
  const rows = texts
    .map((each) => wrapLine(indent + each.trim().replace(/\s+/g, ' '), width))
    .join('\n')
  const head = `${padColumns(part(status), 5)}${padColumns(part(check), isNarrow ? 0 : INDENT - 5)}`
  return isNarrow ? `${head}\n${rows}` : head + rows.slice(INDENT)
}

/** How many findings of each kind there are. */
export function summaryText(findings: readonly Finding[]): string {
  const count = (status: Status) => findings.filter((finding) => finding.status === status).length
  return `${count('ok')} ok, ${countNoun(count('warn'), 'warning')}, ${count('fail')} failed, ${count('skip')} not checked`
}
