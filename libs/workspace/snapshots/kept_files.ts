import { join } from 'node:path'
import { z } from 'zod'

/** A file of a snapshot as it is stored. */
export const Entry = z.object({
  id: z.string(),
  fileMode: z.number(),
  size: z.number(),
  changedMs: z.number(),
  stamp: z.string(),
})
/** The first tree of a task: its list, its contents. */
export function treePaths(store: string, taskId: string): [list: string, content: string] {
  const name = nameOf(store, taskId)
  return [`${name}.json`, `${name}.bytes`]
}

/** The tree before the newest command of a task: its list, and contents that the first tree does not have. */
export function callPaths(store: string, taskId: string): [list: string, log: string] {
  const name = nameOf(store, taskId)
  return [`${name}.call`, `${name}.more`]
}

function nameOf(store: string, taskId: string): string {
  return join(store, `tree-${taskId.replace(/\W/g, '')}`)
}
