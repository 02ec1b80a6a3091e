import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Question } from '#supervisor'
import { makeTarGz, makeZip } from '../kit/archives.js'
import { act, openLoop, say } from '../kit/loop.js'
import { openSite, page } from '../kit/web_site.js'

const BYTES = Buffer.from([0, 1, 2, 255, 13, 10, 60, 124])

async function download(t: Test, body: Buffer, args: Record<string, unknown>, files = {}) {
  const site = await openSite(t, (_request, response) =>
    page(response, body, 'application/octet-stream'),
  )
  const replies = [act(['download_file', { url: `${site.origin}/f`, ...args }]), say('Done.')]
  const loop = openLoop(t, { replies, files, over: { web: site.access } })
  const task = loop.add('Get it')
  const { events, result } = await loop.run(task)
  const made = events.find((event) => event.type === 'tool_result')
  return { site, loop, task, made, result, at: (path: string) => join(loop.root, path) }
}

t.test(
  'a download is an edit: gated, with an intent and both versions, byte for byte',
  async (t) => {
    const site = await openSite(t, (_request, response) => page(response, BYTES, 'image/png'))
    const replies = [
      act(['download_file', { url: `${site.origin}/f`, dest: 'new/a.bin' }]),
      say('Done.'),
    ]
    const loop = openLoop(t, { replies, over: { web: site.access, mode: () => 'acceptEdits' } })
    const asked: Question[] = []
    const ask = async (question: Question) => {
      asked.push(question)
      t.equal(site.requests.length, 0, 'nothing is sent before the answer')
      return { decision: 'yes' as const }
    }
    const task = loop.add('Get it')
    const { events, result } = await loop.run(task, { ask })
    t.match(asked, [
      { reason: `download_file would contact ${site.host}.`, diff: null, remember: null },
    ])
    t.equal(loop.read('new/a.bin'), BYTES.toString('utf8'))
    t.match(
      events.find((event) => event.type === 'tool_result'),
      { ok: true, text: /8 bytes, sha256 [0-9a-f]{16}\) to new\/a\.bin/ },
    )
    t.match(result?.changes, [{ path: 'new/a.bin' }])
    const rows = loop
      .ledger()
      .sql('SELECT f.path, b.bytes FROM intent_files f JOIN blobs b ON b.hash = f.after_hash')
    t.ok(JSON.stringify(rows).includes('new/a.bin'), 'the intent knows what was written')
    t.match(loop.ledger().egress({ taskId: task }), [
      { provider: 'download_file', host: site.host },
    ])
  },
)

t.test('an archive is unpacked below dest, new files only', async (t) => {
  const zip = makeZip([
    { name: 'lib/a.js', body: 'a\nb\n', mode: 0o100644 },
    { name: 'bin/run', body: '#!', mode: 0o100755 },
  ])
  const { made, loop, at } = await download(t, zip, { dest: 'vendor', extract: true })
  t.match(made, { ok: true, text: /2 files into vendor\nvendor\/lib\/a\.js\nvendor\/bin\/run/ })
  t.equal(loop.read('vendor/lib/a.js'), 'a\nb\n')
  t.equal(statSync(at('vendor/bin/run')).mode & 0o777, 0o755)
  t.equal(statSync(at('vendor/lib/a.js')).mode & 0o777, 0o644)
  const again = await download(t, zip, { dest: '.', extract: true }, { 'lib/a.js': 'mine' })
  t.match(again.made, {
    ok: false,
    text: /would overwrite lib\/a\.js\. Unpack it into a new folder/,
  })
  t.equal(again.loop.read('lib/a.js'), 'mine')
  t.notOk(existsSync(again.at('bin/run')), 'all or none')
})

t.test('one entry that may not be written refuses the whole archive', async (t) => {
  const evil: [string, RegExp][] = [
    ['.env', /deny rule \.env/],
    ['conf/key.pem', /deny rule \*\.pem/],
    ['.git/hooks/pre-commit', /deny rule/],
    ['.vscode/tasks.json', /controls what runs on this machine later/],
    ['.envrc', /controls what runs/],
    ['.aircoder/config.json', /controls what runs/],
    ['../outside', /points outside|zip/],
  ]
  for (const [name, message] of evil) {
    const { made, at } = await download(
      t,
      makeTarGz([
        { name: 'good.txt', body: 'x' },
        { name, body: 'x' },
      ]),
      { dest: 'v', extract: true },
    )
    t.match(made, { ok: false, text: message }, name)
    t.notOk(existsSync(at('v/good.txt')), `${name}: nothing is written`)
  }
  const site = await openSite(t, (_request, response) =>
    page(response, makeTarGz([{ name: 'link/x', body: 'x' }]), ''),
  )
  const replies = [
    act(['download_file', { url: site.origin, dest: 'v', extract: true }]),
    say('Done.'),
  ]
  const loop = openLoop(t, { replies, over: { web: site.access } })
  const outside = t.testdir({})
  mkdirSync(join(loop.root, 'v'))
  symlinkSync(outside, join(loop.root, 'v', 'link'))
  const { events } = await loop.run(loop.add('Get it'))
  t.match(
    events.find((event) => event.type === 'tool_result'),
    { ok: false, text: /outside the working folder/ },
  )
  t.notOk(existsSync(join(outside, 'x')))
})

t.test(
  'dest is checked before anything is sent; an existing file is not overwritten',
  async (t) => {
    const there = await download(t, BYTES, { dest: 'a.txt' }, { 'a.txt': 'mine' })
    t.match(there.made, { ok: false, text: /a\.txt already exists/ })
    const denied = await download(t, BYTES, { dest: '.env' })
    t.match(denied.made, { ok: false, text: /deny rule/ })
    const folder = await download(t, BYTES, { dest: 'sub/' })
    t.match(folder.made, { ok: false, text: /is a folder/ })
    for (const { site, loop } of [there, denied, folder]) {
      t.same(site.requests, [])
      t.same(loop.ledger().egress({}), [])
    }
  },
)

t.test('an error status or a file that appears during the download writes nothing', async (t) => {
  const site = await openSite(t, (_request, response) => {
    response.writeHead(404)
    response.end('not here')
  })
  const replies = [act(['download_file', { url: site.origin, dest: 'a' }]), say('Done.')]
  const loop = openLoop(t, { replies, over: { web: site.access } })
  const { events } = await loop.run(loop.add('Get it'))
  t.match(
    events.find((event) => event.type === 'tool_result'),
    { ok: false, text: /HTTP status 404/ },
  )
  t.notOk(existsSync(join(loop.root, 'a')))
  let write = () => {}
  const racing = await openSite(t, (_request, response) => {
    write()
    page(response, 'theirs')
  })
  const call = act(['download_file', { url: racing.origin, dest: 'a' }])
  const race = openLoop(t, { replies: [call, say('Done.')], over: { web: racing.access } })
  write = () => writeFileSync(join(race.root, 'a'), 'mine')
  const ran = await race.run(race.add('Get it'))
  t.match(
    ran.events.find((event) => event.type === 'tool_result'),
    { ok: false, text: /Not written/ },
  )
  t.equal(race.read('a'), 'mine')
})
