import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type Build, buildChanged } from '../crash/kit/builds.js'
import { type Choice, type LivedLife, NO_MAP, newStory, runToEnd } from '../crash/kit/crash_run.js'
import { endProcessesIn } from '../crash/kit/leftovers.js'
import { MARKS, type SourceChange } from '../crash/kit/phases.js'
import { readTree } from '../crash/kit/tree.js'
import { LONG_MS } from '../kit/rotation.js'
import { SUBJECT, WORLDS } from '../kit/tree_changed/worlds.js'

/** Recovery as it would be without the second check of each path: links on the way are followed and permitted. */
const NOT_RESOLVED_AGAIN: readonly SourceChange[] = [
  {
    file: 'libs/supervisor/recovery/settle_edit.ts',
    find: 'deps.workspace.reopen(paths)',
    replace: 'deps.workspace.permit(paths)',
  },
  {
    file: 'libs/workspace/files/file_state.ts',
    find: 'if (place.absolute !== resolve(rules.root, path))',
    replace: 'if (!place.ok && resolve(path))',
  },
]

t.setTimeout(LONG_MS)

t.test(
  'the product writes nothing outside after a kill; a build that does is caught',
  async (t) => {
    const shipped = await buildChanged(t.testdir(), 'marked', MARKS)
    t.same(await writtenOutside(t, shipped), [], 'the product')
    const changes = [...MARKS, ...NOT_RESOLVED_AGAIN]
    const mutant = await buildChanged(t.testdir(), 'a path is not resolved again', changes)
    t.same(await writtenOutside(t, mutant), ['copy/x.txt'], 'the mutant')
  },
)

/** Kills a run between intent and effect, makes the parent a link to a copy outside, and resumes. */
async function writtenOutside(t: Test, build: Build): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-moved-'))
  t.teardown(async () => {
    await endProcessesIn(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  const outside = join(folder, 'outside')
  mkdirSync(outside)
  const world = WORLDS.find(({ name }) => name === 'the parent is a link to a copy outside')
  const arguments_ = JSON.stringify({ path: SUBJECT, content: 'new\n' })
  const end = { content: 'Done.', reasoning: '', tool_calls: [], finish_reason: 'stop' }
  const script = {
    files: new Map([[SUBJECT, 'old\n']]),
    replies: [
      {
        content: '',
        reasoning: '',
        tool_calls: [{ name: 'write_file', arguments: arguments_ }],
        finish_reason: 'tool_calls',
      },
      ...Array.from({ length: 6 }, () => end),
    ],
    counters: new Map<string, string>(),
  }
  let before = new Map<string, string>()
  const story = newStory(folder)
  const choose = (lives: readonly LivedLife[]): Choice => {
    if (lives.length !== 1) return { build, aim: { atMs: 120_000, mark: 'i', nth: 1, delayMs: 0 } }
    world?.change(join(folder, 'work'), outside)
    before = readTree(outside)
    return { build, aim: null }
  }
  await runToEnd(script, story, choose, NO_MAP)
  t.ok(story.lives[0]?.killed && before.size > 0, 'it was killed and the tree was changed')
  const after = readTree(outside)
  return [...after.keys()].filter((path) => after.get(path) !== before.get(path))
}
