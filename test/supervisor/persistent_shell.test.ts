import t from 'tap'
import type { RecordedReply } from '#core'
import { createScriptModel } from '#model'
import type { Question } from '#supervisor'
import { openWorkspace } from '#workspace'
import { act, type Drive, openLoop, type Ran, say } from '../kit/loop.js'

const FILES = {
  'package.json': JSON.stringify({ scripts: { test: 'sh check.sh' } }),
  'check.sh': 'grep -q two value.txt\n',
  'value.txt': 'one\n',
  'sub/deep/a.txt': 'deep\n',
  'sub/value.txt': 'two\n',
  'sub/check.sh': 'grep -q two value.txt\n',
}
const run = (command: string, more = {}): RecordedReply =>
  act(['run_command', { command, ...more }])
const ON: Drive = { persistentShell: true }

function results({ events }: Ran): string[] {
  return events.flatMap((one) => (one.type === 'tool_result' ? [one.text] : []))
}

async function drive(t: Test, replies: RecordedReply[], over: Drive = {}) {
  const loop = openLoop(t, { files: FILES, replies: [...replies, say('Done.')] })
  const ran = await loop.run(loop.add('what do the files say?'), { ...ON, ...over })
  return { ...ran, loop, texts: results(ran) }
}

type Test = Parameters<typeof openLoop>[0]

t.test('row 171: the folder lasts from one command to the next', async (t) => {
  const { texts, loop } = await drive(t, [
    run('cd sub && pwd'),
    run('cd deep; cat a.txt'),
    run('cat a.txt'),
    run('cd sub'),
    run('(cd ..)'),
    run('cd ../.. && cat value.txt'),
    run('pwd -P'),
  ])
  t.match(texts[0], /^exit code 0\ncwd: sub\n/)
  t.match(texts[1], /^exit code 0\ncwd: sub\/deep\ndeep/)
  t.match(texts[2], /^exit code 0\ncwd: sub\/deep\ndeep/)
  t.match(texts[3], /began in sub\/deep\. cd \.\.\/\.\. leads to the project folder/)
  t.match(texts[4], /cwd: sub\/deep/, 'a sub-shell moves nothing')
  t.match(texts[5], /^exit code 0\none/)
  t.match(texts[6], new RegExp(`^exit code 0\\n${loop.root}$`), 'the root has no line')
})

t.test('row 171: without the setting every command starts in the project folder', async (t) => {
  const over = { persistentShell: false }
  const { texts } = await drive(t, [run('cd sub && cat value.txt'), run('cat value.txt')], over)
  t.same(texts, ['exit code 0\ntwo', 'exit code 0\none'])
})

const KEY = `glpat-${'a1'.repeat(10)}`

t.test('row 171: harmless variables last, and no others', async (t) => {
  // Not CI: it may be set in the surroundings, and a variable of those comes back after `unset`.
  const { texts } = await drive(t, [
    run('export NODE_ENV=test MIX_ENV=1 PATH="/nowhere:$PATH" APP_MODE=x API_TOKEN=abc; true'),
    run('echo "$NODE_ENV-$MIX_ENV-$APP_MODE-$API_TOKEN"; case $PATH in /nowhere*) echo bad;; esac'),
    run('NODE_ENV=other; export DEBUG="a b"'),
    run('unset MIX_ENV; echo "$NODE_ENV"'),
    run('echo "$MIX_ENV-$DEBUG"'),
    run('export NODE_ENV="$(printf "a\\nb")" TZ=:/etc/passwd LC_TIME=a/b'),
    run('echo "[$NODE_ENV-$TZ-$LC_TIME]"'),
    run(`export VERBOSE=${KEY}`),
    run('echo "[$VERBOSE]"'),
  ])
  t.match(texts[0], /Kept for the next commands: (?=.*NODE_ENV)(?=.*MIX_ENV)/)
  t.match(texts[0], /Not kept for the next command: (?=.*PATH)(?=.*APP_MODE)(?=.*API_TOKEN)/)
  t.notMatch(texts[0], /abc/)
  t.match(texts[1], /test-1--$/)
  t.match(texts[3], /other$/)
  t.match(texts[4], /\n-a b$/)
  t.match(texts[6], /\[--a\/b\]$/, 'no second line, no path')
  t.match(texts[8], /\[\]$/, 'no secret')
})

t.test(
  'row 171: a folder outside, a protected one and one that is gone are not kept',
  async (t) => {
    const { texts, loop } = await drive(t, [
      run('mkdir -p secret gone; cd /'),
      run('cd gone'),
      run('rmdir ../gone'),
      run('echo here'),
      run('cat value.txt'),
    ])
    t.match(texts[0], /The next command starts in the project folder: \/ is outside of the project/)
    t.match(texts[1], /cwd: gone/)
    t.match(texts[3], /could not be started(?=.*with no kept variables)(?=.*gone is gone)/s)
    t.match(texts[4], /^exit code 0\none/, 'the next one runs again')
    const { root } = loop
    const left = { folder: `${root}/secret`, exported: {} }
    const shell = { folder: 'sub', variables: {} }
    const open = openWorkspace({ root, deny: [], env: {} }).nextShell(shell, left)
    t.match(open, { state: { folder: 'secret' }, left: null })
    // A folder whose name the gate could not see.
    const held = openWorkspace({ root, deny: ['secret'], env: {} }).nextShell(shell, left)
    t.match(held, { state: { folder: 'sub' }, left: /secret is protected by / })
  },
)

