import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type FakeEndpoint, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { type Person, sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram, type Program } from '../kit/program.js'

const MODELS = [
  { id: 'fake', context_window: 32_768 },
  { id: 'other', context_window: 16_384 },
]

/** A task that names a file writes it; any other task is answered. */
function answers(body: string, step: number) {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
  const asked = messages.filter(({ content }) => /Task: /.test(content)).at(-1)?.content ?? ''
  const [, name] = /.*write (\w+\.txt)/s.exec(asked) ?? []
  if (name === undefined) return streamed(say('The answer is 42 lines of words.'))
  if (step === 1) return streamed(act(['write_file', { path: name, content: `MARK ${name}\n` }]))
  const id = /\[(e\d+)\]/.exec(messages.at(-1)?.content ?? '')?.[1] ?? ''
  return streamed(act(['resolve', { cites: [id], summary: `${name} is written` }]))
}

/** The end of a turn, and the next prompt. */
const ENDED = /\((?:done|failed|ended|stopped)[\s\S]*?> /

interface Table {
  box: Program
  endpoint: FakeEndpoint
  at: string[]
  sit(...more: string[]): Person
}

async function openTable(t: Test, files: Record<string, string> = {}): Promise<Table> {
  const endpoint = await startEndpoint(({ body, step }) => answers(body, step), { models: MODELS })
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'value.txt': 'one\n', ...files })
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'acceptEdits']
  return { box, endpoint, at, sit: (...more) => sitDown(t, box, [...at, '--plain', ...more]) }
}

/** The text of the newest request. */
function lastSent({ asks }: FakeEndpoint): string {
  return asks.at(-1)?.body ?? ''
}

t.test(
  'row 249: the rewind dialog shows the turns and what changes, and goes back in code and conversation',
  WITH_TERMINAL,
  async (t) => {
    const { box, endpoint, sit } = await openTable(t)
    const me = sit()
    await me.sees('> ')
    me.type('/rewind\r')
    await me.sees('There is no message to go back to yet.')
    for (const name of ['a.txt', 'b.txt']) {
      me.type(`write ${name} for me\r`)
      await me.sees(ENDED)
      t.ok(existsSync(join(box.cwd, name)), name)
    }
    me.type('/rewind\r')
    await me.sees(
      /1 {2}write b\.txt for me · b\.txt · \d steps?\s+2 {2}write a\.txt for me · a\.txt/,
    )
    me.type('9\r')
    await me.sees('There is no 9 in the list.')
    me.type('1\r')
    await me.sees('b = code and conversation')
    me.type('b\r')
    await me.sees(
      /1 message and what followed would leave[\s\S]*undo of 1 edit[\s\S]*-MARK b\.txt[\s\S]*go back\?/,
    )
    me.type('n\r')
    await me.sees('Nothing was changed.')
    t.ok(existsSync(join(box.cwd, 'b.txt')), 'a preview changes nothing')
    me.type('/rewind\r')
    await me.sees('or nothing:')
    me.type('1\r')
    await me.sees('b = code and conversation')
    me.type('b\r')
    await me.sees('go back?')
    me.type('y\r')
    await me.sees(/1 message left the conversation\.\s+deleted: b\.txt/)
    t.notOk(existsSync(join(box.cwd, 'b.txt')))
    t.ok(existsSync(join(box.cwd, 'a.txt')))
    // The message is on the prompt again: it is cleared, and another one typed.
    await me.sees('write b.txt for me')
    me.type('\x15/cost\r')
    await me.sees(/write b\.txt for me \(rewound\)[\s\S]*session/)
    me.type('what now?\r')
    await me.sees(/The answer is 42/)
    await me.sees(ENDED)
    t.match(lastSent(endpoint), 'write a.txt for me')
    t.notMatch(lastSent(endpoint), 'b.txt', 'the later turn is in no prompt')
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)

    const { stdout } = await box.run(['sessions', 'list'])
    const id = stdout.split(' ', 1)[0] ?? ''
    t.match((await box.run(['sessions', 'show', id])).stdout, 'taken out of the conversation')
    t.match((await box.run(['ledger', 'verify'])).stdout, /^ok/)
    const rewound = /(t_\w+).*write b\.txt/.exec((await box.run(['ledger', 'tasks'])).stdout)?.[1]
    const resumed = await box.run(['resume', rewound ?? ''])
    t.match(resumed.stderr, /was taken out of its conversation by a rewind/)
    t.equal(resumed.code, 2)
  },
)

