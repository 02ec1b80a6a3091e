import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

t.test('a new text for a rule of all projects does not move it to this project', async (t) => {
  const box = openProgram(t)
  await box.run(['memory', 'save', '--user', 'Never push.'])
  t.match(await box.run(['memory', 'save', '--name', 'never-push', 'Never push to main.']), {
    stdout: 'Remembered for all projects as never-push: "Never push to main."\n',
  })
  t.match((await box.run(['memory', 'list'])).stdout, /^user {5}never-push /)
})

t.test('/memory save --user is an option and no part of the rule', WITH_TERMINAL, async (t) => {
  const endpoint = await startEndpoint(() => streamed(say('Done.')))
  t.teardown(() => endpoint.close())
  const box = openProgram(t)
  const me = sitDown(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake'])
  await me.sees('> ')
  me.type('/memory save --user Never push.\r')
  await me.sees('Remembered for all projects as never-push: "Never push."')
  me.type('/memory save --all Never push.\r')
  await me.sees('/memory save has --user and --note, not --all.')
  me.type('/exit\r')
  t.equal(await me.leaves(), 0)
})

t.test('two rules whose names begin alike: the beginning forgets neither', async (t) => {
  const box = openProgram(t)
  await box.run(['memory', 'save', 'Always use tabs.'])
  await box.run(['memory', 'save', 'Always use spaces in YAML.'])
  t.match(await box.run(['memory', 'delete', 'use']), {
    code: 2,
    stderr: /Several names begin with use: use-\S+, use-/,
  })
  t.match(await box.run(['memory', 'delete', 'use-t']), {
    code: 0,
    stdout: 'Forgotten: "Always use tabs."\n',
  })
})
