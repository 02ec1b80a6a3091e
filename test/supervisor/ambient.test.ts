import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { taskMessage } from '#supervisor'
import { openWorkspace } from '#workspace'
import { findGuides } from '../../libs/supervisor/ambient/guides.js'
import { hintsFor } from '../../libs/supervisor/ambient/hints.js'
import { machineLine } from '../../libs/supervisor/ambient/machine.js'
import { attachMentions, mentionsIn } from '../../libs/supervisor/ambient/mentions.js'
import { act, openLoop, say } from '../kit/loop.js'

function place(root: string, deny: string[] = []) {
  return openWorkspace({ root, deny, env: { PATH: process.env.PATH } })
}

t.test('row 92: one line names system, shell, branch and language, without a clock', async (t) => {
  const root = t.testdir({ 'package.json': '{}', '.git': { HEAD: 'ref: refs/heads/main\n' } })
  const line = machineLine(place(root))
  t.match(line, /^\w+, (?:ba)?sh, git branch main, Node with npm$/)
  t.equal(machineLine(place(root)), line)
  writeFileSync(join(root, '.git/HEAD'), '0123456789abcdef\n')
  t.match(machineLine(place(root)), /git branch \(detached\)/)
})

t.test(
  'rows 89, 90: a guide is shown in full, those above it as a digest, denied ones never',
  async (t) => {
    const root = t.testdir({
      repo: {
        '.git': {},
        'AGENTS.md': '# All\nLong prose.\n- Use tabs.\n- Run make.\n',
        pack: { 'AGENTS.md': 'Be brief.', 'CLAUDE.md': 'Be kind.', 'SPEC.md': 'x' },
      },
      'AGENTS.md': 'of another place',
    })
    const pack = join(root, 'repo/pack')
    t.same(findGuides(place(pack)), {
      main: { path: 'AGENTS.md', text: 'Be brief.' },
      named: ['CLAUDE.md', 'SPEC.md'],
      above: [{ path: '../AGENTS.md', text: '- Use tabs.\n- Run make.' }],
    })
    t.same(findGuides(place(pack, ['AGENTS.md'])), {
      main: { path: 'CLAUDE.md', text: 'Be kind.' },
      named: ['SPEC.md'],
      above: [],
    })
    symlinkSync(join(root, 'AGENTS.md'), join(root, 'repo/CLAUDE.md'))
    t.same(findGuides(place(join(root, 'repo'))).above, [], 'nothing above the repository')
  },
)

t.test('rows 90, 91: the guide of the user comes last, as a digest', async (t) => {
  const root = t.testdir({
    home: {
      '.config': { aircoder: { 'CLAUDE.md': '# Me\n- Write short commits.\n' } },
      '.claude': { 'CLAUDE.md': '- Other.' },
    },
    bare: { '.claude': { 'CLAUDE.md': '- Other.' } },
    work: {
      '.git': {},
      'AGENTS.md': 'a',
      'CLAUDE.md': 'c',
      'README.md': 'r',
      '.docs': { 'instructions.md': 'i' },
    },
  })
  const at = (home: string, deny: string[] = []) =>
    openWorkspace({ root: join(root, 'work'), deny, env: { HOME: join(root, home) } })
  const settings = ['~/.config/aircoder/**']
  t.same(findGuides(at('home', settings)), {
    main: { path: '.docs/instructions.md', text: 'i' },
    named: ['AGENTS.md', 'CLAUDE.md', 'README.md'],
    above: [{ path: '~/.config/aircoder/CLAUDE.md', text: '- Write short commits.' }],
  })
  t.same(findGuides(at('bare')).above, [{ path: '~/.claude/CLAUDE.md', text: '- Other.' }])
  t.same(findGuides(at('bare', ['~/.claude/**'])).above, [], 'a deny rule holds')
  t.same(findGuides(at('none')).above, [])
})

