import type { z } from 'zod'

/** What is wrong with a value, in our words; zod's own sentence only where the schema wrote it. */
export function plainIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'invalid'
  if (issue.code === 'invalid_value') return `it must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_big' || issue.code === 'too_small') return boundOf(issue)
  if (issue.code === 'invalid_format' && /^Invalid /.test(issue.message))
    return `it must be a valid ${FORMATS[issue.format] ?? 'value'}`
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input')
    return 'it has a form that is not supported'
  if (issue.code === 'invalid_type' && issue.expected === 'number') return 'it must be a number'
  return issue.message
    .replace(/^Invalid input: /, '')
    .replace(/\bexpected\b/, 'it must be of type')
    .replace(/, received (.*)$/, ', not $1')
}

const FORMATS: Record<string, string> = {
  url: 'URL, such as http://127.0.0.1:11434',
  regex: 'value for this entry',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
  cidrv4: 'IPv4 network',
  cidrv6: 'IPv6 network',
}

function boundOf(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const isBig = issue.code === 'too_big'
  const bound = Number(isBig ? issue.maximum : issue.minimum)
  const word = isBig ? 'at most' : 'at least'
  if (issue.origin === 'string')
    return bound === 1 && !isBig
      ? 'it must not be empty'
      : `it must have ${word} ${bound} characters`
  if (issue.origin === 'array')
    return bound === 1 && !isBig ? 'it must not be empty' : `it must have ${word} ${bound} entries`
  return `it must be ${word} ${bound}`
}
