import type { z } from 'zod'

/** What is wrong with a value, in our words; zod's own sentence only where the schema wrote it. */
export function plainIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'invalid'
  if (issue.code === 'invalid_value') return `it must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_big' || issue.code === 'too_small') return boundOf(issue)
  if (issue.code === 'invalid_format' && /^Invalid /.test(issue.message))
    return `it must be a valid ${FORMATS[issue.format] ?? 'value'}`
  if (issue.code === 'invalid_union') return choiceOf(issue.message)
  if (issue.code === 'invalid_type' && /^Invalid input: /.test(issue.message))
    return / received undefined$/.test(issue.message)
      ? 'it is missing'
      : `it must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`
  return issue.message
}

/** A union names its choices where one key decides between them. */
function choiceOf(message: string): string {
  if (message === 'Invalid input') return 'it has a form that is not supported'
  const [, names] = /^Invalid discriminator value\. Expected (.+)$/.exec(message) ?? []
  return names === undefined
    ? message
    : `it must be one of ${names.replaceAll("'", '').replaceAll(' | ', ', ')}`
}

const TYPES: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
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
