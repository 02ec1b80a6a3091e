import { call, say } from '../model_server.mjs'
import { ASKED, AT_PROMPT, AT_SHELL, below, OFFERED, TURN_ENDED } from '../screens.mjs'
import { movesOf } from '../user.mjs'

export const title = 'The end: everything still works'
export const intro =
  'After all of it, a task runs from its start to a proven end, and the ledger is whole.'

const OLD = 'export const total'
const EDIT = { path: 'price.mjs', old_str: OLD, new_str: `/** The sum of the prices. */\n${OLD}` }

/** The prompt, or the question about a task of an earlier chapter. */
const STARTED = new RegExp(`${OFFERED.source}|${AT_PROMPT.source}`)

export async function play(stage) {
  const { model, first } = stage
  const { enter } = movesOf(stage)
  await enter('starts a session', 'aircoder', STARTED)
  while (OFFERED.test((await first.shown()).join('\n').trimEnd()))
    await enter('forgets a task that no server answered', 'f', STARTED)
  model.script(call('read_file', { path: 'price.mjs' }), call('patch_file', EDIT))
  await enter('gives a task', 'add a comment to total', ASKED)
  model.script(say('total has a comment now, and all tests pass.'))
  await enter('says yes; the program wants the tests first', 'y', below('run npm test', ASKED))
  await enter('says yes', 'y', TURN_ENDED)
  await enter('leaves', '/exit', AT_SHELL)
  await enter('verifies the ledger', 'aircoder ledger verify', AT_SHELL)
  await enter('lists the last task', 'aircoder ledger tasks | head -n 2', AT_SHELL)
}
