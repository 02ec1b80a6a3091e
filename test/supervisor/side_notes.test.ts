import t, { type Test } from 'tap'
import type { Event } from '#core'
import { chunk, DONE, type FakeEndpoint, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { act, type Loop, type LoopOptions, openLoop, say } from '../kit/loop.js'
import { sideAt } from '../kit/side.js'

const VALUE = 'x = 1\n'
const FAILS = act(['run_command', { command: 'cat no-such-file' }])
const LONG = Array.from({ length: 900 }, (_, n) => `function part_${n}() {}`).join('\n')
const READS = act(['read_file', { path: 'long.js' }])
const END = say('done')

/** A loop with side questions that are answered by a real endpoint; null: by nobody. */
async function scene(
  t: Test,
  on: string[],
  answer: unknown,
  options: LoopOptions = {},
): Promise<{ loop: Loop; endpoint: FakeEndpoint; files: Record<string, string> }> {
  const endpoint = await startEndpoint(() =>
    stream(chunk({ content: JSON.stringify(answer) }), chunk({}, 'stop'), DONE),
  )
  t.teardown(() => endpoint.close())
  if (answer === null) await endpoint.close()
  const files = { 'value.txt': VALUE, 'long.js': LONG }
  const side = await sideAt(endpoint.baseUrl, on)
  const loop = openLoop(t, { files, ...options, over: { side, ...options.over } })
  return { loop, endpoint, files }
}

const notes = (events: Event[]) =>
  events.flatMap((event) => (event.type === 'note' ? [event.text] : [])).join('\n')
const results = (events: Event[], loop: Loop) =>
  [JSON.stringify(loop.requests.at(-1)?.messages), notes(events)] as const

t.test('row 156: a guess why a command failed follows its output', async (t) => {
  const { loop, endpoint } = await scene(
    t,
    ['explain_failure'],
    { cause: 'the file is missing' },
    {
      replies: [FAILS, act(['run_command', { command: 'true' }]), END],
    },
  )
  const { events } = await loop.run(loop.add('look at it'), { maxSteps: 3 })
  const [prompt, said] = results(events, loop)
  t.match(prompt, /\(A guess about the cause. It is not evidence:\) the file is missing/)
  t.match(said, /side question explain_failure: answered in/)
  t.equal(endpoint.asks.length, 1, 'a command that went well is not asked about')
  t.notMatch(endpoint.asks[0]?.body, /"tools"/)
})

t.test('row 86: a file that was too long to show gets an outline', async (t) => {
  const answer = { summary: 'parts 0 to 899' }
  const small = act(['read_file', { path: 'value.txt' }])
  const range = act(['read_file', { path: 'long.js', start_line: 800 }])
  const { loop, endpoint } = await scene(t, ['summarise_file'], answer, {
    replies: [READS, small, range, END],
  })
  const { events } = await loop.run(loop.add('what is in it?'), { maxSteps: 4 })
  const [prompt] = results(events, loop)
  t.match(
    prompt,
    /lines follow[\s\S]*An outline of the whole file, written by another model:\)\\n parts 0 to 899/,
  )
  t.equal(endpoint.asks.length, 1, 'neither a small file nor an asked range')
  t.equal(loop.ledger().verify().ok, true)
})

t.test(
  'when the endpoint of side questions is down, the pattern answers, the loop continues, and a note says so',
  async (t) => {
    const { loop } = await scene(
      t,
      ['explain_failure', 'summarise_file', 'clarify', 'extract_plan'],
      null,
      {
        replies: [FAILS, READS, END],
      },
    )
    const { events, result } = await loop.run(loop.add('look at the long file here'), {
      maxSteps: 3,
    })
    const [prompt, said] = results(events, loop)
    t.match(prompt, /not evidence:\) cat: no-such-file: No such file/)
    t.match(prompt, /1: function part_0\(\) \{\}/)
    for (const name of ['clarify', 'extract_plan', 'explain_failure', 'summarise_file'])
      t.match(said, new RegExp(`side question ${name}: not answered \\(No model answers`), name)
    t.equal(result?.steps, 3)
  },
)

