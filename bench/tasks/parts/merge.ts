import { existsSync, readFileSync } from 'node:fs'
import type { Ran } from './run_one.js'

/** A run as the table keeps it: with the source that it ran on, and the day. */
interface Cell extends Ran {
  commit: string
  date: string
}

interface Saved {
  runs?: Cell[]
}

/** The cells of an earlier table; those without a commit are of the time before each had one. Empty: there is none. */
export function cellsOf(path: string | undefined): Cell[] {
  if (path === undefined || !existsSync(path)) return []
  const saved = JSON.parse(readFileSync(path, 'utf8')) as Saved & { result?: Saved }
  return ((saved.result ?? saved).runs ?? []).filter(({ commit }) => typeof commit === 'string')
}

/** The table with its cells replaced by newer ones of the same task, window, rate, seed and switches, in a fixed order. */
export function mergeCells(before: readonly Cell[], now: readonly Cell[], order: string[]): Cell[] {
  const cells = new Map([...before, ...now].map((cell) => [keyOf(cell), cell]))
  return [...cells.values()].sort(
    (a, b) =>
      order.indexOf(a.task) - order.indexOf(b.task) ||
      a.window - b.window ||
      a.rate - b.rate ||
      a.seed - b.seed ||
      (a.off < b.off ? -1 : Number(a.off > b.off)),
  )
}

function keyOf({ task, window, rate, seed, off }: Cell): string {
  return [task, window, rate, seed, off].join(' ')
}