t.test(
  'a session is forked, renamed, left for another one and exported',
  WITH_TERMINAL,
  async (t) => {
    const { box, endpoint, sit } = await openTable(t)
    const me = sit()
    await me.sees('> ')
    for (const line of [
      '/fork',
      '/rename x',
      '/export',
      '/cost',
      '/copy',
      '/context',
      '/why',
      '/resume',
    ])
      me.type(`${line}\r`)
    await me.sees(/nothing to copy yet[\s\S]*no session to rename[\s\S]*nothing to export/i)
    await me.sees(
      /No token was used[\s\S]*no answer to copy[\s\S]*No prompt was sent[\s\S]*No edit was made[\s\S]*no other session/,
    )
    me.type('write a.txt for me\r')
    await me.sees(ENDED)
    me.type('/rename  the   first\ttitle \r')
    await me.sees(/s_\w+ is now: the first title/)
    me.type('/fork the copy, pwd=hunter2x\r')
    const said = await me.sees(/This session is (s_\w+), a copy of (s_\w+)\./)
    const [, copy = '', first = ''] = /is (s_\w+), a copy of (s_\w+)\./.exec(said) ?? []
    me.type('/context\r')
    await me.sees(/The next prompt has about [1-9][\d,]+ of 32,768 tokens/)
    me.type('what did you write?\r')
    await me.sees(/The answer is 42/)
    await me.sees(ENDED)
    t.match(lastSent(endpoint), 'write a.txt for me', 'the copy has the conversation')
    me.type('/undo\r')
    await me.sees('The newest is of the original of this copy: "write a.txt for me"')
    await me.sees('undo?')
    me.type('n\r')
    await me.sees('Nothing was changed.')
    me.type('/rewind\r')
    await me.sees(/1 {2}what did you write\?[\s\S]*2 {2}write a\.txt for me/)
    me.type('2\r')
    await me.sees('t = conversation')
    me.type('t\r')
    await me.sees(`a new copy ends before it. This copy stays as it is: aircoder -r ${copy}`)
    await me.sees('go back?')
    me.type('n\r')
    await me.sees('Nothing was changed.')
    me.type('/resume\r')
    await me.sees(/Continue which session\?\s+1 {2}the first title · just now · 1 task/)
    me.type('1\r')
    await me.sees(/aircoder in [\s\S]*continuing the session: the first title[\s\S]*> /)
    me.type('are you there?\r')
    await me.sees(/The answer is 42/)
    await me.sees(ENDED)
    t.notMatch(lastSent(endpoint), 'what did you write', 'the original knows nothing of the copy')
    me.type('/resume s_nothing\r')
    await me.sees('No session matches s_nothing.')
    me.type(`/resume ${first}\r`)
    await me.sees('This is that session.')

    me.type('/export\r')
    await me.sees(/Exported to \S*\/aircoder-s_\w+\.md \(/)
    me.type('/export\r')
    await me.sees(/Exported to \S*\/aircoder-s_\w+-2\.md \(/)
    writeFileSync(join(box.cwd, 'taken.html'), 'mine')
    symlinkSync(join(box.cwd, 'value.txt'), join(box.cwd, 'link.md'))
    me.type('/export link.md\r')
    await me.sees(/cannot be written to .*link\.md: it is a link/)
    me.type('/export no/such/folder.md\r')
    await me.sees(/cannot be written to .*: there is no such file or folder/)
    me.type('/export taken.html\r')
    await me.sees(/is there already\.[\s\S]*replace it\?/)
    me.type('n\r')
    await me.sees('Nothing was written.')
    t.equal(readFileSync(join(box.cwd, 'taken.html'), 'utf8'), 'mine')
    me.type('/export taken.html\r')
    await me.sees('replace it?')
    me.type('y\r')
    await me.sees(/Exported to .*taken\.html/)
    const page = readFileSync(join(box.cwd, 'taken.html'), 'utf8')
    t.match(page, /^<!doctype html>[\s\S]*write a\.txt for me[\s\S]*<\/html>\n$/)
    t.equal(readFileSync(join(box.cwd, 'value.txt'), 'utf8'), 'one\n')
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)
    t.match(
      (await box.run(['sessions', 'list'])).stdout,
      `the copy, pwd=[redacted] (a copy of ${first})`,
    )
    t.match((await box.run(['ledger', 'verify'])).stdout, /^ok/)
    t.ok(copy)
  },
)

t.test(
  'row 275: /model lists the models and changes the one that is asked, but not while a turn runs',
  WITH_TERMINAL,
  async (t) => {
    const { endpoint, sit } = await openTable(t)
    const me = sit()
    await me.sees('> ')
    me.type('hello there?\r')
    await me.sees(/The answer is 42/)
    await me.sees(ENDED)
    me.type('/model nonsense\r')
    await me.sees(/nonsense/)
    await me.sees('> ')
    me.type('/model\r')
    await me.sees(/1 {2}fake · window 32,768 · in use\s+2 {2}other · window 16,384/)
    me.type('2\r')
    await me.sees('model other, window 16,384 tokens')
    me.type('and you?\r')
    await me.sees(/The answer is 42/)
    await me.sees(ENDED)
    t.equal(JSON.parse(lastSent(endpoint)).model, 'other')
    t.match(lastSent(endpoint), 'hello there')
    me.type('/status\r')
    await me.sees(/model +other, window 16,384 tokens/)
    await me.sees(/last step +step \d was answered by other at 127\.0\.0\.1:\d+ \(main model\)/)
    await me.sees(/tools +those for a task of the kind "\w+"(?: \(\d+ % sure\)|, assumed: )/)
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)
  },
)

