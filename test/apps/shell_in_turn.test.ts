import t from 'tap'
import { startEndpoint } from '../kit/fake_endpoint.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

t.test(
  'a shell line that was typed during a turn does not take Ctrl+C away from the turn',
  WITH_TERMINAL,
  async (t) => {
    let ask = () => {}
    const asked = new Promise<void>((resolve) => {
      ask = resolve
    })
    const endpoint = await startEndpoint(() => {
      ask()
      return { end: 'hang' }
    })
    t.teardown(() => endpoint.close())
    const box = openProgram(t, {})
    const me = sitDown(t, box, ['--plain', '--base-url', endpoint.baseUrl, '-m', 'fake'])
    await me.sees('> ')
    me.type('what is it?\r')
    await asked
    me.type('!echo begun; sleep 60\r')
    await me.sees('sleep 60')
    me.type('\x03')
    await me.sees(/\(interrupted/)
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)
  },
)
