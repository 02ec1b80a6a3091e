import { z } from 'zod'
import { nearestName, plainIssue } from '#core'

/** What is wrong with settings, entry by entry; a mistyped key gets the name that is closest to it. */
export function describeIssues(error: z.ZodError, schema: z.ZodType): string {
  return error.issues.flatMap((issue) => describeIssue(issue, schema)).join('; ')
}

function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType): string[] {
  if (issue.code !== 'unrecognized_keys')
    return [`${issue.path.join('.') || 'top level'}: ${plainIssue(issue)}`]
  const known = keysAt(schema, issue.path)
  return issue.keys.map((key) => {
    const near = nearestName(key, known)
    const meant = near === null ? '' : `. Did you mean "${near}"?`
    return `${[...issue.path, key].join('.')}: unknown${meant}`
  })
}

/** The keys of the object at a place of the settings; none where there is no object. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray)
    return path.length === 0 ? [] : keysAt(inner.element as z.ZodType, path.slice(1))
  if (!(inner instanceof z.ZodObject)) return []
  const [first, ...rest] = path
  if (first === undefined) return Object.keys(inner.shape)
  const next: z.ZodType | undefined = inner.shape[String(first)]
  return next === undefined ? [] : keysAt(next, rest)
}

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema
}
