import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

// What the processes that run a built program again and again share: warm_host.mjs and screens/warm_host.mjs.

/** A run whose handles are still open after this time would not end as a program. */
const END_MS = 10_000

/** @param program  path of the built command; @returns its function that runs one command line */
export async function loadProgram(program) {
  const chunk = /import\("(\.\/chunks\/program-\w+\.js)"\)/.exec(readFileSync(program, 'utf8'))?.[1]
  return (await import(pathToFileURL(join(dirname(program), chunk ?? '')).href)).runProgram
}

/** env-paths reads the home once for all runs, so its folders are named. */
export function foldersOf({ HOME }) {
  const places = { CONFIG: '.config', DATA: '.local/share', CACHE: '.cache', STATE: '.local/state' }
  const named = Object.entries(places).map(([name, path]) => [`XDG_${name}_HOME`, join(HOME, path)])
  return Object.fromEntries(named)
}

/** What keeps the process alive, but the timers of this file. */
export function handles() {
  return process.getActiveResourcesInfo().filter((name) => name !== 'Immediate')
}

/** Waits for the moment when a program would end. @returns what keeps it alive beyond the limit */
export async function stillOpen(before) {
  const limit = performance.now() + END_MS
  for (;;) {
    await turn()
    const open = handles()
    for (const name of before) {
      const at = open.indexOf(name)
      if (at !== -1) open.splice(at, 1)
    }
    if (open.length === 0 || performance.now() > limit) return open
    await pause(2)
  }
}
