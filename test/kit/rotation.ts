const DAY_MS = 86_400_000

/** `npm run siege` sets it: a campaign tries all of its cases, not a sample. */
export const IS_SIEGE = process.env.AIRCODER_SIEGE === '1'

/** Which sample the short form of a campaign takes: another one each day. AIRCODER_ROTATION repeats one. */
export const ROTATION = Number(process.env.AIRCODER_ROTATION ?? Math.floor(Date.now() / DAY_MS))

/** Every nth case, by turns: all of them in `npm run siege`. @param at  the number of the case, from 0 */
export function isDue(at: number, every: number): boolean {
  return IS_SIEGE || (at + ROTATION) % every === 0
}

const SIEGE_MS = 6 * 3_600_000
const TEST_MS = 600_000

/** The limit of a long test. A siege runs on a busy machine: there only what never ends is too late. */
export const LONG_MS = IS_SIEGE ? SIEGE_MS : TEST_MS

/** Moments of each system call in `npm run siege`. AIRCODER_MOMENTS sets fewer for a busy machine. */
export const MOMENTS = Number(process.env.AIRCODER_MOMENTS || 15)

/** How many random cases are tried: all of them in `npm run siege`, a sample otherwise. */
export function countOf(all: number, sample: number): number {
  return IS_SIEGE ? all : sample
}
