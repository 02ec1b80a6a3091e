import t from 'tap'
import { assembleRequest, budgetFor, stepMessages, teachTools } from '#context'
import { estimateTokens, type Message } from '#core'
import { loadDialects, parseReply } from '#model'
import { createRegistry, loadBuiltinTools } from '#tools'
import { makeCall, makeOutcome, makeReply } from '../kit/ledger.js'
import { act, openLoop, say } from '../kit/loop.js'

const core = (await loadBuiltinTools()).filter(
  ({ extra, unlisted, route }) =>
    !extra && !unlisted && ['always', 'usual'].includes(route?.base ?? ''),
)
const registry = createRegistry(core)
const tools = registry.schemas()
const dialects = await loadDialects()
const formOf = (name: string, parallel = true) => {
  const dialect = dialects.find((each) => each.name === name)
  if (dialect === undefined) throw new Error(`no dialect ${name}`)
  return { write: dialect.write, parallel }
}
const hermes = formOf('hermes')

function assemble(head: Message[], tail: Message[], form = hermes) {
  const budget = budgetFor(8_192)
  return assembleRequest({ model: 'm', head, tail, tools, budget, factor: 1, textTools: form })
}

const HEAD: Message[] = [
  { role: 'system', content: 'Rules.' },
  { role: 'user', content: 'Task: look' },
]
const call = makeCall('c1', 'read_file', { path: 'a.ts' })
const STEP = stepMessages(
  makeReply([call], { text: 'I look.' }),
  [{ outcome: makeOutcome(call, [], 'line 1'), ids: ['e1'] }],
  [],
)

t.test('row 41: core tools only, eight of them, in fewer tokens than their schemas', async (t) => {
  t.same(
    core.map(({ name }) => name),
    ['glob', 'grep', 'list_dir', 'patch_file', 'read_file', 'resolve', 'run_command', 'write_file'],
  )
  const text = teachTools(tools, hermes)
  for (const { name } of core) t.match(text, new RegExp(`^- ${name}\\(`, 'm'))
  t.match(text, 'read_file(path: string, start_line?: integer, end_line?: integer)')
  t.match(text, '- resolve(cites: [string], summary: string)')
  const native = estimateTokens(JSON.stringify(tools))
  t.ok(estimateTokens(text) < native, `${estimateTokens(text)} < ${native}`)
})

t.test('row 41: the request carries no tools; the text teaches them', async (t) => {
  const { request, estimatedTokens } = assemble(HEAD, STEP)
  t.same(request.tools, [])
  t.same(
    request.messages.map(({ role }) => role),
    ['system', 'user', 'assistant', 'user'],
  )
  const [system, , assistant, result] = request.messages
  t.ok(system?.content.startsWith('Rules.\nTools. '))
  t.match(assistant?.content, /^I look\.\n<tool_call>/)
  t.match(result?.content, /^Result: .*line 1$/)
  t.ok(request.messages.every((message) => !('tool_calls' in message || 'tool_call_id' in message)))
  const sum = request.messages.reduce((all, each) => all + 4 + estimateTokens(each.content), 0)
  t.ok(Math.abs(estimatedTokens - sum) < 4, 'what is sent is what is estimated')
})

t.test('row 41: a longer prompt continues the shorter one byte for byte', async (t) => {
  const said: Message = { role: 'user', content: 'And hurry.' }
  const tails = [[], STEP, [...STEP, said], [...STEP, said, ...STEP]]
  const texts = tails.map((tail) =>
    assemble(HEAD, tail)
      .request.messages.map(({ role, content }) => `${role}:${content}`)
      .join('\n\u0000'),
  )
  texts.slice(1).forEach((text, index) => {
    t.ok(text.startsWith(texts[index] ?? 'x'), `prompt ${index + 1}`)
  })
  const { messages } = assemble(HEAD, [...STEP, said, ...STEP]).request
  const roles = messages.slice(1).map(({ role }) => role)
  t.ok(
    roles.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant')),
    'user and assistant take turns, as some templates insist',
  )
})

t.test(
  'row 41: in every dialect the taught example is read as the call that it shows',
  async (t) => {
    for (const { name } of dialects) {
      const text = teachTools(tools, formOf(name, false))
      t.match(text, 'Write one call in a reply.', name)
      const example = formOf(name).write([
        { name: 'read_file', arguments: { path: 'src/main.ts' } },
      ])
      t.ok(text.includes(example), name)
      const raw = { content: example, reasoning: '', tool_calls: [], finish_reason: 'stop' }
      const offered = tools.map((tool) => tool.function)
      const { calls } = parseReply(raw, { step: 1, tools: offered, dialects })
      t.match(calls, [{ name: 'read_file', arguments: { path: 'src/main.ts' } }], name)
    }
  },
)

t.test('row 41: a model without tools goes through the whole loop in text', async (t) => {
  const said = (name: string, args: Record<string, unknown>) =>
    say(hermes.write([{ name, arguments: args }]))
  const loop = openLoop(t, {
    files: { 'value.txt': 'one\n', 'check.sh': 'grep -q two value.txt\n' },
    replies: [
      said('read_file', { path: 'value.txt' }),
      said('patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }),
      said('run_command', { command: 'sh check.sh' }),
      said('resolve', { cites: ['e2', 'e3'], summary: 'value.txt says two, the check passes' }),
    ],
    over: { registry, textTools: hermes, testCommand: 'sh check.sh' },
  })
  const { result } = await loop.run(loop.add('change value.txt to two'))
  t.match(result, { subtype: 'resolved', proven: true, steps: 4 })
  t.equal(loop.read('value.txt'), 'two\n')
  t.ok(loop.requests.every((request) => request.tools.length === 0))
  const native = openLoop(t, {
    files: { 'a.txt': '1' },
    replies: [act(['read_file', { path: 'a.txt' }])],
  })
  await native.run(native.add('read'), { maxSteps: 1 })
  t.ok(
    (native.requests[0]?.tools.length ?? 0) > core.length,
    'and others are offered more of them natively',
  )
})
