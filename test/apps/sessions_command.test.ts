import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { openLedger } from '#ledger'
import { expandCommand } from '../../apps/cli/custom/expand_command.js'
import { ledgerPath } from '../../apps/cli/data/ledger_path.js'
import { exportSession, formatOf } from '../../apps/cli/export/export_session.js'
import { listSessions } from '../../apps/cli/session/pick/list_sessions.js'
import { findSessions } from '../../apps/cli/sessions/find_sessions.js'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { freshLedger, makeRead, makeStep, startTask } from '../kit/ledger.js'
import { say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

const HOSTILE = '<script>alert(1)</script> & "quotes" \x1b[31m ``` **bold** # head'

/** A session with one task whose every text tries to be more than text. */
function hostileSession(t: Test) {
  const ledger = freshLedger(t)
  const sessionId = ledger.createSession({
    cwd: join(homedir(), 'secret-project'),
    model: 'm',
    mode: 'default',
    title: HOSTILE,
  })
  const taskId = ledger.createTask({ sessionId, text: HOSTILE, message: null })
  const payload = `${HOSTILE}\n\`\`\`\`\n${homedir()}/notes.txt\nghp_${'a'.repeat(30)}\n`
  ledger.commit(
    makeStep(taskId, 1, [
      makeRead('a.txt', payload),
      makeRead('b.bin', Buffer.from([0, 255])),
      makeRead('empty.txt', ''),
    ]),
  )
  ledger.finish(taskId, { status: 'resolved', text: HOSTILE, cites: ['e1'], proven: true })
  return { ledger, sessionId, taskId }
}

t.test('row 251: an exported page is self-contained, escaped and has no secret', async (t) => {
  const { ledger, sessionId, taskId } = hostileSession(t)
  // As an older version stored it, whose patterns did not know this key.
  const raw = new Database(ledger.path)
  raw
    .prepare('UPDATE tasks SET end_text = end_text || ? WHERE id = ?')
    .run(` ghp_${'b'.repeat(30)}`, taskId)
  raw.close()
  const all = (format: 'md' | 'json' | 'html') =>
    [...exportSession(ledger, sessionId, format)].join('')
  const page = all('html')
  t.notMatch(page, /<script|<img|<link|src=|href=|http:|https:/i, 'nothing runs, nothing is loaded')
  t.match(page, "default-src 'none'")
  t.match(page, '&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot; &lt;1b&gt;[31m')
  for (const text of [page, all('md'), all('json')]) {
    t.notMatch(text, homedir(), 'the home folder is ~')
    t.notMatch(text, /ghp_[ab]/, 'a key is redacted')
    t.notMatch(text, '\x1b')
    t.match(text, '~/notes.txt')
  }
  const markdown = all('md')
  t.match(markdown, /^# \\<script\\>alert\(1\)/, 'a title is no HTML')
  t.match(markdown, /`````\n[\s\S]*````\n[\s\S]*\n`````/, 'no text ends its fence')
  const read = JSON.parse(all('json'))
  t.match(read, {
    type: 'session',
    id: sessionId,
    tasks: [
      {
        status: 'resolved',
        steps: [{ number: 1, text: 'step 1', results: [{ id: 'e1' }, { id: 'e2' }] }],
      },
    ],
  })
  t.equal(read.tasks[0].steps[0].results[1].text, null, 'bytes are no text')
  t.equal(read.tasks[0].steps[0].results[2].text, '', 'as of a command that was interrupted')
  t.same(['a.JSON', 'b.htm', 'c.html', 'd.md', 'e'].map(formatOf), [
    'json',
    'html',
    'html',
    'md',
    'md',
  ])
})

t.test('a stored title sets no title of a terminal: exports, picker and preview', async (t) => {
  const attack =
    '\x1b]0;OWNED\x07\x1b]2;OWNED\x1b\\\x9d2;OWNED\x9c\x1b[2Ja\rb\bc\x7f\u202ed\u2066e\u200bf\u2028g\ufeff'
  const acts = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\u2028\ufeff]/u
  const box = openProgram(t, {})
  const settings = { dataDir: box.data } as Parameters<typeof listSessions>[0]['settings']
  const ledger = openLedger({ path: ledgerPath(settings, box.cwd) })
  const sessionId = ledger.createSession({
    cwd: box.cwd,
    model: 'm',
    mode: 'default',
    title: attack,
  })
  const taskId = ledger.createTask({ sessionId, text: attack, message: null })
  ledger.finish(taskId, { status: 'resolved', text: attack, cites: [], proven: false })
  for (const format of ['md', 'html', 'json'] as const) {
    const text = [...exportSession(ledger, sessionId, format)].join('')
    t.match(text, 'OWNED')
    t.notMatch(text, acts, format)
  }
  ledger.close()
  const [shown] = listSessions({ cwd: box.cwd, settings })
  t.match(shown?.item.label, 'OWNED')
  const preview = (await shown?.item.preview?.()) ?? []
  t.equal(preview.length, 2)
  for (const row of [shown?.item.label ?? '', ...preview]) t.notMatch(row, acts)
})

t.test('row 251: a session of 500 steps is exported piece by piece', async (t) => {
  const { ledger, sessionId } = hostileSession(t)
  const taskId = ledger.createTask({ sessionId, text: 'long', message: null })
  const text = 'x'.repeat(40_000)
  for (let step = 1; step <= 500; step += 1)
    ledger.commit(makeStep(taskId, step, step % 10 === 0 ? [makeRead('big.txt', text)] : []))
  let [pieces, longest] = [0, 0]
  for (const piece of exportSession(ledger, sessionId, 'html')) {
    pieces += 1
    longest = Math.max(longest, piece.length)
  }
  t.ok(pieces > 500)
  t.ok(longest < 50_000, `the longest piece has ${longest} characters`)
})

t.test(
  'row 251: `sessions export` refuses links and folders, and asks before it replaces',
  async (t) => {
    const endpoint = await startEndpoint(() => streamed(say('It is 42.')))
    t.teardown(() => endpoint.close())
    const box = openProgram(t, { 'value.txt': 'one\n' })
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
    await box.run(['-p', 'what is it?', ...at])
    await box.run(['-p', 'and what else?', ...at])
    const ids = (await box.run(['sessions', 'list'])).stdout
      .split('\n')
      .map((row) => row.split(' ', 1)[0] ?? '')
    const [id = '', other = ''] = ids
    const last = await box.run(['sessions', 'show'])
    t.match(last.stdout, id, 'without an id the last one')
    t.notMatch(last.stdout, other)
    t.match(
      (await box.run(['sessions', 'export', id])).stdout,
      /^# and what else\?[\s\S]*It is 42\./,
    )
    t.match(JSON.parse((await box.run(['sessions', 'export', id, '--format', 'json'])).stdout), {
      id,
    })

    const path = join(box.cwd, 'out.html')
    t.match(await box.run(['sessions', 'export', id, '-o', 'out.html']), { code: 0 })
    t.match(readFileSync(path, 'utf8'), /^<!doctype html>/)
    t.equal(statSync(path).mode & 0o777, 0o600)
    writeFileSync(path, 'mine')
    t.match(await box.run(['sessions', 'export', id, '-o', 'out.html']), { code: 3 })
    t.equal(readFileSync(path, 'utf8'), 'mine')
    t.match(await box.run(['sessions', 'export', id, '-o', 'out.html', '--yes']), { code: 0 })
    symlinkSync(join(box.cwd, 'value.txt'), join(box.cwd, 'link.md'))
    mkdirSync(join(box.cwd, 'folder.md'))
    for (const [name, why] of [
      ['link.md', 'it is a link'],
      ['folder.md', 'it is a folder'],
      ['no/such.md', 'there is no such file or folder'],
    ] as const) {
      const ended = await box.run(['sessions', 'export', id, '--output', name, '--yes'])
      t.match(ended, { code: 1 })
      t.match(ended.stderr, why)
    }
    t.equal(readFileSync(join(box.cwd, 'value.txt'), 'utf8'), 'one\n')
    t.notOk(existsSync(join(box.cwd, 'no')))

    for (const [words, code, said] of [
      [['export', 's_none'], 2, /No session matches s_none/],
      [['export', 's_'], 2, /2 sessions begin with s_/],
      [['export'], 2, /./],
      [['export', id, '--format', 'pdf'], 2, /md, json, html/],
      [['rename', id], 2, /./],
      [['rename', id, '\u200b'], 2, /at least one character/],
      [['rename', 's_none', 'x'], 2, /No session matches/],
      [['search', 'nothing', 'like', 'this'], 0, /No session has these words/],
    ] as const) {
      const ended = await box.run(['sessions', ...words])
      t.equal(ended.code, code, words.join(' '))
      t.match(ended.stderr, said)
    }
    t.match(
      (await box.run(['sessions', 'rename', id, 'a', 'new\x1b[31m', 'title', 'pwd=hunter2x']))
        .stdout,
      /is now: a new\[31m title pwd=\[redacted\]\n$/,
    )
    t.match(
      (await box.run(['sessions', 'search', 'TITLE', 'ELSE'])).stdout,
      new RegExp(`^${id}.*\\n$`),
    )
    t.match((await box.run(['sessions', 'search', '42'])).stdout.trim().split('\n').length, 2)

    // A session that another process works in.
    const { stdout } = await box.run(['ledger', 'verify'])
    const ledger = openLedger({ path: /ok: (\S+)/.exec(stdout)?.[1] ?? '' })
    t.teardown(() => ledger.close())
    ledger.claimSession(other)
    const used = await box.run(['sessions', 'rename', other, 'mine'])
    t.equal(used.code, 1)
    t.match(used.stderr, /Another aircoder \(process \d+\) works in the session/)
    t.match(await box.run(['sessions', 'export', other]), { code: 0 }, 'it can be read')
    t.match(
      await box.run(['-p', 'go on', '-r', other, '--fork-session', ...at]),
      { code: 0 },
      'and copied',
    )
    const listed = (await box.run(['sessions', 'list'])).stdout
    t.match(listed, `(a copy of ${other})`)
    const copy = listed.split('\n').find((row) => row.includes('(a copy of')) ?? ''
    t.match(
      (await box.run(['sessions', 'export', copy.split(' ', 1)[0] ?? ''])).stdout,
      /## Task of the original\s+> what is it\?[\s\S]*## Task\s+> go on/,
      'an export of a copy has the conversation that it goes on from',
    )
    const sent = endpoint.asks.at(-1)?.body ?? ''
    t.match(sent, 'what is it?')
    t.match(sent, 'go on')
    const { taskId } = startTask(ledger, 'stopped in the middle')
    ledger.finish(taskId, { status: 'interrupted', text: '', cites: [], proven: false })
    ledger.close()
    const second = openLedger({ path: ledger.path })
    t.teardown(() => second.close())
    second.claimSession(other)
    const settings = { dataDir: box.data } as Parameters<typeof listSessions>[0]['settings']
    const shown = listSessions({ cwd: box.cwd, settings }).map(({ item }) => item)
    const detailOf = (label: string) => shown.find((one) => one.label === label)?.detail
    t.match(detailOf('stopped in the middle'), /1 task · 1 to resume$/)
    t.match(shown.map(({ detail }) => detail).join('\n'), /1 task · a copy$/m)
    t.match(shown.map(({ detail }) => detail).join('\n'), / · in use by process \d+/)
  },
)

t.test('sessions are found by words of their title, tasks and answers, in any case', async (t) => {
  const { ledger, sessionId } = hostileSession(t)
  t.same(
    findSessions(ledger, 'QUOTES bold').map(({ id }) => id),
    [sessionId],
  )
  t.same(findSessions(ledger, 'quotes nowhere'), [])
})

t.test('the list has the sessions of this folder first, then those of other folders', async (t) => {
  const endpoint = await startEndpoint(() => streamed(say('It is 42.')))
  t.teardown(() => endpoint.close())
  const box = openProgram(t, {})
  const other = join(box.cwd, '..', 'other')
  mkdirSync(other)
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  for (const [words, cwd] of [
    ['here one?', box.cwd],
    ['here two?', box.cwd],
    ['there?', other],
  ] as const)
    await box.run(['-p', words, ...at], { cwd })
  const settings = { dataDir: box.data } as Parameters<typeof listSessions>[0]['settings']
  const listed = listSessions({ cwd: box.cwd, settings })
  t.match(
    listed.map(({ item, isHere }) => [item.label, isHere]),
    [
      ['here two?', true],
      ['here one?', true],
      ['there?', false],
    ],
  )
  t.match(listed[0]?.item.detail, /^just now · 1 task$/)
  t.match(listed[2]?.item.detail, /^just now · 1 task · in \/.*other$/)
  t.same(await listed[1]?.item.preview?.(), ['> here one?', '  It is 42.'])
})

t.test(
  '-r without an id shows the sessions and continues the chosen one; /clear leaves it',
  WITH_TERMINAL,
  async (t) => {
    const endpoint = await startEndpoint(() => streamed(say('It is 42.')))
    t.teardown(() => endpoint.close())
    const box = openProgram(t, {})
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
    for (const words of ['first question?', 'second question?']) await box.run(['-p', words, ...at])
    const none = sitDown(t, box, [...at, '--plain', '-r'])
    await none.sees(
      /Continue which session\?\s+1 {2}second question\? · [\s\S]*2 {2}first question\?/,
    )
    none.type('\r')
    t.equal(await none.leaves(), 0)
    const other = join(box.cwd, '..', 'elsewhere')
    mkdirSync(other)
    await box.run(['-p', 'third folder?', ...at], { cwd: other })
    const guest = sitDown(t, box, [...at, '--plain', '-r'])
    await guest.sees(/3 {2}third folder\? · .* in \S*elsewhere/)
    guest.type('3\r')
    await guest.sees(/aircoder in \S*elsewhere[\s\S]*continuing the session: third folder\?/)
    guest.type('\x04')
    t.equal(await guest.leaves(), 0)
    const me = sitDown(t, box, [...at, '--plain', '-r'])
    await me.sees('or nothing:')
    me.type('2\r')
    await me.sees(
      /> first question\?\s+It is 42\.\s+continuing the session: first question\?[\s\S]*> /,
    )
    me.type('third question?\r')
    await me.sees(/It is 42[\s\S]*> /)
    t.match(endpoint.asks.at(-1)?.body, 'first question?')
    me.type('/clear\r')
    await me.sees('> ')
    me.type('fourth question?\r')
    await me.sees(/It is 42[\s\S]*> /)
    t.notMatch(
      endpoint.asks.at(-1)?.body,
      'first question?',
      'a cleared session is not continued again',
    )
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)
  },
)

t.test('the words after a command of the person take their places once', async (t) => {
  t.equal(expandCommand('Fix $1 in $2.', 'bug "a file.ts"'), 'Fix bug in a file.ts.')
  t.equal(expandCommand('All: $ARGUMENTS, third: $3.', 'a b'), 'All: a b, third: .')
  t.equal(expandCommand('Do it.', 'now'), 'Do it.\n\nnow')
  t.equal(expandCommand('Do it.', ''), 'Do it.')
  t.equal(expandCommand('$1', '$ARGUMENTS $2'), '$ARGUMENTS', 'what is put in is not read again')
  t.equal(expandCommand('costs $10 and $', 'a'), 'costs a0 and $')
})

t.test('inspect prompt without input shows what to pipe into it', async (t) => {
  const { stderr, code } = await openProgram(t, {}).run(['inspect', 'prompt'])
  t.equal(code, 2)
  t.match(stderr, `echo '{"task": "fix the tests"}' | aircoder inspect prompt`)
})

t.test('inspect takes a task as words where a question is only a task', async (t) => {
  const box = openProgram(t, { 'a.js': 'export const add = (a, b) => a - b\n' })
  for (const verb of ['prompt', 'context', 'map']) {
    const input = '{"task": "fix add in a.js"}\n'
    const piped = await box.run(['inspect', verb], { input })
    const words = await box.run(['inspect', verb, 'fix', 'add', 'in', 'a.js'])
    t.equal(words.code, 0, words.stderr)
    t.equal(words.stdout, piped.stdout, verb)
    t.match(words.stdout, /^\{.*\}\n$/, 'one JSON object')
  }
  t.match(await box.run(['inspect', 'permit', 'run', 'npm test']), { code: 2 })
})

t.test('memory export into a folder in use says which folder to name', async (t) => {
  const box = openProgram(t)
  await box.run(['memory', 'save', 'Always use tabs.'])
  t.equal((await box.run(['memory', 'export', 'out'])).code, 0)
  const again = await box.run(['memory', 'export', 'out'])
  t.equal(again.code, 2)
  t.match(again.stderr, /^error: .*out: it has such files already\. Nothing was written\.\n/)
  t.match(again.stderr, /\nhint: Name an empty or a new folder: aircoder memory export \S*out-2\n/)
  t.equal((await box.run(['memory', 'export', 'out-2'])).code, 0)
  const missing = await box.run(['memory', 'import', 'nowhere'])
  t.match(missing.stderr, /hint: Name the folder that `aircoder memory export` wrote\./)
})
