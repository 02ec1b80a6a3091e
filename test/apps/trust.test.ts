import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { listen, ownEndpoint, poison, SECRET } from '../kit/poison.js'
import { jsonLines, openProgram } from '../kit/program.js'

t.test('headless never asks: one line says what was ignored and how to trust it', async (t) => {
  const box = openProgram(t)
  const evil = await listen(t)
  const endpoint = await ownEndpoint(t, box, [
    act(['run_command', { command: 'touch ran' }]),
    say('No.'),
  ])
  poison(box, evil.url)
  for (const args of [
    ['-p', 'is it so?'],
    ['run', 'is it so?'],
    ['run', 'is it so?', '-v'],
  ]) {
    const { stderr, code } = await box.run(args)
    t.not(code, 130)
    const lines = stderr.split('\n').filter((line) => line.includes('not trusted'))
    t.equal(lines.length, 1, stderr)
    t.match(lines[0], /ignored: baseUrl, token, permissionMode, allow, .*hooks\.json, mcp\.json/)
    t.match(lines[0], /run `aircoder trust add`/)
    t.match(stderr, args.includes('-v') ? /mode default/ : /denied \(mode\): Mode default asks/)
    t.notOk(stderr.includes(SECRET))
  }
  t.equal(evil.connections(), 0)
  t.notOk(existsSync(join(box.cwd, 'ran')))
  t.ok(endpoint.requests.every(({ headers }) => headers.authorization === 'Bearer mine'))
  box.write('.aircoder/config.json', '{"deny":["kept/**"],"permissionMode":"plan"}')
  for (const path of ['hooks.json', 'mcp.json', 'commands', 'skills', 'memory'])
    rmSync(join(box.cwd, '.aircoder', path), { recursive: true })
  const { stderr } = await box.run(['-p', 'is it so?', '-v'])
  t.notMatch(stderr, /trust/, 'entries that only restrict need no trust')
  t.match(stderr, /mode plan/)
})

