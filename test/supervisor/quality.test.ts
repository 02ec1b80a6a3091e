import t, { type Test } from 'tap'
import type { Message, RecordedReply } from '#core'
import { act, openLoop, say } from '../kit/loop.js'

const LONG = Array.from({ length: 40 }, (_, n) => `line ${n} of the file`).join('\n')
const FILES = { 'value.txt': 'one\n', 'long.txt': LONG }
const EMPTY: RecordedReply = { content: '', reasoning: '', tool_calls: [], finish_reason: 'stop' }

/** What the model gets after the first reply, and the result of the run. */
async function after(t: Test, first: RecordedReply) {
  const replies = [first, act(['read_file', { path: 'value.txt' }]), say('It says one.')]
  const loop = openLoop(t, { files: FILES, replies })
  const { result } = await loop.run(loop.add('what does value.txt say?'))
  t.match(result, { subtype: 'resolved', text: 'It says one.' }, 'the run goes on')
  const [before, next] = loop.requests.map(({ messages }) => messages)
  const rows = loop.ledger().find({ kind: 'diagnostic', limit: 10 })
  return { added: (next ?? []).slice(before?.length), rows }
}

function said(added: readonly Message[]): string {
  return added.map(({ content }) => content).join('\n')
}

t.test('row 45: an empty reply gets a correction', async (t) => {
  for (const content of ['', ' \n\t', '<think>nothing</think>']) {
    const { added, rows } = await after(t, { ...EMPTY, content })
    t.match(said(added), /\[aircoder\] .*The reply has no text and no call/)
    t.match(rows, [{ subject: 'model/parser_error' }])
  }
})

t.test('row 45: a call without a name gets a correction and never runs', async (t) => {
  const native = { ...EMPTY, tool_calls: [{ name: ' ', arguments: '{"path":"value.txt"}' }] }
  const marked = say('<tool_call>{"name":"","arguments":{"path":"value.txt"}}</tool_call>')
  for (const reply of [native, marked]) {
    const { added, rows } = await after(t, reply)
    t.match(said(added), /\[aircoder\] .*has no tool name/)
    t.match(said(added), /No call was run/)
    t.match(rows, [{ subject: 'model/parser_error' }])
  }
})

t.test('row 45: an unknown name gets at most three near ones', async (t) => {
  const { added, rows } = await after(t, act(['remove_file', { path: 'value.txt' }]))
  const names = /Did you mean ([\w ]+)\?/.exec(said(added))?.[1]?.split(' or ') ?? []
  t.ok(names.length >= 1 && names.length <= 3, names.join())
  t.match(rows, [{ subject: 'model/invalid_call' }])
  const none = await after(t, act(['qqqqqqqqqqqqqqqqqqqqqq', {}]))
  t.notMatch(said(none.added), /Did you mean/)
})

t.test(
  'row 45: the exact repeat of a call is shown as one line, then gets a correction',
  async (t) => {
    const same = act(['read_file', { path: 'long.txt' }])
    const replies = [same, same, same, say('It has lines.')]
    const loop = openLoop(t, { files: FILES, replies })
    await loop.run(loop.add('what does long.txt say?'))
    const [, , third, fourth] = loop.requests.map(({ messages }) => messages.at(-1)?.content ?? '')
    t.match(third, /Nothing new\. The result is the same as e1 above/)
    t.match(fourth, /\[aircoder\] You made the same read_file call 3 times/)
  },
)
