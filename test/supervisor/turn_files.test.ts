import t from 'tap'
import { planUndo, type Question, restore } from '#supervisor'
import { openWorkspace } from '#workspace'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = { 'a.txt': 'one\n', 'b.txt': 'one\n', 'src/c.txt': 'one\n' }
const edit = (path: string): [string, Record<string, unknown>] => [
  'patch_file',
  { path, old_str: 'one', new_str: 'two' },
]

t.test('row 157: a turn with three files or more is shown and undone as a group', async (t) => {
  const questions: Question[] = []
  const ask = async (question: Question) => {
    questions.push(question)
    return { decision: 'yes' as const }
  }
  const loop = openLoop(t, {
    files: FILES,
    replies: [act(edit('a.txt'), edit('./b.txt')), act(edit('src/c.txt')), say('done')],
    over: { mode: () => 'default', ask },
  })
  const taskId = loop.add('say two everywhere')
  await loop.run(taskId, { maxSteps: 3 })
  const listed = questions.map((question) => 'files' in question && question.files)
  t.same(listed, [[], [], ['a.txt', 'b.txt', 'src/c.txt']], 'two are no list, three are')

  const sessionId = loop.ledger().view(taskId).session.id
  const deps = {
    ledger: loop.ledger(),
    workspace: openWorkspace({ root: loop.root, deny: [], env: process.env }),
  }
  const one = planUndo(sessionId, { back: 'edits', count: 1 }, deps)
  t.match(one, { edits: 1, turnEdits: 3, turn: ['a.txt', 'b.txt', 'src/c.txt'] })
  restore(planUndo(sessionId, { back: 'turn' }, deps), deps)
  t.same(
    Object.keys(FILES).map((path) => loop.read(path)),
    ['one\n', 'one\n', 'one\n'],
  )
  t.match(loop.ledger().restores(sessionId), [{ status: 'done', intents: { length: 3 } }])
  t.equal(loop.ledger().restores(sessionId).length, 1, 'one checkpoint for the group')
})

t.test('row 157: three files of one reply are named with the first question', async (t) => {
  const asked: (readonly string[])[] = []
  const ask = async (question: Question) => {
    if (question.kind === 'permission') asked.push(question.files ?? [])
    return { decision: 'no' as const }
  }
  const calls = ['a.txt', 'b.txt', 'src/c.txt'].map(edit)
  const loop = openLoop(t, {
    files: FILES,
    replies: [act(...calls, ['run_command', { command: 'rm a.txt' }]), say('done')],
    over: { mode: () => 'default', ask },
  })
  await loop.run(loop.add('say two'), { maxSteps: 1 })
  const all = ['a.txt', 'b.txt', 'src/c.txt']
  t.same(asked, [all, all, all, []], 'a command is no edit of it')
})
