import { Refusal } from '../refusals/refusal.js'
import { CLASS_NAMES, type RequestClass } from '../settings/classes.js'

/**
 * The class of one request: the one in its header, but never above the person's own.
 * @param asked  the value of `x-aircoder-class`; undefined: the person's own
 * @throws       Refusal invalid_request for an unknown class
 */
export function classOf(ceiling: RequestClass, asked: string | string[] | undefined): RequestClass {
  if (asked === undefined) return ceiling
  const wanted = CLASS_NAMES.find((name) => name === asked)
  if (wanted === undefined)
    throw new Refusal(
      'invalid_request',
      `x-aircoder-class is invalid; use one of ${CLASS_NAMES.join(', ')}.`,
    )
  return CLASS_NAMES[Math.max(CLASS_NAMES.indexOf(wanted), CLASS_NAMES.indexOf(ceiling))] ?? ceiling
}
