import t from 'tap'
import { endOf, type RecordedReply } from '#core'
import { act, openLoop, say } from '../kit/loop.js'

const cut = (content: string): RecordedReply => ({ ...say(content), finish_reason: 'length' })

t.test('a task whose replies were all cut by the limit ends with that reason', async (t) => {
  const files = { 'a.txt': 'a\n' }
  for (const content of [
    'I will now change a.txt as follows, and first I',
    '<tool_call>{"name": "wri',
  ]) {
    const loop = openLoop(t, { files, replies: Array(8).fill(cut(content)) })
    const { result } = await loop.run(loop.add('change a.txt'))
    const said = `${result?.text} ${result?.reason} ${result && endOf(result).hint}`
    t.match(said, /output limit|token limit/, content)
    t.match(said, 'AIRCODER_MAX_OUTPUT', content)
    t.notMatch(said, 'Give the task in other words')
  }
})

t.test('a reply that was in a loop when the limit cut it is no answer', async (t) => {
  const sentence = 'The task is to list the files of the folder.\n\n'
  const files = { 'a.txt': 'a\n' }
  const replies = [
    cut(sentence.repeat(70)),
    act(['list_files', { path: '.' }]),
    say('There is a.txt.'),
  ]
  const loop = openLoop(t, { files, replies })
  const { result, events } = await loop.run(loop.add('which files are here?'))
  t.match(result, { subtype: 'resolved', text: 'There is a.txt.' })
  const problem = events.flatMap((event) =>
    event.type === 'reply' && event.problem ? [event.problem] : [],
  )
  t.match(problem, [{ code: 'repetition', message: /repeated itself/ }])
  const [, second] = loop.requests
  const before = second?.messages.at(-2)?.content ?? ''
  t.equal(before.split(sentence.trim()).length, 2, 'the history shows it once')

  const table = Array.from({ length: 90 }, (_, at) => `| row ${at} | ${at * 7919} | open |`)
  const long = openLoop(t, { files, replies: Array(8).fill(cut(table.join('\n'))) })
  const { events: cuts } = await long.run(long.add('write a table'))
  t.notOk(cuts.some((event) => event.type === 'reply' && event.problem?.code === 'repetition'))
})

t.test('a copy of our own message is no answer', async (t) => {
  const replies = [cut('I would say that')]
  const loop = openLoop(t, { files: { 'a.txt': 'a\n' }, replies })
  const task = loop.add('what does this project do?')
  await loop.run(task, { maxSteps: 1 })
  const note = loop.ledger().view(task).tail.at(-1)?.message.content ?? ''
  t.match(note, /^\[aircoder\] The token limit cut your reply/)
  const copy = note.replace('[aircoder] ', '')
  replies.push(say(copy), say(`${note} Yes.`), say('It has one text file, a.txt.'))
  loop.ledger().reopen(task)
  const { result, events } = await loop.run(task)
  t.match(result, { subtype: 'resolved', text: /It has one text file/ })
  const problems = events.flatMap((event) => (event.type === 'reply' ? [event.problem] : []))
  t.match(problems.slice(0, 2), [{ code: 'repetition' }, { code: 'repetition' }])
  const after = loop.requests.at(-1)?.messages.slice(-2) ?? []
  t.notMatch(after[0]?.content, /token limit/, 'the copy is not shown again')
  t.match(after[1]?.content, /only repeated/)
})
