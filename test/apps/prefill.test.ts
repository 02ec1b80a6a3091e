import t from 'tap'
import { event, startEndpoint } from '../kit/fake_endpoint.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

t.test(
  'row 276: a session shows how much of the prompt llama.cpp has read',
  WITH_TERMINAL,
  async (t) => {
    const prompt_progress = { total: 4_000, cache: 0, processed: 1_720, time_ms: 9_000 }
    const choices = [{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }]
    const endpoint = await startEndpoint(
      () => ({ body: [event({ choices, prompt_progress })], end: 'hang' }),
      { models: [{ id: 'fake', context_window: 32_768, owned_by: 'llamacpp' }] },
    )
    t.teardown(() => endpoint.close())
    const box = openProgram(t, { 'value.txt': 'one\n' })
    const me = sitDown(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake'])
    await me.sees(/\/help[\s\S]*> /)
    me.type('what does it say?\r')
    await me.sees(/… reading the prompt 43 %, \d+ s [\s\S]*· prompt 43 % · fake/)
    t.equal(JSON.parse(endpoint.asks[0]?.body ?? '{}').return_progress, true)
    me.type('\x03')
    await me.sees('(interrupted after 0 steps')
    me.type('\x04')
    t.equal(await me.leaves(), 0)
  },
)
