import { gradeOf } from './grade.js'
import { LAWS } from './laws.js'
import type { End, Judgement, Objection, Standing } from './types.js'

/**
 * Whether an end is allowed, and whether it is proven. An objection refuses the end as often as its law says;
 * then the end is allowed, and the result says what is not proven.
 */
export function judge(standing: Standing, end: End): Judgement {
  const objections: (Objection & { law: string })[] = []
  for (const law of LAWS) {
    const objection = law.judge(standing, end)
    if (objection === null) continue
    if (standing.refusals < objection.refuse) return { ok: false, message: objection.message }
    objections.push({ ...objection, law: law.name })
  }
  const [first] = objections
  if (first === undefined)
    return { ok: true, proven: true, grade: gradeOf(standing, { proven: true }) }
  return {
    ok: true,
    proven: false,
    law: first.law,
    grade: gradeOf(standing, { proven: false }),
    reason: first.reason,
    tests: objections.flatMap(({ tests }) => tests ?? []),
  }
}
