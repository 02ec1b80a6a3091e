import t from 'tap'
import { serveReplies } from '../kit/fake_endpoint.js'
import { act } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

const PATHS = ['a.txt', 'b.txt', 'c.txt']

t.test(
  'row 157: the question names all files of the turn, and undo does',
  WITH_TERMINAL,
  async (t) => {
    const box = openProgram(t, Object.fromEntries(PATHS.map((path) => [path, 'one\n'])))
    const edits = PATHS.map((path): [string, Record<string, unknown>] => [
      'patch_file',
      { path, old_str: 'one', new_str: 'two' },
    ])
    const ended = act(['resolve', { cites: ['e1', 'e2', 'e3'], summary: 'all say two' }])
    const endpoint = await serveReplies([act(...edits), ended])
    t.teardown(() => endpoint.close())
    const env = { AIRCODER_READ_BEFORE_EDIT: 'off' }
    const me = sitDown(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake'], { env })
    await me.sees(/\/help[\s\S]*> /)
    me.type('say two\r')
    const first = await me.sees('allow? y = once')
    t.match(first, /this turn changes 3 files: a\.txt, b\.txt, c\.txt[\r\n]+a\.txt/)
    me.type('y\r')
    for (const answered of ['a.txt', 'b.txt']) {
      await me.sees(`› patch ${answered}`)
      await me.sees('allow? y = once')
      me.type('y\r')
    }
    await me.sees('all say two')
    await me.sees('> ')
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)
    const dry = await box.run(['undo', '--dry-run'])
    t.match(
      dry.stdout,
      /The turn changed 3 files: a\.txt, b\.txt, c\.txt\. Undo of the turn puts all/,
    )
  },
)
