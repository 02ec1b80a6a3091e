import { padColumns, sayEnglish } from '#terminal'

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

const COLUMNS = 80
const INDENT = 22

/** A finding as lines of at most 80 columns, unless a word is longer. */
export function findingText({ check, status, text, fix }: Finding, { part } = sayEnglish): string {
  const way = fix === undefined ? [] : wrap(`${part('fix')}: ${part(fix)}`)
  const lines = [...wrap(part(text)), ...way]
  const [first = '', ...rest] = lines
  return [
    `${padColumns(part(status), 5)}${padColumns(part(check), INDENT - 5)}${first}`,
    ...rest.map((line) => `${' '.repeat(INDENT)}${line}`),
  ].join('\n')
}

function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    const fits = last !== undefined && last.length + 1 + word.length <= COLUMNS - INDENT
    if (fits) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A number for people: `32,768`. */
export function figure(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
}