t.test('row 69: one question to the person while the work starts', async (t) => {
  const question = { question: 'Which file?' }
  const ask = async (task: string, before?: string) => {
    const { loop, endpoint } = await scene(t, ['clarify'], question, {
      replies: [END, END, END, END, END],
    })
    let sessionId: string | undefined
    if (before !== undefined) {
      const first = loop.add(
        'what is this, in words that are more than eighty characters long so that nobody asks?',
      )
      loop.ledger().finish(first, { status: 'resolved', text: before, cites: [], proven: true })
      sessionId = loop.ledger().sessions()[0]?.id
    }
    const { events } = await loop.run(loop.add(task, sessionId), { maxSteps: 1 })
    const begun = events.some((event) => event.type === 'step')
    return {
      said: notes(events),
      asks: endpoint.asks.length,
      begun,
      prompt: JSON.stringify(loop.requests),
    }
  }
  const vague = await ask('fix it')
  t.match(vague.said, /What exactly is meant.*The work starts without waiting/)
  t.equal(vague.asks, 0, 'the pattern costs no token')
  t.ok(vague.begun)
  t.notMatch(vague.prompt, /exactly is meant/, 'the prompt is as it would be')
  const short = await ask('sort the list')
  t.match([short.asks, short.said], [1, /Which file\?/])
  const none = [
    await ask(`sort the list ${'x'.repeat(80)}`),
    await ask('yes'),
    await ask('2'),
    await ask('the second one'),
    await ask('the one in src', 'Which file do you mean?'),
  ]
  for (const { said, asks, begun } of none)
    t.same([said.includes('?'), asks, begun], [false, 0, true])
  t.match((await ask('the one in src', 'Done.')).asks, 1)
})

t.test(
  'the steps that a task names become the to-do list in the plan and the prompt',
  async (t) => {
    const task = 'Change both:\n1. set x to 2\n2. say so in notes.md'
    const { loop, endpoint } = await scene(
      t,
      ['extract_plan'],
      { steps: ['a'] },
      {
        replies: [act(['read_file', { path: 'value.txt' }]), END, END],
      },
    )
    const taskId = loop.add(task)
    await loop.run(taskId, { maxSteps: 2 })
    t.equal(endpoint.asks.length, 0, 'a numbered list needs no model')
    t.match(loop.ledger().view(taskId).plan, [
      { kind: 'root' },
      { kind: 'todo', text: 'set x to 2', status: 'open' },
      { kind: 'todo', text: 'say so in notes.md', status: 'open' },
    ])
    const [first, second] = loop.requests.map(({ messages }) => messages)
    t.same(second?.slice(0, first?.length), first, 'the prefix stays')
    t.match(
      second?.at(-1)?.content,
      /They are your to-do list[\s\S]*1\. set x to 2\n2\. say so in notes\.md/,
    )
    const question = await scene(t, ['extract_plan'], { steps: ['a', 'b'] }, { replies: [END] })
    await question.loop.run(question.loop.add('what is x, and why?'), { maxSteps: 1 })
    t.equal(question.endpoint.asks.length, 0, 'a question has no steps')
  },
)

t.test(
  'with all side questions off, every byte of the prompts is the same as without them',
  async (t) => {
    const replies = [FAILS, READS, act(['read_file', { path: 'value.txt' }]), END, END, END, END]
    const plain = openLoop(t, { files: { 'value.txt': VALUE, 'long.js': LONG }, replies })
    await plain.run(plain.add('fix it'))
    const { loop, endpoint } = await scene(t, [], { cause: 'x' }, { replies })
    await loop.run(loop.add('fix it'))
    t.same(loop.requests, plain.requests)
    t.equal(loop.canonical(), plain.canonical())
    t.equal(endpoint.requests.length, 0, 'nothing is asked in the background')
  },
)
