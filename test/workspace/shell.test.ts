import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { LIMITS } from '#core'
import {
  type CommandRequest,
  endGroup,
  openWorkspace,
  processIsOurs,
  processStart,
} from '#workspace'
import { findMarked, markSeconds, untilMarked } from '../kit/marked_sleep.js'

const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LANG: 'C.UTF-8',
  AIRCODER_TOKEN: 'sesame-value',
  COPY_OF_IT: 'sesame-value',
  GITHUB_TOKEN: 'gh-value',
  MY_API_KEY: 'key-value',
  GIT_DIR: '/nowhere',
  GIT_AUTHOR_NAME: 'Ann',
  MONKEY: 'kept',
}

function run(command: string, more: Partial<CommandRequest> = {}) {
  const root = realRoot()
  return openWorkspace({ root, deny: [], env }).runCommand({ command, timeoutMs: 20_000, ...more })
}

const roots: string[] = []
function realRoot(): string {
  roots[0] ??= t.testdir({ 'here.txt': 'x' })
  return roots[0]
}

t.test(
  'row 170: returns the exit code and both streams in order; sets folder and environment',
  async (t) => {
    const result = await run('echo one; echo two >&2; echo three; ls; exit 3')
    t.same(result, {
      exitCode: 3,
      signal: null,
      output: 'one\ntwo\nthree\nhere.txt\n',
      timedOut: false,
      aborted: false,
      truncated: false,
      endedLeftovers: false,
    })
    const { output } = await run('env; cat; tty; [[ 1 == 1 ]] && echo bash')
    t.notMatch(output, /sesame|gh-value|key-value|GIT_DIR/)
    for (const line of [
      'PAGER=cat',
      'GIT_PAGER=cat',
      'TERM=dumb',
      'NO_COLOR=1',
      'MONKEY=kept',
      'GIT_AUTHOR_NAME=Ann',
      'bash',
    ])
      t.match(output, new RegExp(`^${line}$`, 'm'))
    t.match(await run('kill -9 $$'), { exitCode: null, signal: 'SIGKILL' })
    t.match(await run('nonesuch_program'), { exitCode: 127, output: /not found/ })
    t.match(await run(': ${'.concat('x'.repeat(200_000))), {
      exitCode: null,
      output: /could not be started/,
    })
    t.match(await run('a\0b'), { exitCode: null, output: /could not be started/ })
  },
)

t.test(
  'row 170: the deadline ends a command that ignores TERM, and a grandchild that holds the pipe',
  async (t) => {
    const one = markSeconds()
    const command = `trap '' TERM; (trap '' TERM; sleep ${one}) & echo started; sleep ${one}; sleep ${one}`
    // On a busy machine the first deadlines come before the first line.
    for (let timeoutMs = 300, output = ''; output === ''; timeoutMs *= 2) {
      const result = await run(command, { timeoutMs })
      t.match(result, { timedOut: true, exitCode: null, output: /^(?:started\n)?$/ })
      t.same(findMarked(one), [])
      output = result.output
    }
  },
)

t.test('ends processes that left the group: setsid, double forks, a forking tree', async (t) => {
  const one = markSeconds()
  const result = await run(
    `setsid sleep ${one} & (setsid bash -c 'sleep ${one} & sleep ${one}' &) ; for i in 1 2 3 4 5; do (sleep ${one} & sleep ${one}) & done; sleep ${one}`,
    { timeoutMs: 500 },
  )
  t.match(result, { timedOut: true })
  t.same(findMarked(one), [])
})

t.test('ends processes that a command left in the background and reports it', async (t) => {
  const one = markSeconds()
  t.match(await run(`sleep ${one} & setsid sleep ${one} & echo done`), {
    exitCode: 0,
    output: 'done\n',
    endedLeftovers: true,
    timedOut: false,
  })
  t.same(findMarked(one), [])
  // One that ends soon is waited for; on a busy machine "soon" may need some tries.
  let wasEnded = true
  for (let tries = 0; wasEnded && tries < 40; tries += 1) {
    const result = await run('sleep 0.05 & echo done')
    t.equal(result.exitCode, 0)
    wasEnded = result.endedLeftovers
  }
  t.notOk(wasEnded)
})

t.test('an abort ends a running command and prevents a start', async (t) => {
  const one = markSeconds()
  const stop = new AbortController()
  const running = run(`echo begun; sleep ${one}`, {
    signal: stop.signal,
    onOutput: () => stop.abort(),
  })
  t.match(await running, { aborted: true, timedOut: false, exitCode: null, output: 'begun\n' })
  t.same(findMarked(one), [])
  t.match(await run('echo no', { signal: stop.signal }), {
    aborted: true,
    output: '',
    exitCode: null,
  })
})

t.test('reports pid and start time at once; a failing listener ends the command', async (t) => {
  const seen: [number, string][] = []
  let ours = false
  await run('sleep 0.1; echo $$', {
    onSpawn: (pid, start) => {
      seen.push([pid, start])
      ours = processIsOurs(pid, start)
    },
  }).then(({ output }) => t.equal(Number(output), seen[0]?.[0]))
  t.ok(ours)
  const [pid = 0, start = ''] = seen[0] ?? []
  t.notOk(processIsOurs(pid, start), 'it has ended')
  t.notOk(processIsOurs(process.pid, start), 'another process is not ours')
  t.equal(processStart(process.pid), processStart(process.pid))
  t.equal(processStart(2 ** 30), '')
  const one = markSeconds()
  const broken = (): never => {
    throw new Error('disk full')
  }
  await t.rejects(run(`sleep ${one}`, { onSpawn: broken }), { message: 'disk full' })
  await t.rejects(run(`while :; do echo x; sleep 0.1; done; sleep ${one}`, { onOutput: broken }), {
    message: 'disk full',
  })
  t.same(findMarked(one), [])
})

