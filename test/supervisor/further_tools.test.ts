import t from 'tap'
import type { Clock, RecordedReply } from '#core'
import { act, type Drive, openLoop, type Ran, say } from '../kit/loop.js'

type Test = Parameters<typeof openLoop>[0]
type Call = [string, Record<string, unknown>]

const texts = ({ events }: Ran) =>
  events.flatMap((one) => (one.type === 'tool_result' ? [one.text] : []))

async function drive(t: Test, replies: RecordedReply[], over: Drive = {}) {
  const loop = openLoop(t, { files: { 'a.txt': 'one\n' }, replies: [...replies, say('Done.')] })
  const ran = await loop.run(loop.add('what is there?'), over)
  return { ...ran, loop, texts: texts(ran) }
}

const both: Call = ['create_and_run', { path: 'go.sh', content: 'echo ran\n', command: 'sh go.sh' }]

t.test('row 168: create_and_run is two calls, each with its gate and its evidence', async (t) => {
  const { events, texts, loop } = await drive(t, [act(both)])
  const called = events.flatMap((one) => (one.type === 'tool_call' ? [one.call.name] : []))
  t.same(called, ['write_file', 'run_command'])
  t.match(texts, [/^created go\.sh/, /^exit code 0\nran/])
  t.match(loop.ledger().find({}).reverse(), [{ kind: 'edit_applied' }, { kind: 'shell_output' }])
  const gates = events.flatMap((one) => (one.type === 'permission' ? [one.call.name] : []))
  t.same(gates, ['write_file', 'run_command'])
  t.equal(loop.requests[1]?.messages.filter(({ role }) => role === 'tool').length, 2)
})

t.test(
  'row 168: the command of create_and_run does not run when the file was not written',
  async (t) => {
    const failing: Call = ['create_and_run', { ...both[1], path: '.env' }]
    const ran = await drive(t, [act(failing)])
    t.match(ran.texts, [/protected by the deny rule/, /^Not run: the call before it/])
    const denied = await drive(t, [act(both)], { mode: () => 'acceptEdits' })
    t.match(denied.texts, [/^created go\.sh/, /^Not allowed: .*asks before commands/])
  },
)

t.test('row 168: create_and_run is not written twice after a kill between its parts', async (t) => {
  const loop = openLoop(t, { replies: [act(both), say('Done.')] })
  const taskId = loop.add('what is there?')
  await loop.run(taskId, {}, ({ type }) => type === 'tool_result')
  loop.reopen()
  const ran = await loop.run(taskId)
  t.match(texts(ran), [/^exit code 0\nran/])
  t.match(loop.ledger().find({}).reverse(), [{ kind: 'edit_applied' }, { kind: 'shell_output' }])
})

t.test('row 168: tools that are not in the prompt are named on request, and run', async (t) => {
  const { texts, loop } = await drive(t, [
    act(['more_tools', {}]),
    act(['wait', { seconds: 0.001 }]),
  ])
  t.match(texts[0], /append_file \{path: string, content: string\}: Add lines/)
  t.match(
    texts[0],
    /edit_notebook .*\n(?:.*\n)*list_evidence .*\n(?:.*\n)*wait \{seconds: number\}/,
  )
  t.match(texts[1], /^Waited 0\.001 s\./)
  const listed = loop.requests[0]?.tools.map((tool) => tool.function.name) ?? []
  t.ok(listed.includes('more_tools'))
  for (const name of ['append_file', 'create_and_run', 'edit_notebook', 'search_and_read', 'wait'])
    t.notOk(listed.includes(name), name)
})

t.test('row 182: the model adds, lists and reads its evidence', async (t) => {
  const note = (subject: string, content: string): Call => [
    'record_evidence',
    { kind: 'decision', subject, summary: `about ${subject}`, content },
  ]
  const { texts, loop } = await drive(t, [
    act(note('parser', 'é'.repeat(600)), ['read_file', { path: 'a.txt' }]),
    act(['list_evidence', {}]),
    act(['list_evidence', { kind: 'decision' }], ['list_evidence', { text: 'a.txt' }]),
    act(['list_evidence', { kind: 'decisions' }], ['list_evidence', { text: 'nowhere' }]),
    act(['read_file', { path: 'e1' }]),
  ])
  t.match(texts[0], /Only its first 1024 bytes are kept/)
  t.equal(loop.ledger().payload(loop.ledger().evidence('e1')?.payloadHash ?? '').length, 1_024)
  t.match(
    texts[2],
    /^e2 file_read a\.txt: .*\ne1 decision parser: about parser\nCall read_file with an id/,
  )
  t.match(texts[3], /^e1 decision parser/)
  t.match(texts[4], /^e2 file_read/)
  t.match(texts[5], /no kind "decisions"\. Did you mean decision\?/)
  t.match(texts[6], /no such evidence/)
  t.match(texts[7], /^e1 \(parser\) lines 1-1 of 1\né/)
})

t.test('row 182: evidence of a session is listed after the prompt was rebuilt', async (t) => {
  const names = Array.from({ length: 12 }, (_, at) => `file_${at}.txt`)
  const loop = openLoop(t, {
    files: Object.fromEntries(names.map((name) => [name, `${name} has many words\n`.repeat(90)])),
    replies: [
      act(['record_evidence', { kind: 'decision', subject: 'port', summary: 'the port is 8123' }]),
      ...names.map((path) => act(['read_file', { path }])),
      act(['list_evidence', { text: 'port' }]),
      say('Done.'),
    ],
  })
  const ran = await loop.run(loop.add('what is there?'), { windowTokens: 8_192 })
  const steps = ran.events.flatMap((one) => (one.type === 'step' ? [one.rebuilt] : []))
  t.ok(steps.slice(1).includes(true), 'the prompt was rebuilt')
  t.match(texts(ran).at(-1), /^e1 decision port: the port is 8123/)
  const last =
    loop.requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join('\n') ?? ''
  t.match(last, /the port is 8123/)
})

t.test('row 183: a wait is bounded and ends with the interruption', async (t) => {
  let ms = 0
  const clock: Clock = {
    now: () => ms,
    monotonic: () => ms,
    sleep: async (more) => {
      ms += more
    },
  }
  const long = await drive(t, [act(['wait', { seconds: 9_000 }])], { clock })
  t.match(long.texts, [/^Waited 300 s\. 300 s is the longest wait of one call\.$/])
  t.equal(ms, 300_000)
  const stop = new AbortController()
  const loop = openLoop(t, { replies: [act(['wait', { seconds: 300 }])] })
  const ran = await loop.run(loop.add('what is there?'), { signal: stop.signal }, ({ type }) => {
    if (type === 'tool_call') setImmediate(() => stop.abort())
    return false
  })
  t.match(texts(ran), [/^interrupted after \d/])
  t.match(ran.result, { subtype: 'interrupted' })
})

t.test('row 168: a call in text reaches a tool that the prompt does not list', async (t) => {
  const call =
    '<tool_call>{"name":"append_file","arguments":{"path":"b.txt","content":"x\\n"}}</tool_call>'
  const { texts, loop } = await drive(t, [say(call)])
  t.match(texts, [/^created b\.txt/])
  t.equal(loop.read('b.txt'), 'x\n')
})
