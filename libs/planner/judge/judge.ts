import type { Doubt, End, Judgement, Objection, Standing } from './facts/types.js'
import { gradeOf } from './grade.js'
import { LAWS } from './laws.js'
import { inEnglish } from './words/in_english.js'
import { MOST_CHARS, readable } from './words/readable.js'

/**
 * Whether an end is allowed, and whether it is proven. An objection refuses the end as often as its law says;
 * then the end is allowed, and the result says what is not proven.
 */
export function judge(standing: Standing, end: End): Judgement {
  const objections = objectionsTo(standing, end)
  const refused = objections.find(({ refuse }) => standing.refusals < refuse)
  if (refused !== undefined) return { ok: false, message: refused.message }
  const doubt = toDoubt(standing, objections)
  return doubt === null
    ? { ok: true, proven: true, grade: gradeOf(standing, { proven: true }) }
    : { ok: true, proven: false, ...doubt }
}

/** Why an end that nothing can refuse any more is not proven; null when it is. */
export function doubtOf(standing: Standing, end: End): Doubt | null {
  return toDoubt(standing, objectionsTo(standing, end))
}

function objectionsTo(standing: Standing, end: End): Named[] {
  const summary = readable(end.summary)
  const isCut = end.summary.length > MOST_CHARS
  const english = { ...end, summary: inEnglish(summary), original: summary, isCut }
  return LAWS.flatMap((law) => {
    const objection = law.judge(standing, english)
    return objection === null ? [] : [{ ...objection, law: law.name }]
  })
}

type Named = Objection & { law: string }

function toDoubt(standing: Standing, objections: readonly Named[]): Doubt | null {
  const [first] = objections
  if (first === undefined) return null
  const denied = objections.find((one) => one.denied !== undefined)?.denied
  const barred = objections.find((one) => one.barred !== undefined)?.barred
  return {
    law: first.law,
    grade: gradeOf(standing, { proven: false }),
    reason: first.reason,
    tests: objections.flatMap(({ tests }) => tests ?? []),
    ...(first.undone ? { undone: true } : {}),
    ...(first.isQuiet ? { isQuiet: true as const } : {}),
    ...(denied === undefined ? {} : { denied }),
    ...(barred === undefined ? {} : { barred }),
  }
}