t.test('reports growing output, at most the last 8 kB', async (t) => {
  const reported: string[] = []
  const begun = performance.now()
  const { output } = await run(
    'for i in $(seq 1 3000); do echo "line $i"; done; until [ -e reported ]; do sleep 0.05; done; echo end',
    {
      timeoutMs: 120_000,
      onOutput(text) {
        reported.push(text)
        if (text.endsWith('line 3000\n')) writeFileSync(join(realRoot(), 'reported'), '')
      },
    },
  )
  // A timer may come late, never early: then they are fewer.
  const most = (performance.now() - begun) / LIMITS.progressMs + 1
  t.ok(reported.length >= 1 && reported.length <= most, `${reported.length} times`)
  t.ok(reported.every((text) => text.length <= LIMITS.progressBytes))
  const whole = reported.find((text) => text.endsWith('line 3000\n'))
  t.equal(whole?.length, LIMITS.progressBytes)
  t.match(output, /^line 1\n[\s\S]*line 3000\nend\n$/)
})

t.test('a program that ends at once loses no line, however late its output is read', async (t) => {
  // As a test runner does: short lines, more than a socket takes, then process.exit.
  const script =
    'for (let n = 0; n < 800; n += 1) console.log("ok " + n + " a line of a test that passes, with some words"); console.log("FAIL last"); process.exit(3)'
  const asleep = new Int32Array(new SharedArrayBuffer(4))
  const { output, exitCode } = await run(`node -e '${script}'; echo $? > end.txt`, {
    onSpawn() {
      // This program reads nothing until the other one has ended.
      const end = join(realRoot(), 'end.txt')
      for (let tries = 0; tries < 1_000 && !existsSync(end); tries += 1)
        Atomics.wait(asleep, 0, 0, 20)
    },
  })
  t.equal(exitCode, 0)
  t.equal(readFileSync(join(realRoot(), 'end.txt'), 'utf8'), '3\n')
  t.equal(output.split('\n').length, 802)
  t.match(output, /^ok 0 [\s\S]*\nFAIL last\n$/)
})

t.test('keeps head and tail of 200 MB in constant memory, in complete characters', async (t) => {
  const before = process.memoryUsage().rss
  const command = 'echo first; yes "日本語テキスト" | head -c 200000000; echo; echo last'
  const result = await run(command, { timeoutMs: 300_000 })
  const grown = process.memoryUsage().rss - before
  t.equal(result.truncated, true)
  t.ok(result.output.startsWith('first\n日本語'))
  t.ok(result.output.endsWith('\nlast\n'))
  t.ok(/\n… 19\d{7} bytes left out …\n/.test(result.output))
  // `head` cuts the end; the two cuts around the mark are ours.
  t.equal(result.output.slice(0, -100).includes('\uFFFD'), false)
  t.ok(Buffer.byteLength(result.output) <= LIMITS.commandOutputBytes + 100)
  t.ok(grown < 150_000_000, `grew by ${grown} bytes`)
  const odd = await run("printf 'a\\xff\\xfeb'")
  t.equal(odd.output, 'a\uFFFD\uFFFDb')
})

t.test('after a crash, ends a group by pid and start time, and no other process', async (t) => {
  const one = markSeconds()
  const child = spawn('bash', ['-c', `trap '' TERM; sleep ${one} & sleep ${one}; sleep ${one}`], {
    detached: true,
    stdio: 'ignore',
    env: { ...env, AIRCODER_COMMAND: 'earlier' },
  })
  const pid = child.pid ?? 0
  const start = processStart(pid)
  await untilMarked(one, 3)
  t.equal(await endGroup(pid, 'someone:else'), false)
  t.ok(processIsOurs(pid, start))
  t.equal(await endGroup(pid, start), true)
  t.same(findMarked(one), [])
  t.equal(await endGroup(pid, start), false)

  const two = markSeconds()
  const orphaned = spawn('bash', ['-c', `sleep ${two} & exit 0`], {
    detached: true,
    stdio: 'ignore',
    env: { ...env, AIRCODER_COMMAND: 'earlier' },
  })
  const was = processStart(orphaned.pid ?? 0)
  await new Promise((resolve) => orphaned.once('exit', resolve))
  await untilMarked(two)
  t.pass('the leader is gone, its child is not')
  t.equal(await endGroup(orphaned.pid ?? 0, was), true)
  t.same(findMarked(two), [])
})

t.test('row 170: output that is not kept uses no memory, in both ways of running', async (t) => {
  const bytes = 100_000_000
  const command = `yes "a line that a build could print" | head -c ${bytes}`
  const { background, runCommand } = openWorkspace({ root: realRoot(), deny: [], env })
  let most = 0
  const before = process.memoryUsage().arrayBuffers
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 2)
  t.teardown(() => clearInterval(timer))
  t.match(await runCommand({ command, timeoutMs: 120_000 }), { exitCode: 0, truncated: true })
  t.ok(most < 32 * 1_048_576, `${most} bytes in the foreground`)
  most = 0
  const started = await background.start({ command: `${command}; sleep 0.1` })
  while (started.ok && (await background.read(started.id))?.end === null) await wait(1)
  t.ok(most < 32 * 1_048_576, `${most} bytes in the background`)
})
