import t from 'tap'
import { resolveSettings } from '#core'
import { followListedWindow } from '../../apps/cli/endpoint/listed_window.js'
import { openEndpoint } from '../../apps/cli/endpoint/open_endpoint.js'
import { createFakeClock } from '../kit/fake_clock.js'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'

t.test('a session learns that the window of its model changed', async (t) => {
  const clock = createFakeClock()
  let asked = 0
  const answers: (number | null | Error)[] = [32_768, null, 8_192, new Error('gone')]
  const served = followListedWindow(
    32_768,
    async () => {
      const answer = answers[asked++] ?? null
      if (answer instanceof Error) throw answer
      return answer
    },
    clock,
  )
  const after = async (ms: number) => {
    await clock.pass(ms)
    return served()
  }
  t.equal(await after(1_000), null)
  t.equal(asked, 0, 'it is not asked at every step')
  t.equal(await after(30_000), null, 'the same window')
  t.equal(await after(30_000), null, 'not said')
  t.equal(await after(30_000), 8_192)
  t.equal(await after(1_000), 8_192)
  t.equal(await after(30_000), 8_192, 'the endpoint is gone')
  t.equal(asked, 4)
})

t.test('a session asks again for a window that the list of models reports', async (t) => {
  const models = [{ id: 'fake', context_window: 16_384 }]
  const engine = await startEndpoint(() => streamed(say('Yes.')), { models })
  t.teardown(() => engine.close())
  const values = { baseUrl: engine.baseUrl, dataDir: t.testdir() }
  const settings = resolveSettings([{ source: 'test', values, trusted: true }])
  const { servedWindow, windowTokens } = await openEndpoint(settings, {}, {})
  t.equal(windowTokens, 16_384)
  t.equal(await servedWindow?.(), null, 'it is still the same')
})
