import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  type Act,
  errorAct,
  type FakeEndpoint,
  serveReplies,
  startEndpoint,
  streamed,
  webPage,
} from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { type Ended, jsonLines, openProgram, PROGRAM, type Program } from '../kit/program.js'

const ASK = ['-p', 'is it so?']

/** One line that says what is wrong, one that says what to do, and nothing on standard output. */
function reports(
  t: Test,
  { code, stdout, stderr }: Ended,
  exit: number,
  what: RegExp,
  hint: RegExp,
): void {
  const [error = '', advice = '', ...rest] = stderr.trimEnd().split('\n')
  t.equal(code, exit, stderr)
  t.equal(stdout, '')
  t.match(error, /^error: /)
  t.match(error, what)
  t.match(advice, /^hint: /)
  t.match(advice, hint)
  t.same(rest, [], stderr)
}

async function served(t: Test): Promise<{ endpoint: FakeEndpoint; at: string[]; box: Program }> {
  const endpoint = await serveReplies([say('Yes.')])
  t.teardown(() => endpoint.close())
  return { endpoint, at: ['--base-url', endpoint.baseUrl, '-m', 'fake'], box: openProgram(t) }
}

/** A port of 127.0.0.1 where nobody listens. */
async function deadUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}/v1`
}

function ledgerOf({ data }: Program): string {
  const projects = join(data, 'projects')
  return join(projects, readdirSync(projects)[0] ?? '', 'ledger.sqlite')
}

t.test('the endpoint: gone, wrong, shut, or without the model', async (t) => {
  const { at, box, endpoint } = await served(t)
  const dead = await deadUrl()
  reports(
    t,
    await box.run([...ASK, '--base-url', dead]),
    5,
    /No model answers at http:\/\/127\.0\.0\.1:\d+\/v1/,
    /--base-url/,
  )
  const missing = ['--base-url', endpoint.baseUrl, '-m', 'gpt-9']
  reports(t, await box.run([...ASK, ...missing]), 2, /has no model gpt-9\. It has: fake/, /--model/)
  const page = await startEndpoint(() => webPage())
  t.teardown(() => page.close())
  // The list of models of the fake is always JSON; one level below it there is only the page.
  reports(
    t,
    await box.run([...ASK, '--base-url', `${page.origin}/web`]),
    5,
    /does not speak the OpenAI API/,
    /\/v1/,
  )
  const shut = await startEndpoint(() => errorAct(401, { message: 'wrong token' }))
  t.teardown(() => shut.close())
  const wrong = await box.run([...ASK, '--base-url', `${shut.origin}/shut`], {
    env: { AIRCODER_TOKEN: 'tok-wrong' },
  })
  reports(t, wrong, 5, /rejected the token \(401\)/, /AIRCODER_TOKEN/)
  t.notMatch(wrong.stderr, /tok-wrong/)
  t.match(await box.run([...ASK, ...at]), { code: 0, stdout: 'Yes.\n' }, 'and none of it was lost')
})

t.test(
  'an endpoint that goes away in the middle: exit code 5, and the run can be resumed',
  async (t) => {
    const box = openProgram(t)
    const shut = await startEndpoint(() => errorAct(401, { message: 'wrong token' }))
    t.teardown(() => shut.close())
    const at = ['--base-url', shut.baseUrl, '-m', 'fake']
    const { code, stderr } = await box.run([...ASK, ...at])
    t.equal(code, 5)
    t.match(
      stderr,
      /no valid token was sent.*; every committed step is kept\.\nhint: .*AIRCODER_TOKEN.*\nTo resume:\n.* resume t_\w+ /,
    )
    const { endpoint } = await served(t)
    const resumed = await box.run(['resume', '--base-url', endpoint.baseUrl, '-m', 'fake'])
    t.match(resumed, { code: 0, stdout: 'Yes.\n' })
  },
)

t.test(
  'a login page instead of the API in the middle of a task: plain resume ends it',
  async (t) => {
    const json = { 'content-type': 'application/json' }
    const pages: [name: string, page: Act][] = [
      ['HTML with 200', webPage()],
      ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/login' } }],
      ['other JSON', { headers: json, body: ['{"ok":true}'] }],
      ['a list', { headers: json, body: ['[1]'] }],
      ['HTML with 404', webPage(404)],
    ]
    let page: Act | null = null
    const endpoint = await startEndpoint(({ step }) =>
      step > 1 && page !== null
        ? page
        : streamed(
            [act(['read_file', { path: 'a.txt' }]), say('It says x.')][step - 1] ?? say('x'),
          ),
    )
    t.teardown(() => endpoint.close())
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
    const box = openProgram(t, { 'a.txt': 'x\n' })
    for (const [name, each] of pages) {
      page = each
      const before = endpoint.asks.length
      for (const words of [['-p', 'what does a.txt say?'], ['resume']]) {
        const ran = await box.run([...words, ...at, '--output-format', 'json'])
        t.equal(ran.code, 5, `${name}: ${ran.stderr}`)
        const result = { subtype: 'interrupted', code: 'ENDPOINT_NOT_API', steps: 1 }
        t.match(jsonLines(ran.stdout), [result], name)
        t.match(ran.stderr, /every committed step is kept\. To resume:\n.* resume t_\w+ /, name)
      }
      page = null
      t.match(await box.run(['resume', ...at]), { code: 0, stdout: 'It says x.\n' }, name)
      const firsts = endpoint.asks.slice(before).filter(({ step }) => step === 1)
      t.equal(firsts.length, 1, `${name}: no committed step is asked again`)
    }
  },
)

t.test('no endpoint at all', async (t) => {
  const box = openProgram(t)
  const taken = await Promise.all([8765, 11434].map((port) => answers(port)))
  if (taken.includes(true)) return t.comment('skipped: something listens on a default port here')
  reports(
    t,
    await box.run(ASK),
    5,
    /No model answers at http:\/\/127\.0\.0\.1:8765\/v1/,
    /--base-url/,
  )
})

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1_000) })
    return true
  } catch {
    return false
  }
}

t.test('settings: each error names its file and entry', async (t) => {
  const { at, box } = await served(t)
  const user = join(box.home, '.config', 'aircoder', 'config.json')
  const writeUser = (text: string) => {
    mkdirSync(join(user, '..'), { recursive: true })
    writeFileSync(user, text)
  }
  const cases: [string, RegExp][] = [
    ['{"modle":"x"}', /aircoder\/config\.json: unknown key "modle"\. Did you mean "model"\?/],
    ['{"maxSteps":"many"}', /config\.json: maxSteps: /],
    ['{nonsense', /config\.json: it is not valid JSON/],
    ['null', /config\.json: top level: /],
    ['[1]', /config\.json: top level: /],
  ]
  for (const [text, what] of cases) {
    writeUser(text)
    reports(t, await box.run([...ASK, ...at]), 2, what, /Correct or remove/)
  }
  writeUser('{}')
  box.write('.aircoder/config.json', '{"permissionMod":"yolo"}')
  reports(
    t,
    await box.run([...ASK, ...at]),
    2,
    /work\/\.aircoder\/config\.json: unknown key/,
    /Correct/,
  )
  box.write('.aircoder/config.json', '{"baseUrl":"http://evil.example/v1","permissionMode":"yolo"}')
  const { code, stderr } = await box.run([...ASK, ...at, '-v'])
  t.equal(code, 0)
  t.match(stderr, /mode default/, 'a folder that is not trusted cannot loosen anything')
  t.equal((await box.run(['trust', 'add', '--yes'])).code, 0)
  t.match((await box.run([...ASK, ...at, '-v'])).stderr, /mode yolo/)
  reports(
    t,
    await box.run([...ASK, ...at, '--permission-mode', 'god']),
    2,
    /--permission-mode god: it must be one of default, acceptEdits, plan, yolo/,
    /--permission-mode/,
  )
  const env = { AIRCODER_MAX_STEPS: 'x' }
  reports(
    t,
    await box.run([...ASK, ...at], { env }),
    2,
    /environment: AIRCODER_MAX_STEPS/,
    /AIRCODER_MAX_STEPS=20/,
  )
})

t.test('the folder: not one, or none', async (t) => {
  const { at, box } = await served(t)
  box.write('file.txt', 'x')
  for (const cwd of ['file.txt', 'missing'])
    reports(
      t,
      await box.run([...ASK, ...at, '--cwd', cwd]),
      2,
      new RegExp(`${cwd} is not a folder`),
      /--cwd/,
    )
  reports(t, await box.run(['ledger', 'tasks', '--cwd', 'missing']), 2, /is not a folder/, /--cwd/)
})

t.test('the ledger: damaged, emptied, or of a newer version; it is left as it was', async (t) => {
  const { at, box } = await served(t)
  await box.run([...ASK, ...at])
  const path = ledgerOf(box)
  const good = readFileSync(path)
  const cases: [string, Buffer, RegExp][] = [
    [
      'LEDGER_UNREADABLE',
      Buffer.from('this is no database at all, but some text'),
      /cannot be read/,
    ],
    ['emptied', Buffer.alloc(0), /it is empty/],
    [
      'damaged',
      Buffer.concat([good.subarray(0, 100), Buffer.alloc(good.length - 100, 7)]),
      /cannot be read/,
    ],
    ['cut', good.subarray(0, 3_000), /cannot be read/],
  ]
  for (const [name, bytes, what] of cases) {
    writeFileSync(path, bytes)
    for (const args of [
      [...ASK, ...at],
      ['ledger', 'tasks'],
    ]) {
      reports(t, await box.run(args), 1, what, /Nothing was changed/)
      t.ok(readFileSync(path).equals(bytes), `${name}: not a byte was changed`)
    }
  }
  writeFileSync(path, good)
  const { default: Database } = await import('better-sqlite3')
  const db = new Database(path)
  db.exec("INSERT INTO migrations VALUES ('m999_from_the_future', 1)")
  db.close()
  reports(
    t,
    await box.run([...ASK, ...at]),
    1,
    /newer aircoder.*m999_from_the_future/,
    /Nothing was changed/,
  )
})

t.test('beside a running task everything works, and nobody calls it interrupted', async (t) => {
  const endpoint = await startEndpoint((_, number) =>
    number === 1 ? { end: 'silent' } : streamed(say('Yes.')),
  )
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  const box = openProgram(t)
  const first = box.start([...ASK, ...at])
  while (endpoint.asks.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const { pid } = first.child
  const tasks = await box.run(['ledger', 'tasks'])
  t.match(tasks, { code: 0, stdout: new RegExp(`^t_\\w+ {2}running in process ${pid} {2}0 steps`) })
  const theirs = tasks.stdout.split(' ')[0] ?? ''
  const listed = await box.run(['sessions'])
  t.match(listed.stdout, new RegExp(`1 task, in use by process ${pid} `))
  const examined = await box.run(['doctor', ...at])
  t.match(examined.stdout, /1 task, 0 to resume/, 'a running task was not stopped')
  const session = listed.stdout.split(' ')[0] ?? ''
  t.match(await box.run(['undo', '--dry-run']), { code: 0, stdout: 'There is nothing to undo.\n' })
  t.match(await box.run(['ledger', 'verify']), { code: 0, stdout: /^ok: / })
  const used = new RegExp(`process ${pid}\\) works in the session ${session}`)
  for (const args of [
    ['resume', ...at],
    ['resume', theirs, ...at],
    ['undo'],
    ['-p', 'x?', '-c', ...at],
    ['sessions', 'rm', session, '--yes'],
  ])
    reports(t, await box.run(args), 1, used, /Wait until it ends/)

  const second = await box.run([...ASK, ...at])
  t.match(second, { code: 0, stdout: 'Yes.\n' }, 'it has a session of its own')
  t.notMatch(second.stderr, /interrupted|stopped at/)
  const { stdout } = await box.run(['sessions'])
  t.equal(stdout.trimEnd().split('\n').length, 2)
  first.child.kill('SIGKILL')
  await first.ended
  t.match(await box.run(['sessions']), { code: 0, stdout: /1 to resume/ })
  t.match(await box.run(['resume', theirs, ...at]), { code: 0, stdout: 'Yes.\n' })
  t.match(await box.run(['ledger', 'verify']), { code: 0, stdout: /^ok: / })
})

t.test('a data folder that cannot be written: runs refuse, lists still read', async (t) => {
  const { at, box } = await served(t)
  mkdirSync(box.data)
  if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', box.data]).status !== 0)
    return t.comment('skipped: no tmpfs can be mounted here, and root may write anywhere')
  try {
    await box.run([...ASK, ...at])
    spawnSync('mount', ['-o', 'remount,ro', box.data])
    reports(t, await box.run([...ASK, ...at]), 1, /cannot be written/, /--data-dir/)
    t.match(await box.run(['ledger', 'tasks']), { code: 0, stdout: /resolved/ })
    const other = join(box.data, 'new')
    reports(
      t,
      await box.run([...ASK, ...at, '--data-dir', other]),
      2,
      /cannot hold the ledger: .* read-only/,
      /--data-dir/,
    )
  } finally {
    spawnSync('umount', [box.data])
  }
})

t.test('without a terminal and without a prompt there is no session', async (t) => {
  const box = openProgram(t)
  reports(t, await box.run([]), 2, /no prompt and no terminal/, /aircoder -p/)
})

t.test('a removed current folder is one error with a hint', (t) => {
  const box = openProgram(t)
  const script = `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" ledger tasks`
  const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, PROGRAM], {
    cwd: box.cwd,
    env: { PATH: process.env.PATH ?? '', HOME: box.home },
    encoding: 'utf8',
  })
  t.equal(status, 2)
  t.match(stderr, /^error: \. is not a folder, or cannot be read\.\nhint: Go to an existing folder/)
  t.end()
})