t.test(
  'row 298: /cost and /context show tokens, /why the rows before an edit, /copy an answer, /bug a report',
  WITH_TERMINAL,
  async (t) => {
    const { box, sit } = await openTable(t)
    const me = sit()
    await me.sees('> ')
    me.type('write a.txt for me, the password of the shop is rosebud\r')
    await me.sees(ENDED)
    me.type('/cost\r')
    await me.sees(
      /steps +sent +reused +written +time +turn\s+\d+ +~?[\d,]+ +\S+(?: %)? +\d+ +\d+ s +write a\.txt/,
    )
    await me.sees(/session[\s\S]*Calls of the last turn[\s\S]*step 1: ~?[\d,]+ sent/)
    me.type('/context\r')
    await me.sees(
      /The next prompt has about [\d,]+ of 32,768 tokens[\s\S]*tools[\s\S]*system text[\s\S]*█/,
    )
    me.type('/why a.txt:1\r')
    await me.sees(/write_file changed a\.txt at step 1 of "write a\.txt for me, the password/)
    me.type('/why nowhere.txt\r')
    await me.sees('No edit of aircoder changed nowhere.txt.')
    me.type('/why a.txt:99\r')
    await me.sees('No edit of aircoder wrote line 99')
    me.type('/copy\r')
    await me.sees(/\]52;c;[A-Za-z0-9+/=]+/)
    me.type('/ledger e1\r')
    await me.sees(/e1 {2}step \d/)
    me.type('/ledger e999\r')
    await me.sees('There is no row e999.')
    me.type('/undo\r')
    await me.sees('undo? y = yes')
    me.type('y\r')
    await me.sees('deleted: a.txt')
    me.type('/why a.txt\r')
    await me.sees(/write_file changed a\.txt at step 1 of .*\. It was undone\./)
    me.type('/rewind\r')
    await me.sees(/write a\.txt for me.* · its edits were undone · /)
    me.type('\r')
    me.type('/mcp\r')
    await me.sees('This version has no /mcp.')
    me.type('/bug it failed with token=abcdefgh12345678, my password is swordfish\r')
    const said = await me.sees(/The report is (\S+\.md) \(/)
    const report = readFileSync(/report is (\S+\.md)/.exec(said)?.[1] ?? '', 'utf8')
    t.match(report, /# Report\s+it failed with token=[\s\S]*aircoder \d[\s\S]*write a\.txt/)
    t.match(report, /- endpoint [\w.]+:\d+, mode/, 'the host alone: an address may hold a password')
    t.match(report, /## Newest events\n\n {4}\S[\s\S]*> write a\.txt for me/)
    for (const secret of ['abcdefgh12345678', 'swordfish', 'rosebud']) t.notMatch(report, secret)
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)
    t.ok(box.cwd)
  },
)

t.test(
  'commands of the person and of a trusted project are in /help and start a task with their words',
  WITH_TERMINAL,
  async (t) => {
    const { box, endpoint, sit } = await openTable(t, {
      '.aircoder/commands/db/check.md':
        '---\ndescription: Check a table\nargument-hint: TABLE\n---\nLook at $1, then at "$2". All: $ARGUMENTS.\n',
      '.aircoder/commands/model.md': 'not this one\n',
    })
    const untrusted = sit()
    await untrusted.sees(/commands\/db\/check\.md[\s\S]*trust this folder/)
    untrusted.type('n\r')
    await untrusted.sees('> ')
    untrusted.type('/db:check a\r')
    await untrusted.sees('Unknown command /db:check.')
    untrusted.type('/exit\r')
    await untrusted.leaves()

    const me = sit()
    await me.sees('trust this folder')
    me.type('y\r')
    await me.sees('> ')
    me.type('/help\r')
    await me.sees(
      /Your commands\s+\/db:check TABLE +Check a table\s+not used: \.aircoder\/commands\/model\.md/,
    )
    me.type('/db:check "big table" users\r')
    await me.sees(/The answer is 42/)
    const { messages } = JSON.parse(lastSent(endpoint))
    t.match(messages[1].content, 'Look at big table, then at "users". All: "big table" users.')
    await me.sees('> ')
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)
    t.ok(box.cwd)
  },
)
