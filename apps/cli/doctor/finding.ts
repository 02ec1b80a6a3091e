type Status = 'ok' | 'warn' | 'fail' | 'skip'

/** What one check found: a verdict, the figures, and what mends it where something is wrong. */
export interface Finding {
  check: string
  status: Status
  text: string
  mend?: string
}

/** Makes findings of one check. */
export function findingsOf(check: string) {
  return {
    ok: (text: string): Finding => ({ check, status: 'ok', text }),
    skip: (text: string): Finding => ({ check, status: 'skip', text }),
    warn: (text: string, mend: string): Finding => ({ check, status: 'warn', text, mend }),
    fail: (text: string, mend: string): Finding => ({ check, status: 'fail', text, mend }),
  }
}

const COLUMNS = 80
const INDENT = 22

/** A finding as lines of at most 80 columns, unless a word is longer. */
export function findingText({ check, status, text, mend }: Finding): string {
  const lines = [...wrap(text), ...(mend === undefined ? [] : wrap(`mend: ${mend}`))]
  const [first = '', ...rest] = lines
  return [
    `${status.padEnd(5)}${check.padEnd(INDENT - 5)}${first}`,
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
