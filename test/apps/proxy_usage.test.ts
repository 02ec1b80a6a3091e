import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { bearer } from '../kit/people.js'
import { openProxyBox, postChat, startCountedEngine, tokenIn } from '../kit/proxy_process.js'
import { chatOf } from '../kit/relay.js'

t.test('usage is there after kill -9, and two proxies add to one account', async (t) => {
  const box = openProxyBox(t)
  const engine = await startCountedEngine(t, 'counts')
  const nothing = await box.run('usage')
  t.equal(nothing.code, 0)
  t.match(nothing.err, /No usage/)
  t.match(await box.run('usage', '--state-dir', '/nowhere/proxy'), {
    code: 1,
    err: /^error: The usage records \/nowhere\/proxy cannot be read: there is no such folder/,
  })
  const alice = tokenIn(await box.run('token', 'add', 'alice', '--limit-tokens-per-day', '400'))
  const bob = tokenIn(await box.run('token', 'add', 'bob'))
  const first = await box.serve(engine.flags)
  const second = await box.serve(engine.flags)
  for (const { url } of [first, second])
    for (const token of [alice, bob])
      t.equal((await postChat(url, token, chatOf('fake'))).status, 200)
  t.equal((await postChat(first.url, bob, { model: 'fake' })).status, 400)
  const read = async (...args: string[]) =>
    JSON.parse((await box.run('usage', '--json', ...args)).out) as Record<string, unknown>[]
  // Each proxy writes once a second, on a busy machine later.
  const written = async () =>
    (await read()).reduce(
      (sum, { requests, refused }) => sum + Number(requests) + Number(refused),
      0,
    )
  while ((await written()) < 5) await new Promise((done) => setTimeout(done, 50))
  first.child.kill('SIGKILL')
  await first.ended

  t.match(await read(), [
    { person: 'alice', requests: 2, prompt_tokens: 200, completion_tokens: 20, refused: 0 },
    { person: 'bob', requests: 2, prompt_tokens: 200, reused_tokens: 120, refused: 1, errors: 0 },
  ])
  t.match(await read('--person', 'alice', '--days', '1'), [{ day: /^\d{4}-\d\d-\d\d$/ }])
  t.same(await read('--person', 'nobody'), [])

  // 220 of alice's 400 are used up, by two processes of which one is dead.
  const again = await box.serve(engine.flags)
  const statuses: number[] = []
  for (let at = 0; at < 3; at += 1)
    statuses.push((await postChat(again.url, alice, chatOf('fake'))).status)
  t.same(statuses, [200, 200, 429])
  const me = await fetch(`${again.url}/v1/me`, { headers: bearer(alice) })
  t.match(await me.json(), { usage: { requests: 4, prompt_tokens: 400 }, tokens_left_today: 0 })
  again.child.kill('SIGTERM')
  t.equal((await again.ended).code, 0)
  t.match(await read('--person', 'alice'), [{ requests: 4 }], 'a proper end writes what is left')

  const table = await box.run('usage')
  t.match(table.out, /^DAY +PERSON +REQUESTS +PROMPT +REUSED +ANSWER /)
  t.match(table.out, /alice +4 +400 +60 % +40 +0 /)
  t.equal(statSync(join(box.stateDir, 'usage.sqlite')).mode & 0o777, 0o600)
  for (const days of ['0', 'many', '1.5'])
    t.equal((await box.run('usage', '--days', days)).code, 2, days)
})

t.test('records that cannot be kept stop nobody', async (t) => {
  const box = openProxyBox(t)
  const engine = await startCountedEngine(t, 'counts')
  const token = tokenIn(await box.run('token', 'add', 'alice'))
  writeFileSync(
    join(box.stateDir, 'usage.sqlite'),
    'this is no database, and long enough to say so',
  )
  const { url, said } = await box.serve(engine.flags)
  t.equal((await postChat(url, token, chatOf('fake'))).status, 200)
  const me = await fetch(`${url}/v1/me`, { headers: bearer(token) })
  t.match(await me.json(), { usage: { requests: 1 } }, 'it counts in memory')
  t.match(said.err, /usage is counted in memory only/)
  t.match(readFileSync(join(box.stateDir, 'usage.sqlite'), 'utf8'), /^this is no database/)
  const { code, err } = await box.run('usage')
  t.equal(code, 1)
  t.match(err, /usage records .* cannot be read[\s\S]*hint: /)
})

t.test('no token and nothing of a body is in any log, metric or file', async (t) => {
  const box = openProxyBox(t)
  const engine = await startCountedEngine(t, 'counts')
  const chosen = 'canary-chosen-token'
  const stored = tokenIn(await box.run('token', 'add', 'alice'))
  const { url, said, child, ended } = await box.serve(engine.flags, {
    AIRCODER_PROXY_TOKENS: `bob:${chosen}`,
    AIRCODER_PROXY_LOG_LEVEL: 'debug',
  })
  const answers: string[] = []
  const canary = { messages: [{ role: 'user', content: 'canary-body' }], user: 'canary-user' }
  for (const token of [stored, chosen, 'canary-wrong', `${stored}canary`])
    for (const body of [
      { model: 'fake', ...canary },
      { model: 'fake', stream: true, ...canary },
      { model: 'canary-model', ...canary },
      { model: 'fake', messages: 'canary-body' },
    ])
      answers.push(await (await postChat(url, token, body)).text())
  for (const path of ['/metrics', '/v1/me', '/v1/queue', '/canary-path', '/v1/models?canary=1'])
    answers.push(await (await fetch(url + path, { headers: bearer(stored) })).text())
  await fetch(`${url}/v1/me`, {
    headers: { ...bearer(stored), cookie: 'canary', origin: 'http://canary' },
  })
  await new Promise((done) => setTimeout(done, 1_200))
  child.kill('SIGTERM')
  await ended
  const files = filesUnder(box.home)
  t.ok(files.some((path) => path.includes('usage.sqlite')))
  const places: [string, string][] = [
    ['output', said.out + said.err],
    ...files.map((path): [string, string] => [path, readFileSync(path, 'latin1')]),
  ]
  for (const [place, text] of places)
    for (const secret of ['canary', stored, stored.split('_').slice(2).join('_')])
      t.notOk(text.includes(secret), `${place} without ${secret.slice(0, 6)}`)
  for (const answer of answers) t.notMatch(answer, /canary-(?!model)|ac_\w{8}_/, 'nor in an answer')
})

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
