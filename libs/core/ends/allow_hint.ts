import { shellWord } from '../text/show_controls.js'
import type { TaskResult } from '../types/events.js'

/** The hint of a denied end, and what is true where only deny rules were in the way. */
export const ALLOW_HINT =
  'Pass --allow TOOL:GLOB, --permission-mode or wider --capabilities, then resume. What a deny rule protects stays denied.'
const DENY_HINT =
  'No flag and no mode allows what a deny rule protects. Do that part yourself, or give the task without it. `aircoder config list` shows the rules and where each was set.'
/** The sentence of a missing permission, and what it says of a deny rule (libs/gate). */
const MISSING = /^A permission was missing: .*$/gm
const BY_RULE = /is protected by the deny rule .*No mode allows it/

type Refused = Partial<Pick<TaskResult, 'text' | 'refused' | 'resumeCommand'>>

/** The hint of a denied end: the flags that allow what was refused, as far as one does. */
export function allowHint(result: Refused): string {
  if (onlyRules(result.text)) return DENY_HINT
  const open = notAllowed(result)
  return open === null
    ? ALLOW_HINT
    : `Not allowed: \`${open.what}\`. Pass ${open.flags}, then resume.`
}

/** What did not run, and the flags that allow it; those that this run had already allow something else. null: none. */
export function notAllowed({
  refused = [],
  resumeCommand = '',
}: Refused): { what: string; flags: string } | null {
  const shown = refused.map(({ what, flag: [option, value] }) => ({
    what,
    flag: `${option} ${shellWord(value)}`,
  }))
  const open = shown.filter(({ flag }) => !`${resumeCommand} `.includes(` ${flag} `))
  if (open.length === 0) return null
  return {
    what: open.map((one) => one.what).join('`, `'),
    flags: open.map(({ flag }) => flag).join(' '),
  }
}

/** Whether each missing permission is one that a deny rule takes away. */
function onlyRules(text = ''): boolean {
  const missing = text.match(MISSING) ?? []
  return missing.length > 0 && missing.every((line) => BY_RULE.test(line))
}
