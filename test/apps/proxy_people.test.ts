import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { bearer } from '../kit/people.js'
import { openProxyBox, postChat, startCountedEngine, tokenIn } from '../kit/proxy_process.js'
import { chatOf, lastEvent, until } from '../kit/relay.js'

/** Asks until the answer has this status. */
async function becomes(ask: () => Promise<Response>, status: number): Promise<void> {
  while ((await ask()).status !== status) await new Promise((done) => setTimeout(done, 50))
}

t.test(
  'token: made, listed, changed, rotated and revoked; each mistake has its word',
  async (t) => {
    const box = openProxyBox(t)
    const added = await box.run('token', 'add', 'alice', '--class', 'batch', '--models', 'a*, b')
    t.equal(added.code, 0, added.err)
    const alice = tokenIn(added)
    t.ok(alice, 'the token alone is on standard output')
    t.notMatch(added.err, alice)
    t.equal(statSync(join(box.stateDir, 'tokens.json')).mode & 0o777, 0o600)
    t.equal(statSync(box.stateDir).mode & 0o777, 0o700)

    const flags = [
      '--expires-days',
      '30',
      '--limit-queued',
      '2',
      '--limit-requests-per-minute',
      '9',
    ]
    t.ok(tokenIn(await box.run('token', 'add', 'bob@example.com', ...flags)))
    const changed = await box.run('token', 'set', 'bob@example.com', '--limit-queued', 'none')
    t.equal(changed.code, 0, changed.err)
    t.equal(changed.out, '')
    const rotated = tokenIn(await box.run('token', 'rotate', 'alice'))
    t.not(rotated, alice)
    t.equal((await box.run('token', 'revoke', 'alice')).code, 0)

    const list = await box.run('token', 'list')
    t.match(list.out, /^NAME +TOKEN +CLASS +MODELS +LIMITS +CREATED +STATE\n/)
    t.match(list.out, /^alice +ac_\w{8}_… +batch +a\*,b +- +\S+ +revoked \S+$/m)
    t.match(list.out, /^bob@example\.com .* requestsPerMinute=9 +\S+ +valid until \S+$/m)
    const json = await box.run('token', 'list', '--json')
    t.match(JSON.parse(json.out), [
      { name: 'alice', class: 'batch', models: ['a*', 'b'], live: false },
      { name: 'bob@example.com', limits: { requestsPerMinute: 9 }, live: true },
      { name: 'alice', class: 'batch', models: ['a*', 'b'], live: false },
    ])
    for (const { out, err } of [list, json])
      t.notMatch(out + err, /[0-9a-f]{64}|ac_\w{8}_[\w-]{43}/)

    const mistakes: [string[], RegExp][] = [
      [['add', 'bob@example.com'], /already has a token[\s\S]*rotate/],
      [['revoke', 'nobody'], /There is no token named nobody/],
      [['add', 'a b'], /a name has/],
      [['add', 'x', '--class', 'royal'], /class: .*interactive/],
      [['add', 'x', '--limit-running', '0'], /limits\.running/],
      [['add', 'x', '--expires-days', 'soon'], /expires-days/],
      [['add', 'x', '--nonsense'], /no option --nonsense/],
      [['nonsense'], /no command nonsense/],
    ]
    const runs = mistakes.map(([args, message]) => ({
      message,
      args,
      ran: box.run('token', ...args),
    }))
    for (const { args, message, ran } of runs) {
      const { code, out, err } = await ran
      t.equal(code, 2, args.join(' '))
      t.match(err, message)
      t.equal(out, '')
    }
    writeFileSync(join(box.stateDir, 'tokens.json'), '{"version":1,"tokens":[{}]}')
    for (const args of [['list'], ['add', 'x']]) {
      const { code, err } = await box.run('token', ...args)
      t.equal(code, 1)
      t.match(err, /tokens\.json cannot be read: tokens\.0\.id[\s\S]*hint: /)
    }
  },
)

t.test('many processes change one folder at once, and none of it is lost', async (t) => {
  const box = openProxyBox(t)
  const names = Array.from({ length: 8 }, (_, at) => `person-${at}`)
  const ran = await Promise.all(names.map((name) => box.start(['token', 'add', name]).ended))
  t.same(
    ran.map(({ code }) => code),
    names.map(() => 0),
    ran.map(({ err }) => err).join(''),
  )
  const { out } = await box.run('token', 'list', '--json')
  t.same((JSON.parse(out) as { name: string }[]).map(({ name }) => name).sort(), names)
  t.same(readdirSync(box.stateDir).sort(), ['tokens.json', 'tokens.lock'])
})

