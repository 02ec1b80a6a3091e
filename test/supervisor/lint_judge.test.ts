import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import t, { type Test } from 'tap'
import type { RecordedReply } from '#core'
import { createScriptModel } from '#model'
import { act, type Drive, openLoop, say } from '../kit/loop.js'

const ON: Drive = { autoCheck: 'on' }

// Replaces npm, which takes half a second to start: it runs the script of package.json whose name comes last.
// test/supervisor/lint_checks.test.ts runs the real one.
const NPM = `#!/bin/sh
for name; do :; done
exec sh -c "$(sed -n 's/.*"'"$name"'":"\\([^"]*\\)".*/\\1/p' package.json)"
`
const bin = mkdtempSync(join(tmpdir(), 'npm-'))
writeFileSync(join(bin, 'npm'), NPM, { mode: 0o755 })
process.env.PATH = `${bin}${delimiter}${process.env.PATH}`
t.teardown(() => rmSync(bin, { recursive: true, force: true }))

const patch = (path: string, old_str: string, new_str: string): RecordedReply =>
  act(['patch_file', { path, old_str, new_str }])
const done = say('It is done.')
const LINT = { subject: 'npm run -s lint' }

/** A linter that complains about lines with LATER, one of which is older than the task. */
const FILES = {
  'package.json': '{"scripts":{"lint":"sh lint.sh","typecheck":"true"}}',
  'lint.sh':
    'grep -n LATER a.js | sed "s/^/a.js:/; s/:[^:]*LATER/: no LATER/"; ! grep -q LATER a.js\n',
  'a.js': '// LATER old\nlet second\nlet third\n',
}

async function drive(t: Test, files: Record<string, string>, first: RecordedReply, over = ON) {
  const loop = openLoop(t, { files, replies: [first, done, done, done] })
  const ran = await loop.run(loop.add('Change it.'), over)
  return { ...ran, loop, lint: loop.ledger().find(LINT) }
}

t.test('complaints from before the task do not count', async (t) => {
  const { result, lint } = await drive(t, FILES, patch('a.js', 'third', 'last'))
  t.equal(result?.subtype, 'resolved')
  t.notMatch(result?.text, 'complained')
  t.match(lint, [
    {
      summary: 'npm lint: no complaint about what you changed (1 elsewhere, not counted)',
      facts: { checker: 'npm lint', complaints: 0, exitCode: 1 },
    },
  ])
  const moved = await drive(t, FILES, patch('a.js', '// LATER old', 'let zero\n// LATER old'))
  t.match(moved.lint, [{ facts: { complaints: 0 } }], 'also when they moved')
  const made = await drive(t, FILES, patch('a.js', 'let third', 'let third // LATER'))
  t.match(made.lint.at(-1), {
    summary:
      'npm lint: 1 complaint about what you changed (1 elsewhere, not counted)\na.js:3 no LATER',
    facts: { complaints: 1 },
  })
})

t.test('a complaint that an earlier run did not have is new, on any line', async (t) => {
  // Names another file than the one that is edited, as a caller that broke.
  const lint = 'echo "old.js:1: old"; grep -q second a.js || echo "caller.js:7: broken"; exit 1\n'
  const first = patch('a.js', 'third', 'last')
  const { loop, result, lint: before } = await drive(t, { ...FILES, 'lint.sh': lint }, first)
  t.match(before, [{ facts: { complaints: 0 } }])
  const model = createScriptModel([patch('a.js', 'second', 'other'), done, done, done])
  const again = await loop.run(loop.add('Again.', result?.sessionId), { ...ON, model })
  t.match(loop.ledger().find(LINT)[0], {
    summary: /1 complaint about what you changed \(1 elsewhere, not counted\)\ncaller.js:7 broken/,
  })
  t.match(again.result?.text, /\(the last run of npm lint still has complaints\)$/)
  t.equal(again.result?.subtype, 'resolved', 'only tests prove or disprove')
})

t.test('output of a checker without file and line is not counted', async (t) => {
  const files = { ...FILES, 'lint.sh': 'echo no configuration; exit 2\n' }
  const { result, lint } = await drive(t, files, patch('a.js', 'third', 'last'))
  t.match(lint, [
    {
      summary: /^npm lint names no file and line, so its result was not counted/,
      facts: { complaints: 0 },
    },
  ])
  t.notMatch(result?.text, 'complained')
})

t.test(
  'linters run only where the project names them and the settings allow it, and change nothing',
  async (t) => {
    const edit = patch('a.js', 'third', 'last')
    const commands = async (files: Record<string, string>, over = ON) => {
      const { loop } = await drive(t, files, edit, over)
      return loop
        .ledger()
        .find({ kind: 'shell_output' })
        .map(({ subject }) => subject)
        .reverse()
    }
    t.same(await commands(FILES), ['npm run -s typecheck', 'npm run -s lint'])
    t.same(await commands(FILES, { autoCheck: 'tests' }), [])
    t.same(await commands(FILES, {}), [])
    t.same(await commands(FILES, { ...ON, lintCommand: 'true' }), ['true'], 'the settings win')
    t.same(await commands(FILES, { ...ON, mode: () => 'acceptEdits' }), [], 'nobody can be asked')
    const fixing = { ...FILES, 'package.json': '{"scripts":{"lint":"sh lint.sh --fix"}}' }
    t.same(await commands(fixing), [])
    const unnamed = { 'a.js': FILES['a.js'], 'b.py': 'x = 1\n' }
    t.same(await commands(unnamed), [], 'a bare parser is no linter of theirs')
  },
)

t.test('no linter runs for reverted edits', async (t) => {
  const files = { ...FILES, 'lint.sh': 'echo "a.js:3: bad"; grep -q third a.js\n' }
  const loop = openLoop(t, {
    files,
    replies: [
      patch('a.js', 'third', 'last'),
      done,
      patch('a.js', 'last', 'third'),
      done,
      done,
      done,
    ],
  })
  const { result } = await loop.run(loop.add('Change it.'), ON)
  t.match(loop.ledger().find(LINT), [{ facts: { complaints: 1 } }], 'it ran once')
  t.notMatch(result?.text, 'complained')
})

t.test('interrupted at any event, a linted run ends the same', async (t) => {
  const replies = [
    patch('a.js', 'let third', 'let third // LATER'),
    done,
    patch('a.js', 'let third // LATER', 'let last'),
    done,
    done,
    done,
  ]
  const files = { ...FILES, 'package.json': '{"scripts":{"lint":"sh lint.sh"}}' }
  const open = () => {
    const loop = openLoop(t, { files, replies, over: ON })
    return { loop, taskId: loop.add('Change it.') }
  }
  const whole = open()
  const { events, result } = await whole.loop.run(whole.taskId)
  t.equal(result?.subtype, 'resolved')
  const expected = whole.loop.canonical()
  t.match(expected, /npm lint: 1 complaint about what you changed/)
  for (let cut = 1; cut < events.length; cut += 7) {
    const { loop, taskId } = open()
    let seen = 0
    await loop.run(taskId, {}, () => seen++ === cut)
    loop.reopen()
    await loop.run(taskId, { model: createScriptModel(replies) })
    t.equal(loop.canonical(), expected, `cut at ${cut}`)
  }
})
