import { LIMITS } from '#core'
import { hintFor } from './hints.js'

/** A call of the task as it is compared with others. */
export interface PastCall {
  step: number
  tool: string
  /** Equal for calls with the same arguments, apart from white space. */
  key: string
  /** Equal for results that differ only in times. */
  outcomeHash: string
  /** Equal for calls that fail at the same place with the same error; null: it worked, or nothing is known. */
  failureKey?: string | null
  /** Equal for calls that act at the same place, whatever else they say; null: not known, or it names none. */
  placeKey?: string | null
  ok: boolean
  /** The gate or the person refused it. */
  denied: boolean
  /** null: there is no such tool. */
  effect: 'read' | 'plan' | 'edit' | 'command' | 'memory' | null
  /** It only writes down what the model says: the list of steps, or something beside it. */
  notes?: 'list' | 'other' | undefined
  /** withheld, skipped: it was not run · waiting: something outside was running · invalid: it could not be run. */
  mark: 'withheld' | 'skipped' | 'waiting' | 'invalid' | null
}

/** A read of a file, or one that was withheld. */
export interface PastRead {
  step: number
  path: string
  /** Hash of the content that was read. */
  hash: string
  first: number
  last: number
}

/** What a row of the task showed. */
export interface PastOutput {
  step: number
  kind: string
  /** The command, or the subject of another row. */
  asked: string
  /** The result as it is compared with others. */
  shown: string
  /** What a command printed. */
  text: string
  /** It changed a file, or may have. */
  acts: boolean
  /** A search that found nothing. */
  empty?: boolean
}

/** What a loop is detected from. */
export interface LoopInput {
  /** Calls since the user last wrote, oldest first, this step included. */
  calls: readonly PastCall[]
  /** Reads since the last edit, oldest first, this step included. */
  reads: readonly PastRead[]
  /** What the newest rows showed, oldest first, this step included; nothing when absent. */
  outputs?: readonly PastOutput[]
}

/** Something that detects one kind of loop. */
interface LoopFinder {
  loop?(input: LoopInput): Loop | null
}

/** What a call acts on, as far as it can be compared. */
export type Place = Pick<PastCall, 'tool' | 'placeKey' | 'effect'>

/** Calls that repeat themselves and get nowhere. */
export interface Loop {
  /** Repetitions so far, the first included. A wait counts less, so it may be a fraction. */
  count: number
  /** The same before the newest call. */
  before: number
  /** What repeats, as a sentence for the model. */
  says: string
  /** The repeated calls; tool and key. */
  calls: readonly Pick<PastCall, 'tool' | 'key'>[]
  /** The newest call of it that ran: other calls that act at its place belong to it too. */
  place?: PastCall
  /** A file that is read again and again, with the hash of its content. */
  file?: { path: string; hash: string }
  /** Its calls fail, so an error explains it. */
  failing: boolean
  /** A permission is missing. */
  denied: boolean
}

/** The loop that went on for longest; null: none. */
export function findLoop(guards: readonly LoopFinder[], input: LoopInput): Loop | null {
  const loops = guards.flatMap((guard) => guard.loop?.(input) ?? [])
  // Of two that count the same, the one with an error says more.
  const byWeight = (a: Loop, b: Loop) => b.count - a.count || Number(b.failing) - Number(a.failing)
  return loops.sort(byWeight)[0] ?? null
}

/** What warns the model when a loop reaches its first limit, once; null: no warning now. */
export function warnOfLoop({ before, count, says, failing }: Loop, error: string): string | null {
  if (before >= LIMITS.loopWarned || count < LIMITS.loopWarned) return null
  const advice = failing
    ? hintFor(error)
    : 'The result will not change. Do something else. If nothing is left to do, call resolve.'
  return `${says} ${advice}`
}

export function isWithheld({ count }: Loop): boolean {
  return count >= LIMITS.loopWithheld
}

export function isStalled({ count }: Loop): boolean {
  return count >= LIMITS.loopStopped
}

/** One reply can repeat a call many times before the model reads anything: each step counts at most once more than it has to. */
export function capBySteps(count: number, steps: Iterable<number>): number {
  return Math.min(count, new Set(steps).size + 2)
}

/** How much one repetition counts: waiting for something outside is no loop. */
export function weightOf({ mark, effect }: PastCall): number {
  if (mark !== 'waiting') return 1
  return effect === 'command' ? 0.25 : 0
}

/** Repetitions that may be work: the first ones count a part each, what goes on after them counts whole. */
export interface Patience {
  /** What each of the first ones counts. */
  weight: number
  first: number
}

export function weighLate(repetitions: number, { weight, first }: Patience): number {
  return Math.min(repetitions, first) * weight + Math.max(0, repetitions - first)
}

export function isSameCall(a: Pick<PastCall, 'tool' | 'key'>, b: typeof a): boolean {
  return a.tool === b.tool && a.key === b.key
}

/** The same call with the same result. A call that was withheld has no result of its own. */
export function isSameStep(a: PastCall, b: PastCall): boolean {
  if (!isSameCall(a, b)) return false
  if (a.mark === 'withheld' || b.mark === 'withheld') return true
  return a.ok === b.ok && a.outcomeHash === b.outcomeHash
}

/** Both act at one place, as their tool declares it. What a tool of the plan says has no place: all of it is one. */
export function isSamePlace(a: Place, b: Place): boolean {
  if (a.tool !== b.tool) return false
  return a.effect === 'plan' || (a.placeKey != null && a.placeKey === b.placeKey)
}

/** Whether a call is one of a loop, or acts at the place where those of the loop failed; null: neither. */
export function isPartOf(
  { calls, place }: Pick<Loop, 'calls' | 'place'>,
  call: Place & Pick<PastCall, 'key'>,
): 'same' | 'place' | null {
  if (calls.some((one) => isSameCall(one, call))) return 'same'
  return place !== undefined && isSamePlace(place, call) ? 'place' : null
}
