import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import t, { type Test } from 'tap'
import { openWorkspace } from '#workspace'

// Found by the siege: on a disk that was full for `openat` too, a run printed its error and never ended.

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

/** Processes cannot be listed meanwhile. */
function withoutProc(t: Test): void {
  const { readdirSync } = fs
  const broken = (path: fs.PathLike, ...more: unknown[]) => {
    if (path === '/proc') throw Object.assign(new Error('EMFILE: open files'), { code: 'EMFILE' })
    return (readdirSync as (...all: unknown[]) => unknown)(path, ...more)
  }
  Object.assign(fs, { readdirSync: broken })
  syncBuiltinESMExports()
  t.teardown(() => {
    Object.assign(fs, { readdirSync })
    syncBuiltinESMExports()
  })
}

t.test('a command whose processes cannot be listed ends, with its children', async (t) => {
  const workspace = openWorkspace({ root: t.testdir({}), deny: [], env: process.env })
  const before = timers()
  withoutProc(t)
  const result = await workspace.runCommand({
    command: 'sleep 300 & echo $!',
    timeoutMs: 20_000,
    onOutput: () => undefined,
  })
  t.match(result, { exitCode: 0, endedLeftovers: true })
  const child = Number(result.output)
  t.ok(child > 0)
  t.throws(() => process.kill(child, 0), /ESRCH/, 'the child has ended')
  t.equal(timers(), before, 'nothing keeps the program alive')
})

t.test('a command without children ends at once, also at its deadline', async (t) => {
  const workspace = openWorkspace({ root: t.testdir({}), deny: [], env: process.env })
  withoutProc(t)
  t.match(await workspace.runCommand({ command: 'echo one', timeoutMs: 20_000 }), {
    exitCode: 0,
    output: 'one\n',
    endedLeftovers: false,
  })
  const late = await workspace.runCommand({ command: 'sleep 300', timeoutMs: 100 })
  t.match(late, { timedOut: true })
})
