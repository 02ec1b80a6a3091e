import t from 'tap'
import { act, openLoop, say } from '../kit/loop.js'

t.test('a run that ends at its last question is interrupted, not denied', async (t) => {
  const stop = new AbortController()
  const loop = openLoop(t, {
    files: { 'value.txt': 'one\n', 'package.json': '{"scripts":{"test":"node -e 0"}}' },
    replies: [
      act(['read_file', { path: 'value.txt' }]),
      act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }]),
      act(['resolve', { cites: ['e1'], summary: 'value.txt says two.' }]),
      say('value.txt says two now.'),
    ],
  })
  const taskId = loop.add('change value.txt to two')
  const { result } = await loop.run(taskId, {
    signal: stop.signal,
    mode: () => 'acceptEdits',
    testCommand: 'npm test',
    autoCheck: 'on',
    ask: async () => {
      stop.abort()
      return { decision: 'no', unanswered: true }
    },
  })
  t.match(result, { subtype: 'interrupted' })
  t.notMatch(result?.text, /permission was missing/)
})
