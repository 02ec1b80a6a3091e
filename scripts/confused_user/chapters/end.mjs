import { call, say } from '../model_server.mjs'
import { AT_SHELL } from '../stage.mjs'
import { movesOf } from '../user.mjs'

export const title = 'The end: everything still works'
export const intro =
  'After all of it, a task runs from its start to a proven end, and the ledger is whole.'

const ASKED = /allow\? y[^\n]*$/
const EDIT = { path: 'README.md', old_str: '# shop', new_str: '# A shop' }

export async function play(stage) {
  const { model } = stage
  const { enter } = movesOf(stage)
  await enter('starts a session', 'aircoder', /forget it: ?$/)
  await enter('forgets the task that the garbage ended', 'f')
  model.script(call('read_file', { path: 'README.md' }), call('patch_file', EDIT))
  await enter('gives a task', 'give the title of README.md an article', ASKED)
  model.script(say('The title has one, and all tests pass.'))
  await enter(
    'says yes; the program wants the tests first',
    'y',
    /run npm test[\s\S]*allow\?[^\n]*$/,
  )
  await enter('says yes', 'y')
  await enter('leaves', '/exit', AT_SHELL)
  await enter('verifies the ledger', 'aircoder ledger verify', AT_SHELL)
  await enter('lists the last task', 'aircoder ledger tasks | head -n 2', AT_SHELL)
}
