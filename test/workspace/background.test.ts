import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { LIMITS } from '#core'
import { type BackgroundRead, openWorkspace, processIsOurs, type Workspace } from '#workspace'
import { findMarked, markSeconds, untilMarked } from '../kit/marked_sleep.js'

const env = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'C.UTF-8' }

function open(t: Test): Workspace {
  const workspace = openWorkspace({ root: t.testdir({}), deny: [], env })
  t.teardown(() => workspace.background.endAll())
  return workspace
}

/** Reads on until the command has ended: its last words and its end may come in two reads. */
async function readToEnd({ background }: Workspace, first: BackgroundRead | null) {
  let read = first
  let output = read?.output ?? ''
  while (read?.end === null) {
    read = await background.read(read.id)
    output += read?.output ?? ''
  }
  return { ...read, output }
}

t.test('row 172: starts, reads and stops a background command', async (t) => {
  const { background } = open(t)
  const one = markSeconds()
  const spawned: [number, string][] = []
  const started = await background.start({
    command: `echo ready; trap 'echo bye; exit 7' TERM; read line < go; echo "got $line"; sleep ${one} & wait`,
    onSpawn: (pid, start) => spawned.push([pid, start]),
  })
  if (!started.ok) return t.fail(started.message)
  t.match(started, { id: 'c1', end: null })
  t.ok(background.owns(spawned[0]?.[0] ?? 0))
  t.ok(processIsOurs(...(spawned[0] ?? [0, ''])))
  const stopped = await background.stop('c1')
  t.equal(findMarked(one).length, 0)
  t.notOk(stopped?.end === null)
  t.equal(await background.read('c9'), null)
  t.equal(await background.stop('c9'), null)
})

t.test('row 172: a read returns only new output, and reports the end', async (t) => {
  const workspace = open(t)
  const { background, root } = workspace
  const started = await background.start({
    command: 'mkfifo go; echo one; read x < go; echo "two $x"; exit 3',
  })
  if (!started.ok) return t.fail(started.message)
  let first: BackgroundRead | null = started
  while (first?.output === '') first = await background.read('c1')
  t.match(first, { output: 'one\n', end: null })
  t.match(await background.read('c1'), { output: '', end: null }, 'it waits, and nothing comes')
  writeFileSync(`${root}/go`, 'x\n')
  t.match(await readToEnd(workspace, await background.read('c1')), {
    output: 'two x\n',
    end: { exitCode: 3 },
  })
  t.match(await background.read('c1'), { output: '', end: { exitCode: 3, signal: null } })
})

t.test('reports a command that fails at once, and one that cannot start', async (t) => {
  const workspace = open(t)
  const { background } = workspace
  const started = await background.start({ command: 'nonesuch_program' })
  if (!started.ok) return t.fail(started.message)
  t.match(await readToEnd(workspace, started), { output: /not found/, end: { exitCode: 127 } })
  t.match(await background.start({ command: 'a\0b' }), { ok: false, message: /null bytes/ })
})

t.test('limits the number of background commands and their output', async (t) => {
  const { background } = open(t)
  const one = markSeconds()
  const noisy = await background.start({ command: 'yes "some words of a line"' })
  t.ok(noisy.ok)
  // On a busy machine it has not written too much in the first of these waits.
  let output = ''
  while (!output.includes('bytes left out')) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    output = (await background.read('c1'))?.output ?? ''
    t.ok(output.length < LIMITS.backgroundBytes + 200)
  }
  t.match(output.replace(/^(some words of a line\n)+/, ''), /bytes left out/)
  await background.stop('c1')
  for (let at = 0; at < LIMITS.backgroundCommands; at += 1)
    await background.start({ command: `echo x; sleep ${one}` })
  t.match(await background.start({ command: 'echo x' }), { ok: false, message: /Stop one first/ })
  await background.endAll()
  t.equal(findMarked(one).length, 0)
  t.match(await background.start({ command: 'echo x' }), { ok: true })
})

t.test('a command whose start cannot be recorded does not run', async (t) => {
  const { background } = open(t)
  const one = markSeconds()
  const onSpawn = () => {
    throw new Error('disk full')
  }
  await t.rejects(background.start({ command: `sleep ${one}`, onSpawn }), { message: 'disk full' })
  t.equal(findMarked(one).length, 0)
})

t.test('a wait for the end of a released process keeps the program alive', async (t) => {
  const { background } = open(t)
  let pid = 0
  const started = await background.start({
    command: `echo up; sleep ${markSeconds()}`,
    onSpawn: (one) => {
      pid = one
    },
  })
  if (!started.ok) return t.fail(started.message)
  process.kill(-pid, 'SIGKILL')
  // Nothing is awaited: Node has not seen yet that the process ended.
  while (/\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  const stopping = background.stop(started.id)
  for (let turn = 0; turn < 20; turn += 1) await null
  t.ok(timers() > before, 'something that counts for Node is waited for')
  t.match((await stopping)?.end, { signal: 'SIGKILL' })
})

t.test('Ctrl+B: a running command goes on in the background with its output', async (t) => {
  const workspace = open(t)
  const { runCommand, background, root } = workspace
  const move = new AbortController()
  let pid = 0
  const result = await runCommand({
    command: 'mkfifo go; echo one; read x < go; cd /; echo "two $x"; exit 3',
    timeoutMs: 20_000,
    reports: true,
    move: move.signal,
    onSpawn: (one) => {
      pid = one
    },
    onOutput: (soFar) => {
      if (soFar.includes('one')) move.abort()
    },
  })
  t.match(result, { movedTo: 'c1', output: 'one\n', exitCode: null, timedOut: false })
  t.equal(result.aborted, false)
  t.ok(background.owns(pid), 'it is the same process')
  t.ok(background.isBusy())
  writeFileSync(`${root}/go`, 'x\n')
  t.match(await readToEnd(workspace, await background.read('c1')), {
    command: /^mkfifo go/,
    output: 'two x\n',
    end: { exitCode: 3, signal: null },
  })
})

t.test('Ctrl+B: a command that was moved is stopped like one that was started so', async (t) => {
  const { runCommand, background } = open(t)
  const one = markSeconds()
  const move = new AbortController()
  const running = runCommand({
    command: `sleep ${one} & echo up; wait`,
    timeoutMs: 300,
    move: move.signal,
    onSpawn: () => move.abort(),
  })
  t.match(await running, { movedTo: 'c1' })
  await wait(600)
  await untilMarked(one, 2)
  t.pass('its deadline is over, and it runs')
  await background.endAll()
  t.equal(findMarked(one).length, 0)
})