t.test('row 171: a timeout resets the folder; exit, a trap and exec do not break it', async (t) => {
  const { texts } = await drive(t, [
    run('cd sub && exit 3'),
    run("trap 'echo bye' EXIT; cd deep"),
    run('exec cat value.txt'),
    run('cd deep; sleep 20', { timeout_ms: 1 }),
    run('cat value.txt'),
  ])
  t.match(texts[0], /^exit code 3\ncwd: sub/)
  t.match(texts[1], /cwd: sub\n/, 'a trap of its own: nothing is reported')
  t.match(texts[2], /cwd: sub\ntwo/)
  t.match(texts[3], /^timed out.*The next command starts in the project folder/s)
  t.match(texts[4], /^exit code 0\none/)
})

t.test(
  'row 171: the folder comes from rows, so it survives the process and the task',
  async (t) => {
    const loop = openLoop(t, {
      files: FILES,
      replies: [run('cd sub && export CI=7'), say('ok')],
    })
    const first = loop.add('go to sub')
    const cut = await loop.run(first, ON, ({ type }) => type === 'step')
    t.equal(cut.result, null, 'killed after the step')
    loop.reopen()
    await loop.run(first, ON)
    const { session } = loop.ledger().view(first)
    const model = createScriptModel([run('echo "$CI"; cat value.txt'), say('ok')])
    const asked = loop.add('what does the file say?', session.id)
    const ran = await loop.run(asked, { ...ON, model })
    t.match(results(ran)[0], /cwd: sub\n7\ntwo/)
  },
)

t.test('row 171: the gate judges a command in the folder where it runs', async (t) => {
  const asked: Question[] = []
  const ask = async (question: Question) => {
    asked.push(question)
    return { decision: 'always' as const }
  }
  const loop = openLoop(t, {
    files: { ...FILES, 'sub/.env': 'x', 'tmp/keep.txt': 'k', 'sub/tmp/keep.txt': 'k' },
    replies: [
      run('rm -rf tmp'),
      run('cd sub'),
      run('cat .env'),
      run('cat ../sub/.e*'),
      run('rm -rf tmp'),
      run('cat ../../x'),
      say('Done.'),
    ],
  })
  const ran = await loop.run(loop.add('clean up'), { ...ON, mode: () => 'default', ask })
  const texts = results(ran)
  t.match(texts[2], /\.env is protected by the deny rule/)
  t.match(texts[3], /protected/)
  const said = asked.map((one) => (one.kind === 'permission' ? one.describe : ''))
  t.same(said, ['run rm -rf tmp', 'run rm -rf tmp (in sub)', 'run cat ../../x (in sub)'])
  t.match(
    asked[1],
    { remember: 'exactly: rm -rf tmp (in sub)' },
    'an answer is bound to its folder',
  )
})

t.test('row 171: tests that run in another folder are partial', async (t) => {
  const edit = act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'three' }])
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      edit,
      run('cd sub'),
      run('sh check.sh'),
      ...Array.from({ length: 5 }, () => say('ok')),
    ],
  })
  const over: Drive = { ...ON, testCommand: 'sh check.sh' }
  const ran = await loop.run(loop.add('Change value.txt and run `sh check.sh`.'), over)
  t.equal(ran.result?.proven, false)
  t.match(loop.ledger().find({ kind: 'test_result' }), [
    { facts: { passed: true, scope: 'part', cwd: 'sub', why: /another folder \(sub\)/ } },
  ])
  const back = openLoop(t, {
    files: FILES,
    replies: [
      act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }]),
      run('cd sub/deep'),
      run('cd ../.. && sh check.sh'),
      say('value.txt says two.'),
    ],
  })
  const proven = await back.run(back.add('Change value.txt to two.'), over)
  t.equal(proven.result?.proven, true)
  const two = act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }])
  const own = openLoop(t, {
    files: FILES,
    replies: [two, run('cd sub/deep'), say('value.txt says two.')],
  })
  const checked = await own.run(own.add('Change value.txt to two.'), {
    ...over,
    autoCheck: 'tests',
  })
  t.equal(checked.result?.proven, true, 'a check of the program begins in the project folder')
})

t.test('row 171: an interrupted test command of another folder is not repeated', async (t) => {
  const TESTS = 'echo x >> ran.txt'
  const loop = openLoop(t, { files: FILES, replies: [run('cd sub'), say('ok'), say('ok')] })
  const taskId = loop.add('what do the files say?')
  await loop.run(taskId, ON, ({ type }) => type === 'step')
  const call = { id: 'c', name: 'run_command', arguments: { command: TESTS } }
  const reply = { text: '', reasoning: '', calls: [call], problem: null, finishReason: 'stop' }
  // As a kill between the intent and the outcome leaves it.
  loop.ledger().intend({
    taskId,
    step: 2,
    reply: { ...reply, usage: null },
    ordinal: 0,
    call,
    effect: 'command',
    edits: [],
    outcome: null,
    settled: [],
    estimatedTokens: 1,
  })
  loop.reopen()
  const asked: Question[] = []
  const ask = async (question: Question) => {
    asked.push(question)
    return { decision: 'no' as const }
  }
  await loop.run(taskId, { ...ON, testCommand: TESTS, ask })
  t.match(asked, [{ kind: 'interrupted_command', command: `${TESTS} (in sub)` }])
  t.throws(() => loop.read('sub/ran.txt'))
})
