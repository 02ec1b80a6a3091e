import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { serveReplies, startEndpoint } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { jsonLines, openProgram, PROGRAM } from '../kit/program.js'

const IN = ['-p', '--input-format', 'stream-json']
const message = (content: unknown) =>
  `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`

t.test('each line of standard input is a turn of one session, with one result', async (t) => {
  const endpoint = await serveReplies([say('Hello.')])
  t.teardown(() => endpoint.close())
  const box = openProgram(t)
  const input = `${message('hello')}\n${message([
    { type: 'text', text: 'hello' },
    { type: 'text', text: 'again' },
  ])}`
  const at = ['--base-url', endpoint.baseUrl, '--output-format', 'json']
  const ran = await box.run([...IN, ...at], { input })
  t.equal(ran.code, 0, ran.stderr)
  const [first, second, ...rest] = jsonLines(ran.stdout)
  t.same(rest, [])
  t.match(first, { type: 'result', subtype: 'resolved', text: 'Hello.' })
  t.match(second, { type: 'result', subtype: 'resolved', session: first?.session })
  t.not(first?.task, second?.task)
  t.match(endpoint.asks[1]?.body, /Task: hello\\nagain/)
})

t.test('a turn begins when its line comes, and the program ends with its input', async (t) => {
  const endpoint = await serveReplies([say('Hello.')])
  t.teardown(() => endpoint.close())
  const box = openProgram(t)
  const at = ['--base-url', endpoint.baseUrl, '--output-format', 'stream-json']
  const { child, results, ended } = open(box, [...IN, ...at])
  for (const count of [1, 2, 3]) {
    child.stdin.write(message('hello'))
    await results(count)
  }
  child.stdin.end()
  const { code, lines } = await ended
  t.equal(code, 0)
  t.equal(lines.filter(({ type }) => type === 'result').length, 3)
  t.equal(lines.filter(({ subtype }) => subtype === 'init').length, 3)
})

t.test('a bad line is named by its number, and the turns before it are kept', async (t) => {
  const endpoint = await serveReplies([say('Hello.')])
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '--output-format', 'json']
  for (const [line, why] of [
    ['{"type":"user"', /Line 3 of standard input: it is not valid JSON/],
    ['{"type":"assistant","message":{"content":"x"}}', /Line 3 of standard input: type: /],
    ['{"type":"user","message":{"content":[{"type":"image"}]}}', /Line 3 .* message\.content/],
    ['{"type":"user","message":{"content":" "}}', /Line 3 .* the message has no text/],
  ] as const) {
    const box = openProgram(t)
    const ran = await box.run([...IN, ...at], { input: `${message('hello')}\n${line}\n` })
    t.equal(ran.code, 2, line)
    const [first, last] = jsonLines(ran.stdout)
    t.match(first, { subtype: 'resolved' })
    t.match(last, { type: 'result', subtype: 'failed', code: 'INPUT_LINE_INVALID', exit_code: 2 })
    t.match(ran.stderr, why)
  }
  const box = openProgram(t)
  t.match(await box.run([...IN, ...at]), { code: 2, stderr: /needs a message on standard input/ })
  t.match(await box.run([...IN, 'x', ...at]), { code: 2, stderr: /a prompt was given/ })
})

t.test('a signal ends it while it waits, and the turns are kept', async (t) => {
  const endpoint = await serveReplies([say('Hello.')])
  t.teardown(() => endpoint.close())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const box = openProgram(t)
    const at = ['--base-url', endpoint.baseUrl, '--output-format', 'json']
    const { child, results, ended } = open(box, [...IN, ...at])
    child.stdin.write(message('hello'))
    await results(1)
    child.kill(signal)
    const { code, stderr } = await ended
    t.equal(code, 130, signal)
    t.match(stderr, /while it waited for a message; every turn is kept/)
    t.match((await box.run(['ledger', 'tasks'])).stdout, /resolved/)
  }
})

t.test('an endpoint that is gone ends it: the next turn could not run either', async (t) => {
  const endpoint = await startEndpoint(() => ({ end: 'die' }))
  t.teardown(() => endpoint.close())
  const box = openProgram(t)
  const at = ['--base-url', endpoint.baseUrl, '--output-format', 'json']
  const ran = await box.run([...IN, ...at], { input: message('hello') + message('hello') })
  t.equal(ran.code, 5, ran.stdout)
  t.equal(jsonLines(ran.stdout).length, 1)
})

function open(box: ReturnType<typeof openProgram>, args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: box.cwd,
    env: box.env(),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let [stdout, stderr, wake] = ['', '', () => {}]
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    wake()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code]) => {
    wake()
    return { code, stderr, lines: jsonLines(stdout) }
  })
  const results = async (count: number) => {
    while ((stdout.match(/"type":"result"/g) ?? []).length < count) {
      if (child.exitCode !== null) throw new Error(`it ended: ${stdout}${stderr}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { child, results, ended }
}

t.test('input that never ends is refused, and waited for until --max-wall-time only', async (t) => {
  const box = openProgram(t)
  const at = ['--base-url', 'http://127.0.0.1:9/v1', '--output-format', 'json']
  const endless = (bytes: number) => 'x'.repeat(bytes)
  for (const [args, code, exit] of [
    [['-p'], 'INPUT_TOO_LONG', 2],
    [IN, 'INPUT_LINE_INVALID', 2],
    [['-p', 'what?', '--max-wall-time', '50ms'], 'INPUT_TOO_LATE', 4],
    [[...IN, '--max-wall-time', '50ms'], 'INPUT_TOO_LATE', 4],
  ] as const) {
    const { child, ended } = open(box, [...args, ...at])
    // Its end never comes: only the program can end the run.
    child.stdin.on('error', () => undefined)
    if (exit === 2) child.stdin.write(endless(17 * 1_048_576))
    const ran = await ended
    t.equal(ran.code, exit, `${args}`)
    const subtype = exit === 4 ? 'limit' : 'failed'
    t.match(ran.lines, [{ type: 'result', subtype, code, exit_code: exit, task: null }])
  }
})
