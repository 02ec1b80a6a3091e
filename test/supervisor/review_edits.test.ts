import t from 'tap'
import type { Side } from '#model'
import { chooseBranch } from '../../libs/supervisor/help/find_cause.js'
import { act, openLoop, say } from '../kit/loop.js'

type Asked = { name: string; input: Record<string, unknown> }

/** Side questions that answer at once; what they are asked is kept. */
function sideOf(
  answers: Record<string, Record<string, unknown> | null>,
): Side & { asked: Asked[] } {
  const asked: Asked[] = []
  return {
    asked,
    has: (name) => name in answers,
    async ask(name, input) {
      asked.push({ name, input })
      const value = answers[name] ?? null
      const empty = { issues: [], confidence: 0, missing: '', cause: '', next: '' }
      return value === null
        ? { value: empty, source: 'fallback', reason: 'no answer', tookMs: 1, used: null }
        : { value, source: 'model', reason: '', tookMs: 1, used: null }
    },
  }
}

function patch(from: string, to: string): [string, Record<string, unknown>] {
  return ['patch_file', { path: 'a.txt', old_str: from, new_str: to }]
}
const FILES = { 'a.txt': 'one\n', 'check.sh': 'grep -q four a.txt\n' }

t.test('rows 67, 68: an edit is looked at twice, and nothing depends on the answers', async (t) => {
  const side = sideOf({
    review_edit: { issues: ['first', 'second', 'third'], confidence: 0.9 },
    check_own_edit: { missing: 'The task says three.' },
  })
  const replies = [
    act(['read_file', { path: 'a.txt' }]),
    act(patch('one', 'two')),
    ...Array(4).fill(say('It is two.')),
  ]
  const loop = openLoop(t, { files: FILES, replies })
  const ran = await loop.run(loop.add('Change one to two in a.txt.'), { side })
  t.same(
    side.asked.map(({ name }) => name),
    ['review_edit', 'check_own_edit'],
    'a read is not looked at',
  )
  t.match(side.asked[0]?.input.diff, /-one\n\+two/)
  const prompt = JSON.stringify(loop.requests.at(-1)?.messages)
  t.match(
    prompt,
    /A review by another model\. It is not evidence:\)\\n- first\\n- second\\n\(A comp/,
  )
  t.notMatch(prompt, /third/)
  t.match(prompt, /- The task says three\./)
  t.equal(ran.result?.subtype, 'resolved', 'a complaint refuses nothing')
  t.equal(loop.ledger().verify().ok, true)

  const silent = openLoop(t, { files: FILES, replies })
  const none = sideOf({ review_edit: null, check_own_edit: null })
  const quiet = await silent.run(silent.add('Change one to two in a.txt.'), { side: none })
  t.match(quiet.result, { subtype: 'resolved', proven: ran.result?.proven })
  t.notMatch(
    JSON.stringify(silent.requests.at(-1)),
    /not evidence/,
    'without an answer nothing is added',
  )
})

t.test('row 66: after two fixes that failed, the better of two guesses is shown', async (t) => {
  const side = sideOf({ find_cause: { cause: 'check.sh wants four', next: 'write four' } })
  const test: [string, Record<string, unknown>] = ['run_command', { command: 'sh check.sh' }]
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      act(['read_file', { path: 'a.txt' }]),
      act(patch('one', 'two'), test),
      act(patch('two', 'three'), test),
      act(patch('three', 'four'), test),
      say('a.txt says four. The tests pass.'),
    ],
  })
  const over = { side, testCommand: 'sh check.sh', autoCheck: 'off' } as const
  const ran = await loop.run(loop.add('Make the tests pass.'), over)
  t.same(
    side.asked.map(({ input }) => input.angle),
    ['change', 'place'],
    'once, from two angles',
  )
  t.match(side.asked[0]?.input.diff, /-two\n\+three/)
  t.match(
    JSON.stringify(loop.requests.at(-1)?.messages),
    /It is not evidence:\)\\n- cause: check\.sh wants four\\n- next: write/,
  )
  t.equal(ran.result?.proven, true)
})

t.test('row 66: the branch whose names the texts have is taken', async (t) => {
  const texts = 'TypeError in src/a.ts:12 at readAll'
  const good = { cause: 'readAll in src/a.ts is called too early', next: 'move it' }
  const bad = { cause: 'parseConfig in src/z.ts is wrong', next: 'fix lib/x.js' }
  t.equal(chooseBranch([bad, good], texts), good)
  t.equal(chooseBranch([{ cause: '', next: '' }, bad], texts), bad)
  t.equal(chooseBranch([{ cause: 'x', next: '' }], texts), null)
})
