/** Replaces a number that continues its counter's steps. A private-use character: models do not write it. */
const COUNTED = 0xe000

/** Replaces predictable numbers: in "step 1 … step 2 … step 3" the 3 is predictable. */
export interface CounterFilter {
  /** Takes the next UTF-16 unit; calls `put` for each unit of the rewritten text. */
  push(code: number, put: (code: number) => void): void
}

interface Slot {
  value: number
  step: number
}

/** The units before a number that identify its counter. */
const CONTEXT = 6
/** Longer numbers are not counters. */
const MOST_DIGITS = 9
const MOST_SLOTS = 1_024

export function createCounterFilter(): CounterFilter {
  const slots = new Map<number, Slot>()
  const before = new Uint16Array(CONTEXT)
  let next = 0
  let digits = ''

  function emit(code: number, put: (code: number) => void): void {
    before[next] = code
    next = (next + 1) % CONTEXT
    put(code)
  }

  function place(): number {
    let key = 0
    for (let n = 0; n < CONTEXT; n += 1)
      key = (Math.imul(key, 31) + (before[(next + n) % CONTEXT] ?? 0)) | 0
    return key
  }

  function endNumber(put: (code: number) => void): void {
    const key = place()
    const value = Number(digits)
    const known = slots.get(key)
    const step = known === undefined ? Number.NaN : value - known.value
    const isCounted = step === known?.step && digits.length <= MOST_DIGITS
    if (slots.size >= MOST_SLOTS) slots.clear()
    slots.set(key, { value, step })
    const text = isCounted ? String.fromCharCode(COUNTED) : digits
    digits = ''
    for (let at = 0; at < text.length; at += 1) emit(text.charCodeAt(at), put)
  }

  return {
    push(code, put) {
      if (code >= 48 && code <= 57 && digits.length < 2 * MOST_DIGITS) {
        digits += String.fromCharCode(code)
        return
      }
      if (digits !== '') endNumber(put)
      emit(code, put)
    },
  }
}
