import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { act, say } from '../kit/loop.js'
import { ownEndpoint } from '../kit/poison.js'
import { openProgram } from '../kit/program.js'

const TASK = 'right click on a link should offer "check now"'

t.test('inspect prompt shows the rule that came with a result, as it was sent', async (t) => {
  const box = openProgram(t)
  mkdirSync(join(box.cwd, 'src'))
  writeFileSync(join(box.cwd, 'src', 'manifest.json'), '{ "permissions": ["storage"] }\n')
  const read = act(['read_file', { path: 'src/manifest.json' }])
  const endpoint = await ownEndpoint(t, box, [read, say('Done.')])
  const rule = 'We ask for no permission that a feature could do without, and tell in the PR why.'
  await box.run(['memory', 'save', rule])
  await box.run(['-p', TASK])
  const sent = endpoint.requests.map(({ body }) => body ?? '').filter((body) => body !== '')
  t.notMatch(sent[0], 'no permission', 'the head leaves it out')
  t.match(sent[1], 'that concern src/manifest.json. Follow them:')
  t.match(sent[1], rule)
  const session = (await box.run(['sessions'])).stdout.split(' ')[0] ?? ''
  const input = [1, 2].map((step) => JSON.stringify({ session, step })).join('\n')
  const { stdout } = await box.run(['inspect', 'prompt'], { input })
  const messagesIn = (line: string) => (JSON.parse(line) as { messages: unknown }).messages
  t.same(stdout.trimEnd().split('\n').map(messagesIn), sent.slice(0, 2).map(messagesIn))
})
