import t from 'tap'
import { type Act, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { openProgram } from '../kit/program.js'

const HTML = '<!doctype html><html><body>Welcome. Please log in to the network.</body></html>'
const page = (status: number, headers: Record<string, string> = {}): Act => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: [HTML],
})

/** What is between a laptop and its server in a hotel, at a wrong port or behind a login. */
const PLACES: Record<string, Act> = {
  'a web page': page(200),
  'a redirect to a login': page(302, { location: 'http://127.0.0.1:9/login' }),
  'a captive portal': page(511),
  'a document of another API': {
    headers: { 'content-type': 'application/json' },
    body: ['{"status":"ok","version":"1.2"}'],
  },
}

const FIRST = act(['read_file', { path: 'a.txt' }])

t.test(
  'a server that is not the API interrupts a run, and plain resume finds the task',
  async (t) => {
    for (const [what, answer] of Object.entries(PLACES)) {
      let isBack = false
      const endpoint = await startEndpoint(
        ({ step }) =>
          step === 1 ? streamed(FIRST) : isBack ? streamed(say('It says a.')) : answer,
        { models: [{ id: 'fake', context_window: 16_384 }] },
      )
      const box = openProgram(t, { 'a.txt': 'a\n' })
      const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--output-format', 'json']
      const cut = await box.run(['run', 'what does a.txt say?', ...at])
      t.equal(cut.code, 5, `${what}: ${cut.stderr}`)
      t.match(JSON.parse(cut.stdout), { type: 'result', steps: 1 }, what)
      t.match(cut.stdout + cut.stderr, /aircoder resume/, what)
      t.notMatch(cut.stderr, /internal|TypeError|\n\s+at /, what)
      isBack = true
      const resumed = await box.run(['resume', ...at])
      t.equal(resumed.code, 0, `${what}: ${resumed.stderr}`)
      t.match(resumed.stdout, 'It says a', what)
      await endpoint.close()
    }
  },
)
