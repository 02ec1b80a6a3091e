import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from './stage.js'

/** Pastes in marks, which a session sets as long as it has the terminal. */
const PASTES = '2004'
const CLEAR = '\x0c'
const LOOKS = 5
/** A screen on which nothing but numbers changes for this time is still. */
const STILL_MS = 150
const LIMIT_MS = 3_000
const LOOK_MS = 20

type Look = Awaited<ReturnType<Stage['screen']['look']>>

export function hasTerminal({ screen }: Stage): boolean {
  return screen.modes().has(PASTES)
}

/**
 * Compares the prompt and what is around it with the same rows after Ctrl+L, which draws them from scratch. Where the
 * model answers meanwhile, two screens may always differ: hold its answers back.
 * @returns null: the same, or nothing to compare, as the program works or has ended; else both screens
 */
export async function differsDrawnAgain(stage: Stage): Promise<string | null> {
  let found: string | null = null
  for (let look = 0; look < LOOKS; look += 1) {
    const before = await whenStill(stage)
    if (!hasTerminal(stage)) return null
    stage.type(CLEAR)
    await pause(STILL_MS)
    const after = await whenStill(stage)
    if (before === null || after === null || !hasTerminal(stage)) return null
    if (isSame(before, after)) return null
    stage.type(CLEAR)
    await pause(STILL_MS)
    const again = await whenStill(stage)
    if (again === null) return null
    // What a second redraw changes was printed in between: the program works.
    found = isSame(after, again) ? JSON.stringify({ before, after }) : null
  }
  return found
}

function isSame(before: Look, after: Look): boolean {
  const shift = before.cursor.row - after.cursor.row
  const same = before.rows.slice(Math.max(0, shift), shift + after.rows.length)
  if (shift < 0 || before.cursor.column !== after.cursor.column) return false
  return steady(same) === steady(after.rows)
}

function isStill(last: Look, next: Look): boolean {
  const isMoved = last.cursor.row !== next.cursor.row || last.cursor.column !== next.cursor.column
  return !isMoved && steady(last.rows) === steady(next.rows)
}

/** A turn that goes on counts in the bar. */
function steady(rows: readonly string[]): string {
  return JSON.stringify(rows).replace(/\d+(?:\.\d+)?/g, '0')
}

async function whenStill({ screen, isOver }: Stage): Promise<Look | null> {
  const limit = performance.now() + LIMIT_MS
  let last = await screen.look()
  for (let since = performance.now(); performance.now() - since < STILL_MS; ) {
    await pause(LOOK_MS)
    if (isOver() || performance.now() > limit) return null
    const next = await screen.look()
    if (!isStill(last, next)) since = performance.now()
    last = next
  }
  return last
}
