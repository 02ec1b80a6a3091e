import { modeRule, ORDERED_RULES } from './rules.js'
import type { GateRequest, Verdict } from './verdict.js'

/**
 * Decides about one call: allow, ask or deny, with the rule and a reason in words. Pure.
 * The order is deny, plan mode, control files, outside the workspace, remembered answers, allow
 * settings, mode (docs/design/permissions.md#order). A caller that cannot ask a person treats `ask` as `deny`.
 */
export function decide(request: GateRequest): Verdict {
  for (const rule of ORDERED_RULES) {
    const found = rule(request)
    if (found) return found
  }
  return modeRule(request)
}