t.test('without tokens it does not serve; the first one is enough', async (t) => {
  const box = openProxyBox(t)
  const refused = await box.run('serve', '--port', '0')
  t.equal(refused.code, 2)
  t.match(refused.err, /without tokens[\s\S]*token add/)
  const token = tokenIn(await box.run('token', 'add', 'alice'))
  const engine = await startCountedEngine(t, 'counts')
  const { url } = await box.serve(engine.flags)
  t.equal((await postChat(url, token, chatOf('fake'))).status, 200)
})

t.test('a revoked token ends its streams within seconds, without a restart', async (t) => {
  const box = openProxyBox(t)
  const engine = await startCountedEngine(t, 'hangs')
  const alice = tokenIn(await box.run('token', 'add', 'alice'))
  const bob = tokenIn(await box.run('token', 'add', 'bob'))
  // Two of one folder: each must take the change.
  const proxies = [await box.serve(engine.flags), await box.serve(engine.flags)]
  const open = (token: string) =>
    Promise.all(proxies.map(({ url }) => postChat(url, token, chatOf('fake', { stream: true }))))
  const [alices, bobs] = [await open(alice), await open(bob)]
  await until(() => engine.asks.length === 4)
  const begun = performance.now()
  t.equal((await box.run('token', 'revoke', 'alice')).code, 0)
  for (const answer of alices)
    t.match(lastEvent(await answer.text()), {
      error: { code: 'invalid_api_key', retryable: false, request_id: /^req_/ },
    })
  const seconds = (performance.now() - begun) / 1000
  t.comment(`${seconds.toFixed(1)} s, the command's own start included`)
  for (const { url } of proxies) t.equal((await postChat(url, alice, chatOf('fake'))).status, 401)
  await until(() => engine.openSockets() === 2)
  t.pass('the engine works for the other one only')

  const carol = tokenIn(await box.run('token', 'add', 'carol'))
  for (const { url } of proxies)
    await becomes(() => fetch(`${url}/v1/models`, { headers: bearer(carol) }), 200)
  for (const answer of bobs) await answer.body?.cancel()
})

t.test('SIGHUP reloads the settings; an error is reported and changes nothing', async (t) => {
  const box = openProxyBox(t)
  const engine = await startCountedEngine(t, 'counts')
  const config = join(box.home, 'proxy.json')
  const token = tokenIn(await box.run('token', 'add', 'alice'))
  const write = (values: object | string) =>
    writeFileSync(config, typeof values === 'string' ? values : JSON.stringify(values))
  write({ models: ['fake'] })
  const { url, child, said } = await box.serve([...engine.flags, '--config', config])
  const ask = (model: string) => postChat(url, token, chatOf(model))
  t.same([(await ask('fake')).status, (await ask('other')).status], [200, 404])

  write({ models: ['other'], userQueued: 3, slots: 2 })
  child.kill('SIGHUP')
  await until(() => said.err.includes('settings reloaded'))
  t.same([(await ask('fake')).status, (await ask('other')).status], [403, 200])
  t.match(said.err, /"changed":\["models","userQueued"\]/)
  t.match(said.err, /"needRestart":\["slots"\]/)
  const me = await fetch(`${url}/v1/me`, { headers: bearer(token) })
  t.match(await me.json(), { name: 'alice', models: ['other'], limits: { queued: 3 } })

  for (const [text, error] of [
    ['{', 'proxy.json'],
    ['{"models": [], "queueMs": "long"}', 'queueMs'],
    ['{"modles": ["x"]}', 'modles: unknown'],
    ['{"engineToken":\n s3cret}', 'proxy.json: invalid JSON at line 2, column 2'],
  ] as const) {
    write(text)
    const before = said.err.length
    child.kill('SIGHUP')
    await until(() => said.err.slice(before).includes('settings not reloaded'))
    t.match(said.err.slice(before), error)
    t.equal((await ask('other')).status, 200)
  }
  t.notMatch(said.err, /s3cr/, 'the text at an error may be a secret')
})

t.test('a disk that takes only a part of the store leaves it as it was', async (t) => {
  const box = openProxyBox(t)
  const models = Array.from({ length: 60 }, (_, at) => `some-model-${at}`).join(',')
  tokenIn(await box.run('token', 'add', 'a', '--models', models))
  const path = join(box.stateDir, 'tokens.json')
  const before = readFileSync(path, 'utf8')
  t.ok(before.length > 1_024)
  // Files of at most 1 KiB: what goes beyond it is not written. tap's own record of a process is no small file.
  const line = 'unset NODE_OPTIONS; ulimit -f 1; exec "$0" "$@"'
  const limited = box.shell(line, 'token', 'add', 'd')
  const { code, out, err } = await limited.ended
  t.equal(code, 1, err)
  t.equal(out, '', 'no token is shown that nobody keeps')
  t.match(err, /state folder .* cannot be written: .*EFBIG/)
  t.equal(readFileSync(path, 'utf8'), before)
  t.same(readdirSync(box.stateDir).sort(), ['tokens.json', 'tokens.lock'])
})
