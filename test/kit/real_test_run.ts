import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'
import { judgeTestRun, openWorkspace } from '#workspace'

/** A project whose tests a real runner executes. */
export interface RealProject {
  tool: string
  command: string
  /** The project with a test that passes, or fails. */
  files(passes: boolean): Record<string, string>
  /** The name of the failing test, as the summary reports it. */
  failing: RegExp
  /** The same project without a test. */
  empty: Record<string, string>
}

/** Runs a project's tests, passing, failing and empty, and checks the verdicts. Skips a missing tool. */
export function checkRealRuns(t: Test, { tool, command, files, failing, empty }: RealProject) {
  const env = environment(t)
  const version = spawnSync(tool, [tool === 'go' ? 'version' : '--version'], { env })
  const skip = version.status === 0 ? false : `${tool} is not installed`
  return t.test(`judges real runs of ${tool}`, { skip }, async (t) => {
    const run = async (project: Record<string, string>) => {
      const root = makeProject(t, project)
      const workspace = openWorkspace({ root, deny: [], env })
      const result = await workspace.runCommand({ command, timeoutMs: 300_000 })
      return { result, verdict: judgeTestRun({ command, ...result }) }
    }
    const good = await run(files(true))
    t.equal(good.verdict.passed, true, `${good.verdict.summary}\n${good.result.output.slice(-600)}`)
    const bad = await run(files(false))
    t.match(bad.verdict, { passed: false, summary: failing }, bad.result.output.slice(-600))
    const none = await run(empty)
    t.not(none.verdict.passed, true, none.verdict.summary)

    const piped = `${command} 2>&1 | tail -99`
    t.equal(judgeTestRun({ ...good.result, command: piped, exitCode: 0 }).passed, true)
    t.equal(judgeTestRun({ ...bad.result, command: piped, exitCode: 0 }).passed, false)
    t.equal(judgeTestRun({ ...none.result, command: piped, exitCode: 0 }).passed, null)
  })
}

/** Offline, with an empty home; compilers keep their caches where the test runner says. */
function environment(t: Test): Record<string, string | undefined> {
  const { PATH, RUSTUP_HOME, CARGO_HOME, GOCACHE, GOPATH } = process.env
  const caches = { RUSTUP_HOME, CARGO_HOME, GOCACHE, GOPATH }
  const offline = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' }
  return { PATH, HOME: t.testdir({}), ...caches, ...offline, CARGO_NET_OFFLINE: 'true' }
}

/** Writes the files to a folder outside of the repository, whose package.json would change how they are run. */
function makeProject(t: Test, files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tests-')))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
