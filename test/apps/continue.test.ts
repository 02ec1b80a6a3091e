import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { jsonLines, openProgram } from '../kit/program.js'

const REPLIES = [act(['read_file', { path: 'a.txt' }]), say('It says a.')]

t.test(
  '--continue goes on with the bytes of the last prompt; inspect prefix shows no break',
  async (t) => {
    const models = [{ id: 'fake', context_window: 16_384 }]
    const endpoint = await startEndpoint(({ step }) => streamed(REPLIES[step - 1] ?? say('no')), {
      models,
    })
    t.teardown(() => endpoint.close())
    const { run } = openProgram(t, { 'a.txt': 'a\n' })
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
    t.equal((await run(['-p', 'what does a.txt say?', ...at])).code, 0)
    const before = endpoint.asks.length
    t.equal((await run(['-p', 'what else does a.txt say?', '--continue', ...at])).code, 0)
    const promptOf = (number: number) => JSON.parse(endpoint.asks[number]?.body ?? '{}')
    const [last, next] = [promptOf(before - 1), promptOf(before)]
    t.equal(JSON.stringify(next.tools), JSON.stringify(last.tools))
    const { length } = last.messages
    t.equal(JSON.stringify(next.messages.slice(0, length)), JSON.stringify(last.messages))
    t.match(next.messages.at(-1).content, 'what else does a.txt say?')

    const listed = await run(['sessions', 'list'])
    const input = JSON.stringify({ session: listed.stdout.split(' ', 1)[0] })
    const [report] = jsonLines((await run(['inspect', 'prefix'], { input })).stdout)
    t.match(report, { steps: [{ step: 1, engine_reused_tokens: 0 }] })
    t.notMatch(JSON.stringify(report), 'broken')
  },
)

t.test(
  'what was stopped before the last task of a session is left: neither -c nor a start takes it up',
  WITH_TERMINAL,
  async (t) => {
    const replies = [act(['read_file', { path: 'a.txt' }]), say('It says a.')]
    const endpoint = await startEndpoint(() => streamed(replies.shift() ?? say('no')))
    t.teardown(() => endpoint.close())
    const box = openProgram(t, { 'a.txt': 'a\n' })
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
    t.equal((await box.run(['-p', 'look at a.txt', '--max-steps', '1', ...at])).code, 4)
    const first = sitDown(t, box, at)
    await first.sees('The last task ended at its limit, at step 1: "look at a.txt"')
    first.type('\x04')
    await first.leaves()
    t.equal((await box.run(['-p', 'what does it say?', '-c', ...at])).code, 0)
    const me = sitDown(t, box, [...at, '-c'])
    await me.sees(/> what does it say\?\s+It says a\.[\s\S]*continuing the session: look at a\.txt/)
    await me.sees(/ [\d.]+k\/33k [1-9]\d? %/)
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)
    const next = sitDown(t, box, at)
    await next.sees('> ')
    next.type('/exit\r')
    t.equal(await next.leaves(), 0)
    t.notMatch(next.screen(), /An earlier task|ended at its limit/, 'nor does a start name it')
  },
)
