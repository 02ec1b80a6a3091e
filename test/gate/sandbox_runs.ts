import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { plainFolder, plantFiles, SECRET } from './tree.js'

/** Commands that share one sandbox start, each with a tree of its own. */
const BATCH = 40
const COMMAND_S = 5

export const NO_SANDBOX =
  spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']).status === 0
    ? false
    : 'bubblewrap does not work here, and made-up commands run in nothing else'

export interface Leak {
  command: string
  /** What was wrong: the secret showed, or a denied file changed. */
  what: string
}

/** Runs each command in a tree of its own. A batch in which something leaks is run again one by one. */
export function findLeaks(commands: readonly string[]): Leak[] {
  const batches = Array.from({ length: Math.ceil(commands.length / BATCH) }, (_, at) =>
    commands.slice(at * BATCH, (at + 1) * BATCH),
  )
  return batches.flatMap((batch) => {
    const leaks = runBatch(batch)
    // In one batch a command could reach the tree of another: alone it is sure which one leaks.
    const alone = leaks.length === 0 ? [] : batch.flatMap((command) => runBatch([command]))
    return alone.length > 0 ? alone : leaks
  })
}

function runBatch(commands: readonly string[]): Leak[] {
  const base = plainFolder('differential')
  try {
    const trees = commands.map((command, at) => {
      const tree = join(base, 'trees', String(at))
      plantFiles(tree)
      mkdirSync(join(base, 'out'), { recursive: true })
      writeFileSync(join(base, `out/${at}.command`), command)
      return { command, tree, printed: join(base, `out/${at}.printed`) }
    })
    const [first] = trees
    if (first === undefined) return []
    const before = snapshot(first.tree)
    runInSandbox(base, commands.length)
    return trees.flatMap(({ command, tree, printed }) => {
      const what = leakIn(readFileSync(printed, 'latin1'), before, snapshot(tree))
      return what === null ? [] : [{ command, what }]
    })
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

/** Nothing but the trees can be written, no process outside is seen, no network is there. */
function runInSandbox(base: string, count: number): void {
  const each = `
    cd "$1"
    for (( at = 0; at < ${count}; at++ )); do
      IFS= read -r -d '' command < "out/$at.command"
      ( cd "trees/$at/work" && HOME="$1/trees/$at/home" exec timeout -s KILL ${COMMAND_S} \
          bash -c "$command" ) > "out/$at.printed" 2>&1 < /dev/null
    done`
  const shut = ['--unshare-all', '--die-with-parent', '--new-session']
  const places = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', base, base]
  const ran = spawnSync('bwrap', [...places, ...shut, 'bash', '-c', each, 'each', base], {
    env: { PATH: process.env.PATH, TERM: 'dumb' },
    input: '',
  })
  if (ran.error) throw ran.error
}

function leakIn(
  printed: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string | null {
  if (printed.includes(SECRET)) return 'the secret was printed'
  for (const [path, text] of before)
    if (text.includes(SECRET) && after.get(path) !== text) return `${path} was changed`
  for (const [path, text] of after)
    if (text.includes(SECRET) && !before.has(path)) return `${path} holds the secret`
  return null
}

function snapshot(
  folder: string,
  into = new Map<string, string>(),
  below = '',
): Map<string, string> {
  for (const name of readdirSync(join(folder, below))) {
    const path = join(below, name)
    const full = join(folder, path)
    // A link holds nothing: what leads through it is judged by its real path.
    if (!existsSync(full) || lstatSync(full).isSymbolicLink()) continue
    const stats = statSync(full)
    if (stats.isDirectory() && !/^(?:work\/(?:public|vendor))$/.test(path))
      snapshot(folder, into, path)
    else if (stats.isFile()) into.set(path, readFileSync(full, 'latin1'))
  }
  return into
}
