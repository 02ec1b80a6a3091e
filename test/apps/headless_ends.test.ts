import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openLedger } from '#ledger'
import { serveReplies, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { jsonLines, openProgram, PROGRAM } from '../kit/program.js'

/** Whether a process runs; one that ended and that nobody waited for does not. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^[^Z\s]/.test(stdout.trim())
}

t.test(
  'SIGHUP leaves no process, no temporary file and no lock, and the run resumes',
  async (t) => {
    const command = 'sleep 300 & echo $! >pid; wait'
    const endpoint = await serveReplies([act(['run_command', { command }]), say('It slept.')])
    t.teardown(() => endpoint.close())
    const box = openProgram(t)
    const temporary = join(box.home, 'tmp')
    mkdirSync(temporary)
    const at = ['--base-url', endpoint.baseUrl, '--permission-mode', 'yolo', '--sandbox', 'off']
    const { child, ended } = box.start(['-p', 'sleep', ...at], { env: { TMPDIR: temporary } })
    const pid = await written(join(box.cwd, 'pid'))
    child.kill('SIGHUP')
    const { code, stderr } = await ended
    t.equal(code, 130, stderr)
    t.match(stderr, /stopped by the signal SIGHUP; every committed step is kept/)
    const [, task = ''] = /resume (t_\w+)/.exec(stderr) ?? []
    t.not(task, '')
    t.notOk(isAlive(pid), 'the command is gone')
    t.same(readdirSync(temporary), [])
    const [project = ''] = readdirSync(join(box.data, 'projects'))
    const folder = join(box.data, 'projects', project)
    const strange = readdirSync(folder).filter((name) => /tmp|new|\.s_|-wal|-shm/.test(name))
    t.same(strange, [], 'nothing half written beside the ledger')
    const ledger = openLedger({ path: join(folder, 'ledger.sqlite') })
    t.equal(ledger.usedBy(ledger.tasks()[0]?.sessionId ?? ''), null, 'no process holds the session')
    ledger.close()
  },
)

t.test('--max-wall-time ends a run at a limit, with the command that resumes it', async (t) => {
  // It answers only the second run: the limit alone can end the first one.
  let isSecond = false
  const endpoint = await startEndpoint(() => (isSecond ? streamed(say('Hello.')) : { end: 'hang' }))
  t.teardown(() => endpoint.close())
  const box = openProgram(t)
  const at = ['--base-url', endpoint.baseUrl, '--max-wall-time']
  const run = (limit: string) => box.run(['-p', 'hello', ...at, limit, '--output-format', 'json'])
  let [limit, ran] = ['2s', await run('2s')]
  // On a busy machine that is over before the task is begun.
  if (ran.code === 5) [limit, ran] = ['30s', await run('30s')]
  t.equal(ran.code, 4, ran.stderr)
  const [result] = jsonLines(ran.stdout)
  t.match(result, {
    subtype: 'limit',
    code: 'TIME_LIMIT',
    exit_code: 4,
    text: `the time limit of ${limit} is reached`,
    hint: /--max-wall-time.*aircoder resume t_/,
  })
  isSecond = true
  const again = await box.run(['resume', '--base-url', endpoint.baseUrl])
  t.equal(again.code, 0, again.stderr)
  t.match(again.stderr, `this task ran with --max-wall-time ${limit}, which must be given again`)
})

t.test('--max-wall-time also ends the wait for an endpoint, and must be above 0', async (t) => {
  const box = openProgram(t)
  const at = ['--base-url', 'http://127.0.0.1:9/v1', '-m', 'x', '--wait', '10m']
  const ran = await box.run(['-p', 'hello', ...at, '--max-wall-time', '1500ms'])
  t.equal(ran.code, 5, ran.stderr)
  for (const bad of ['0', '5', 'soon'])
    t.match(await box.run(['-p', 'x', ...at, '--max-wall-time', bad]), {
      code: 2,
      stderr: /it must be a duration above 0 with a unit/,
    })
})

t.test('standard input is joined to the prompt, and a long wait for it is reported', async (t) => {
  const endpoint = await serveReplies([say('Hello.')])
  t.teardown(() => endpoint.close())
  const box = openProgram(t)
  const child = spawn(process.execPath, [PROGRAM, '-p', 'hello', '--base-url', endpoint.baseUrl], {
    cwd: box.cwd,
    env: box.env(),
  })
  const [said] = await once(child.stderr.setEncoding('utf8'), 'data')
  t.equal(said, 'waiting for the end of standard input; add </dev/null to continue without it\n')
  child.stdin.end('from a pipe')
  t.same(await once(child, 'close'), [0, null])
  t.match(endpoint.asks[0]?.body, /Task: hello\\n\\nStandard input:\\n```\\nfrom a pipe/)
})

t.test('row 281: 0 is for a resolved task; --require-proof also asks for the proof', async (t) => {
  const text = 'Ada wrote it.'
  const endpoint = await startEndpoint(() => streamed(say(text)))
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'a.txt': 'x\n' })
  const words = ['-p', 'who wrote a.txt?', '--base-url', endpoint.baseUrl]
  const plain = await box.run([...words, '--output-format', 'json'])
  t.equal(plain.code, 0, plain.stderr)
  t.match(jsonLines(plain.stdout), [
    { type: 'result', subtype: 'resolved', proven: false, reason: /\w/, exit_code: 0 },
  ])
  const asked = await box.run([...words, '--output-format', 'json', '--require-proof'])
  t.equal(asked.code, 1, asked.stderr)
  t.match(jsonLines(asked.stdout), [{ subtype: 'unproven', code: 'NOT_PROVEN', exit_code: 1 }])
})

t.test('flags of runs without a session are refused in one', async (t) => {
  const box = openProgram(t)
  t.match(await box.run(['hello', '--input-format', 'text']), {
    code: 2,
    stderr: /--input-format: it is for a run without a session/,
  })
})

async function written(path: string): Promise<number> {
  while (!existsSync(path) || readFileSync(path, 'utf8').trim() === '')
    await new Promise((resolve) => setTimeout(resolve, 5))
  return Number(readFileSync(path, 'utf8'))
}
