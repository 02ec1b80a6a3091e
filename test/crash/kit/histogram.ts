import { phaseOf } from './aims.js'
import type { LivedLife } from './crash_run.js'
import { PHASES, START_UP } from './phases.js'

/** Kills of marked builds by the phase that they landed in; every phase is there. */
export function killsByPhase(lives: readonly LivedLife[]): Map<string, number> {
  const counts = new Map<string, number>(
    [START_UP, ...Object.values(PHASES)].map((one) => [one, 0]),
  )
  for (const life of lives.filter(({ killed, build }) => killed && build.marked))
    counts.set(phaseOf(life), (counts.get(phaseOf(life)) ?? 0) + 1)
  return counts
}

/** Kills of the build as it is shipped, by what is known of the moment. */
export function killsOfShipped(lives: readonly LivedLife[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const life of lives.filter(({ killed, build }) => killed && !build.marked)) {
    const running = life.aim?.folder === undefined ? 'running' : 'while the tree was written'
    const moment = life.aim?.name === undefined ? running : 'while the log was written'
    const name = life.resumedAt === null ? START_UP : moment
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** How often in a row the process that recovered a step was killed while it did. */
export function recoveriesInARow(lives: readonly LivedLife[]): number {
  let most = 0
  let inARow = 0
  for (const life of lives) {
    inARow = life.killed && life.build.marked && phaseOf(life) === PHASES.v ? inARow + 1 : 0
    most = Math.max(most, inARow)
  }
  return most
}

/**
 * Counts steps that were killed inside COMMIT: kept when the next process continued after them.
 * Both have to happen, else the kills missed the moment.
 */
export function commitsKept(lives: readonly LivedLife[]): { kept: number; undone: number } {
  const cut = lives.flatMap((life, index) => {
    const next = lives.slice(index + 1).find(({ resumedAt }) => resumedAt !== null)
    const inCommit = life.killed && life.build.marked && phaseOf(life) === PHASES.c
    return inCommit && next ? [(next.resumedAt ?? 0) > life.acknowledged] : []
  })
  const kept = cut.filter(Boolean).length
  return { kept, undone: cut.length - kept }
}

/** One line for each life, to find out how a red run came about. */
export function tellLife(life: LivedLife, index: number): string {
  const end = life.killed ? 'killed' : `ended with ${life.exitCode}`
  const where = life.build.marked ? `${phaseOf(life)} (${life.marks.slice(-8)})` : life.build.name
  const aim = JSON.stringify(life.aim)
  return `life ${index + 1}: from ${life.resumedAt} to ${life.acknowledged}, ${end} in ${where}, aim ${aim}`
}
