import type Database from 'better-sqlite3'
import { mapStrings } from '../values/redact_deep.js'

/** Replaces ids by stable numbers in the order of the export. */
export interface Names {
  task(id: string): string
  evidence(number: number): string
  node(number: number): string
  /** Replaces every id of the exported tasks inside a value, also within texts. */
  inside<T>(value: T): T
}

export function createNames(db: Database.Database, taskIds: string[]): Names {
  const evidence = db
    .prepare<[string], number>('SELECT number FROM evidence WHERE task_id = ? ORDER BY number')
    .pluck()
  const nodes = db
    .prepare<[string], number>('SELECT number FROM plan_nodes WHERE task_id = ? ORDER BY number')
    .pluck()
  const names = new Map<string, string>()
  const add = (letter: string, ids: string[]) => {
    for (const [index, id] of ids.entries()) names.set(id, `${letter}${index + 1}`)
  }
  add('t', taskIds)
  add(
    'e',
    taskIds.flatMap((id) => evidence.all(id)).map((number) => `e${number}`),
  )
  add(
    'n',
    taskIds.flatMap((id) => nodes.all(id)).map((number) => `n${number}`),
  )
  const rename = (id: string) => names.get(id) ?? id

  return {
    task: rename,
    evidence: (number) => rename(`e${number}`),
    node: (number) => rename(`n${number}`),
    inside: <T>(value: T) =>
      mapStrings(value, (text) => text.replace(/\b(?:[en]\d+|t_\w+)\b/g, rename)) as T,
  }
}

/** Patterns of times in the output of a process, longer ones first. */
const CLOCKS: readonly RegExp[] = [
  /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g,
  /\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b/g,
  /\b\d+(?:\.\d+)?\s?(?:[mµun]?s|sec|seconds?|minutes?)\b/g,
  /(?<=\bduration_ms\W{1,3})\d+(?:\.\d+)?/g,
]

/** Makes the output of a process equal for two equal runs: no times, no path of the working folder. */
export function normaliseOutput(text: string, cwd: string): string {
  let out = text.replaceAll(cwd, '<cwd>')
  for (const shape of CLOCKS) out = out.replace(shape, '<time>')
  return out
}

/** Removes facts in milliseconds. */
export function withoutTimes(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([key]) => !key.endsWith('Ms')))
}
