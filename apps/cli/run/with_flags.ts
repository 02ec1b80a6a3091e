import type { TaskResult } from '#core'
import type { JsonForm } from '../answer_form/answer_form.js'
import type { Flags } from '../flags/flags.js'

/** The result with what the flags of this run make of it. */
export function withFlags(ended: TaskResult, { requireProof }: Flags, form?: JsonForm): TaskResult {
  const isEnd = ended.subtype === 'resolved' || ended.subtype === 'unproven'
  const structured = isEnd ? form?.read(ended.text) : undefined
  return {
    ...ended,
    ...(requireProof === true ? { proofRequired: true } : {}),
    ...(structured === undefined ? {} : { structured }),
  }
}
