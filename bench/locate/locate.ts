import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { loadSections } from '#context'
import { openMap, type RepoMap } from '#map'
import { BASELINES } from './parts/baselines.js'
import { type Gold, goldFunctions, type Score, score, summarise } from './parts/score.js'
import { measureSpeed } from './parts/speed.js'
import { checkOut, git, type LocateTask, pickTasks } from './parts/tasks.js'

/**
 * How often the map names the files and definitions that a commit changed, from its message and its parent.
 * LOCATE_REPOS: clones, separated by `:`; this repository when it is not set. LOCATE_TASKS: tasks of each (60).
 * LOCATE_BASELINES: names of other rankers; all when it is not set, 0 for none.
 */
export default async function locate(): Promise<object> {
  const repos = (process.env.LOCATE_REPOS ?? process.cwd()).split(':').filter(Boolean)
  const most = Number(process.env.LOCATE_TASKS ?? 60)
  const wanted = process.env.LOCATE_BASELINES?.split(',') ?? Object.keys(BASELINES)
  const rankers = ['ours', ...wanted.filter((name) => name in BASELINES)]
  const results: Record<string, object> = {}
  for (const repo of repos) {
    try {
      const { name, ...result } = await measureRepo(repo, most, rankers)
      results[name] = result
    } catch (error) {
      // Such as a snapshot that lacks its largest files.
      results[repo.split('/').slice(-2).join('/')] = { skipped: String(error).split('\n')[0] }
    }
  }
  return results
}

async function measureRepo(repo: string, most: number, rankers: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'locate-'))
  const tree = join(folder, 'tree')
  try {
    execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', repo, tree])
    const tasks = pickTasks(tree, { most, span: 3_000 })
    const scores: Record<string, Score[]> = Object.fromEntries(rankers.map((name) => [name, []]))
    checkOut(tree, 'origin/HEAD')
    const speed = await measureSpeed(tree, join(folder, 'map'))
    const map = openMap({ root: tree, deny: [], env: process.env, cachePath: join(folder, 'map') })
    for (const task of tasks) await measureTask({ task, tree, map, scores })
    await map.close()
    return {
      name: basename(repo) === 'repo' ? basename(dirname(repo)).replace('+', '/') : basename(repo),
      commit: git(tree, ['rev-parse', 'origin/HEAD']).trim().slice(0, 12),
      ...speed,
      rankers: Object.fromEntries(rankers.map((name) => [name, summarise(scores[name] ?? [])])),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface TaskRun {
  task: LocateTask
  tree: string
  map: RepoMap
  scores: Record<string, Score[]>
}

async function measureTask({ task, tree, map, scores }: TaskRun): Promise<void> {
  checkOut(tree, task.parent)
  const section = (await loadSections()).find(({ name }) => name === 'map')
  const ours = await map.rank(task.text, { waitMs: 120_000, most: 60 })
  if (section === undefined || ours === null) throw new Error('no map')
  const functions = await Promise.all(
    task.files.map(async (path) =>
      goldFunctions(path, (await map.inFile(path)) ?? [], task.lines.get(path) ?? []),
    ),
  )
  const gold: Gold = { files: task.files, functions: functions.flat() }
  scores.ours?.push(score(ours.files, gold, section))
  for (const [name, rank] of Object.entries(BASELINES)) {
    if (scores[name] === undefined) continue
    scores[name].push(score(await rank({ text: task.text, tree, map }), gold, section))
  }
}
