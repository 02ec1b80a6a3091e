import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { openProgram } from '../kit/program.js'

t.test('row 187: the setting hides the edit tools of a run until there is a plan', async (t) => {
  const replies = [
    act(['read_file', { path: 'value.txt' }]),
    act(['todo_write', { items: [{ text: 'tell what it says', status: 'done' }] }]),
    say('It says one.'),
  ]
  const endpoint = await startEndpoint(({ step }) => streamed(replies[step - 1] ?? say('no more')))
  t.teardown(() => endpoint.close())
  const program = openProgram(t, { 'value.txt': 'one\n' })
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  const env = { AIRCODER_EXPLORE: 'true' }
  const ran = await program.run(['-p', 'what does value.txt say?', ...at], { env })
  t.match(ran, { code: 0, stdout: 'It says one.\n' })
  t.same(
    endpoint.asks.map(({ body }) => body.includes('"name":"patch_file"')),
    [false, false, true],
  )
  const wrong = await program.run(['-p', 'x', ...at], { env: { AIRCODER_EXPLORE: 'maybe' } })
  t.match(wrong, { code: 2, stderr: /AIRCODER_EXPLORE=true/ })
})
