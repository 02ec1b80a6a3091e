import pino from 'pino'
import t from 'tap'
import { systemClock } from '#core'
import { DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { startRelay, until } from '../kit/relay.js'

t.test('frequent requests of probes and open pages are logged at debug level only', async (t) => {
  const said: Record<string, unknown>[] = []
  const write = (line: string) => void said.push(JSON.parse(line))
  const log = pino({ base: null, level: 'debug' }, { write })
  const engine = await startEndpoint(() => stream(DONE), { models: [{ id: 'm' }] })
  const values = { logLevel: 'debug', engine: 'openai', engineUrl: engine.origin }
  const relay = await startRelay({ ...values, metricsFrom: ['127.0.0.1'] }, systemClock, log)
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  const quiet = ['/healthz', '/readyz', '/metrics', '/', '/page/door', '/v1/page']
  for (const path of quiet) t.equal((await fetch(relay.url + path)).status, 200, path)
  const requests = () => said.filter(({ msg }) => msg === 'request')
  await until(() => requests().length === quiet.length)
  t.strictSame(
    requests().map(({ level, path }) => [level, path]),
    quiet.map((path) => [20, path]),
  )

  await fetch(`${relay.url}/v1/models`)
  await fetch(`${relay.url}/page/none`)
  await until(() => requests().length === quiet.length + 2)
  t.strictSame(
    requests()
      .slice(-2)
      .map(({ level, status }) => [level, status]),
    [
      [30, 200],
      [30, 404],
    ],
    'what a person asks, and what is refused, are lines of the log',
  )
})