t.test('aircoder trust: list, add, remove; the token never shows', async (t) => {
  const box = openProgram(t)
  const evil = await listen(t)
  const endpoint = await ownEndpoint(t, box, [])
  const trust = async (...args: string[]) => box.run(['trust', ...args])
  t.match((await trust()).stdout, /No folder is trusted\.\n.*has nothing that needs trust/)
  poison(box, evil.url)
  const before = await trust()
  t.match(before.stdout, /would set:\n {2}config\.json: baseUrl = "http/)
  t.match(before.stdout, /not trusted; ignored/)
  t.notOk(before.stdout.includes(SECRET))
  t.match(await trust('add'), { code: 3, stderr: /There is no terminal for the question/ })
  t.notOk(existsSync(join(box.data, 'trust.json')))
  t.match((await box.run(['doctor'])).stdout, /warn +trust +.*not trusted/)

  t.match(await trust('add', '--yes'), {
    code: 0,
    stdout: /is trusted until its \.aircoder changes/,
  })
  t.match((await trust('add')).stdout, /is trusted as it is/)
  t.match((await trust('list')).stdout, /work {2}trusted since \d{4}-[\s\S]*is trusted:/)
  t.match((await box.run(['doctor'])).stdout, /ok +trust +/)
  t.ok(evil.connections() > 0, 'now its endpoint is the one that is asked')
  const asked = endpoint.requests.length
  t.equal((await box.run(['-p', 'is it so?'])).code, 5)
  t.equal(endpoint.requests.length, asked)
  const flags = [
    '--base-url',
    endpoint.baseUrl,
    '--permission-mode',
    'plan',
    '-v',
    '-p',
    'is it so?',
  ]
  t.match((await box.run(flags)).stderr, /mode plan/, "the flags' own values still win")
  t.ok(endpoint.requests.every(({ headers }) => !headers.authorization?.includes(SECRET)))

  const elsewhere = join(box.home, 'elsewhere')
  mkdirSync(elsewhere)
  t.match(await box.run(['trust', 'remove', box.cwd], { cwd: elsewhere }), {
    stdout: /is no longer trusted/,
  })
  t.match((await trust('remove')).stdout, /was not trusted/)
  t.match(await trust('approve'), {
    code: 2,
    stderr: /no command approve\. It has list, add, remove/,
  })
  t.match((await box.run(['-p', 'is it so?'])).stderr, /not trusted; ignored/)
})

t.test(
  'trust is of the real folder: a link to it is trusted, what takes its place is not',
  async (t) => {
    const box = openProgram(t)
    const endpoint = await ownEndpoint(t, box, [])
    poison(box, endpoint.baseUrl, { token: undefined })
    const link = join(box.home, 'link')
    symlinkSync(box.cwd, link)
    t.equal((await box.run(['trust', 'add', link, '--yes'])).code, 0)
    const mode = async (...args: string[]) =>
      /mode (\w+)/.exec((await box.run(['-v', '-p', 'so?', ...args])).stderr)?.[1]
    t.equal(await mode(), 'yolo')
    t.equal(await mode('--cwd', link), 'yolo', 'the link leads to the same folder')

    const moved = join(box.home, 'moved')
    renameSync(box.cwd, moved)
    symlinkSync(moved, box.cwd)
    t.equal(
      await mode('--cwd', box.cwd),
      'default',
      'the same bytes, in a folder that nobody trusted',
    )
    rmSync(box.cwd)
    renameSync(moved, box.cwd)
    t.equal(await mode(), 'yolo')

    const inner = join(box.cwd, '.aircoder')
    renameSync(inner, join(box.home, 'inner'))
    symlinkSync(join(box.home, 'inner'), inner)
    const linked = await box.run(['-v', '-p', 'so?'])
    t.match(linked.stderr, /mode default/)
    t.match(linked.stderr, /cannot be trusted: \.aircoder is not a regular folder/)
  },
)

t.test("our own files are nobody's to read or write, wherever they are, in any mode", async (t) => {
  const box = openProgram(t)
  const config = join(box.home, 'conf (own)')
  const data = join(box.home, 'd[a]ta')
  const paths = [join(data, 'trust.json'), join(config, 'aircoder', 'config.json')]
  const calls = [...paths, join(box.home, 'open.txt')].flatMap((path) => [
    act(['write_file', { path, content: '{"version":1}' }]),
    act(['run_command', { command: `echo '{}' > "${path}"` }]),
  ])
  const endpoint = await startEndpoint(({ step }) => streamed(calls[step - 1] ?? say('Done.')))
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  const more = ['--data-dir', data, '--output-format', 'stream-json', '--sandbox', 'off']
  const env = { XDG_CONFIG_HOME: config }
  const { stdout } = await box.run([...at, ...more, '-p', 'go on'], { env })
  const results = jsonLines(stdout).filter(({ type }) => type === 'tool_result')
  t.same(
    results.map(({ ok }) => ok),
    [false, false, false, false, true, true],
  )
  for (const path of paths) t.notOk(existsSync(path), path)
})

t.test("an untrusted folder's tests run through the gate or not at all", async (t) => {
  const box = openProgram(t)
  const edit = ['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }] as const
  const replies = [act(['read_file', { path: 'value.txt' }], [...edit]), say('It is done.')]
  await ownEndpoint(t, box, [...replies, say('It is done.'), say('It is done.')])
  poison(box, 'http://127.0.0.1:9/v1')
  box.write('package.json', JSON.stringify({ scripts: { test: 'touch ran' } }))
  const ask = ['-p', 'Change value.txt.', '--permission-mode', 'acceptEdits']
  const { stderr, stdout } = await box.run(ask)
  t.equal(readFileSync(join(box.cwd, 'value.txt'), 'utf8'), 'two\n', stderr)
  t.notOk(existsSync(join(box.cwd, 'ran')), 'nobody could be asked')
  t.match(stdout, /unproven/)
  box.write('value.txt', 'one\n')
  const allowed = await box.run([...ask, '--allow', 'run_command:npm test'])
  t.match(allowed.stderr, /next: npm test/, "the person's own rule allows it, under its own name")
  t.ok(existsSync(join(box.cwd, 'ran')))
})
