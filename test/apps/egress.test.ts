import t from 'tap'
import { serveReplies } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { jsonLines, openProgram } from '../kit/program.js'
import { openSite, page } from '../kit/web_site.js'

t.test(
  'egress lists every request that left: when, where, how many bytes, from which files',
  async (t) => {
    const site = await openSite(t, (_request, response) =>
      page(response, '<title>T</title><p>words'),
    )
    const replies = [
      act(['read_file', { path: 'src/a.ts' }]),
      act(
        ['web_fetch', { url: `${site.origin}/page?q=1` }],
        ['download_file', { url: `${site.origin}/f`, dest: 'f.txt' }],
      ),
      ...Array(5).fill(say('Done.')),
    ]
    const endpoint = await serveReplies(replies)
    t.teardown(() => endpoint.close())
    const box = openProgram(t, { 'src/a.ts': 'const a = 1\n' })
    const env = { AIRCODER_WEB_ALLOW_PRIVATE: site.host }
    // Another name for loopback that the program can't know for one: as good as another machine.
    const remote = endpoint.baseUrl.replace('127.0.0.1', '0.0.0.0')
    const at = ['--base-url', remote, '-m', 'fake', '--permission-mode', 'yolo']
    const none = await box.run(['egress'])
    t.match(none, { code: 0, stdout: '', stderr: /Nothing has run in/ })
    await box.run(['run', 'read the page', ...at], { env })
    const { code, stdout } = await box.run(['egress', '--json', '--last', '99'])
    t.equal(code, 0)
    const rows = jsonLines(stdout)
    const bodies = endpoint.asks.map(({ body }) => Buffer.byteLength(body))
    t.match(rows.slice(0, 5), [
      {
        provider: 'model',
        host: new URL(remote).host,
        bytes: bodies[0],
        step: 1,
        sources: ['the task'],
      },
      { provider: 'model', bytes: bodies[1], step: 2, sources: ['e1 src/a.ts'] },
      { provider: 'web_fetch', host: site.host, reason: `${site.origin}/page?q=1` },
      { provider: 'download_file', host: site.host, reason: `${site.origin}/f` },
      {
        provider: 'model',
        bytes: bodies[2],
        step: 3,
        sources: [`e2 ${site.origin}/page?q=1`, 'e3 f.txt'],
      },
    ])
    t.equal(rows.length, endpoint.asks.length + site.requests.length, 'every request, no other')
    t.match(rows[0]?.at, /^\d{4}-\d\d-\d\dT/)
    const text = await box.run(['egress'])
    t.match(text.stdout, /^What aircoder sent to other machines/)
    t.match(
      text.stdout,
      /\n[-0-9]{10} [:0-9]{8} {2}127\S+ {2}\d+ bytes {2}download_file, step 2: http/,
    )
    t.match(text.stdout, /bytes {2}model, step 3: step 3 asks fake\n {4}from: e2 .*, e3 f\.txt\n/)
    const last = await box.run(['egress', '--last', '2', '--json'])
    t.same(jsonLines(last.stdout), rows.slice(-2))
    const sql = await box.run(['ledger', 'sql', 'SELECT host, bytes FROM egress'])
    t.match(sql.stdout, site.host)
  },
)

t.test('a model on this machine is not listed, and nothing says so', async (t) => {
  const endpoint = await serveReplies([say('Hello.')])
  t.teardown(() => endpoint.close())
  const box = openProgram(t, {})
  await box.run(['run', 'hi', '--base-url', endpoint.baseUrl, '-m', 'fake'])
  t.equal(
    (await box.run(['egress'])).stdout,
    'No request of aircoder to another machine is recorded. What commands sent is not listed.\n',
  )
  t.equal((await box.run(['egress', '--json'])).stdout, '')
  t.equal((await box.run(['egress', '--last', '0'])).code, 2)
})

t.test('a page becomes Markdown in the built program, too', async (t) => {
  const html =
    '<!doctype html><title>Guide</title><h2>Use</h2><pre class="language-sh">npm ci</pre><script>x</script>'
  const site = await openSite(t, (_request, response) => page(response, html))
  const endpoint = await serveReplies([act(['web_fetch', { url: site.origin }]), say('Done.')])
  t.teardown(() => endpoint.close())
  const box = openProgram(t, {})
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  await box.run(['run', 'read it', ...at], { env: { AIRCODER_WEB_ALLOW_PRIVATE: site.host } })
  t.match(endpoint.asks[1]?.body, /# Guide\\n## Use\\n\\n```sh\\nnpm ci\\n```/)
})