t.test('row 96: what a message names with @ is shown once, inside the project only', async (t) => {
  t.same(mentionsIn('see @a.ts, @src/b.ts. and @"c d.md" but not me@host.org or @@x'), [
    'a.ts',
    'src/b.ts',
    'c d.md',
  ])
  const root = t.testdir({
    'out.txt': 'secret of another place',
    work: {
      'a.ts': 'const a = 1\n',
      'key.pem': 'KEY',
      'bin.dat': Buffer.from([0, 1, 2, 0]),
      sub: { 'one.ts': '', deep: {} },
      'long.ts': Array.from({ length: 900 }, (_, n) => `export function f${n}() {}`).join('\n'),
    },
  })
  symlinkSync(join(root, 'out.txt'), join(root, 'work/link.txt'))
  const workspace = place(join(root, 'work'), ['*.pem'])
  const show = (message: string) => attachMentions(message, workspace, 6_000)
  const one = show('look at @a.ts and @a.ts')
  t.equal(one.text, '--- a.ts lines 1-1 of 1\nconst a = 1')
  t.match(one.evidence, [{ kind: 'file_read', subject: 'a.ts', facts: { lines: '1-1', total: 1 } }])
  t.equal(show('@sub').text, 'Folder sub: deep/ one.ts')
  t.match(show('@long.ts').text, /^--- long\.ts lines 1-\d+ of 900\n[\s\S]*lines follow/)
  t.ok(show('@long.ts').text.length < 6_000)
  for (const hidden of ['@key.pem', '@link.txt', '@../out.txt', '@/etc/passwd', '@bin.dat'])
    t.match(show(hidden), { text: /^\(@[^\n]*\)$/, evidence: [] }, hidden)
  t.match(show('@gone.ts').text, /no such file/)
  t.same(show('ask @alice about @Override'), { text: '', evidence: [] })
})

t.test('row 95: a message about recent changes or without a place gets one hint', async (t) => {
  const git = { git: true, tests: true }
  t.match(hintsFor('explain my recent changes', git), [/git diff/])
  t.same(hintsFor('explain my recent changes', { git: false, tests: true }), [])
  t.match(hintsFor('fix it', git), [/does not say.*Run the tests/])
  t.match(hintsFor('fix it', { git: true, tests: false }), [/does not say.*no tests to run/])
  const barred = hintsFor('fix it', { ...git, barred: 'npm test' })
  t.match(barred, [/npm test is not allowed in this run\. Find the place with grep/])
  t.match(hintsFor('the total is wrong for customers in Norway', git), [/names no file/])
  for (const clear of ['fix src/a.ts', 'what does this do?', 'hi', 'run the tests'])
    t.same(hintsFor(clear, git), [], clear)
})

t.test(
  'row 96: a named file is in the first prompt and counts as read, also after a kill',
  async (t) => {
    const options = {
      files: { 'a.txt': 'one\n', 'b.txt': 'other\n' },
      replies: [
        act(['patch_file', { path: 'a.txt', old_str: 'one', new_str: 'two' }]),
        say('It is two now.'),
        say('other'),
      ],
    }
    const over = { readBeforeEdit: 'strict', windowTokens: 8_192 } as const
    const loop = openLoop(t, options)
    const taskId = loop.add('change one to two in @a.txt')
    await loop.run(taskId, over, ({ type }) => type === 'tool_call')
    loop.reopen()
    await loop.run(taskId, over)
    t.equal(loop.read('a.txt'), 'two\n')
    t.match(loop.requests[0]?.messages[1]?.content, /--- a\.txt lines 1-1 of 1\none/)
    const reads = loop.ledger().find({ taskId, kind: 'file_read' })
    t.match(reads, [{ subject: 'a.txt', step: 1 }])
    const deps = await loop.deps(over)
    t.equal(
      (await taskMessage('what does @b.txt say?', deps)).content,
      'Task: what does @b.txt say?\n\n--- b.txt lines 1-1 of 1\nother',
    )
    t.equal((await taskMessage('thanks', deps)).content, 'Task: thanks')
  },
)
