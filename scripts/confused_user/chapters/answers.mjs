import { call } from '../model_server.mjs'
import { ASKED, ASKED_UNDO, AT_PROMPT, AT_SHELL, below, TURN_ENDED } from '../screens.mjs'
import { movesOf } from '../user.mjs'

export const title = 'A first session: wrong answers to its questions'
export const intro =
  'The program asks before a change and before a command. Only y, n and a are answers.'

const WRONG = { path: 'price.mjs', old_str: 'sum - price', new_str: 'sum * price' }
const RIGHT = { path: 'price.mjs', old_str: 'sum - price', new_str: 'sum + price' }

export async function play(stage) {
  const { model } = stage
  const { enter } = movesOf(stage)
  await enter('starts a session', 'aircoder')
  await enter('answers a question that nobody asked', 'y', below('starts nothing', AT_PROMPT))
  await enter('presses Enter', '', /./)
  await enter('asks for help', '/help', below('/exit', AT_PROMPT))
  await enter('mistypes a slash command', '/hlep', below('Did you mean', AT_PROMPT))
  await enter('mistypes a mode', '/mode aceptEdits', below('Did you mean', AT_PROMPT))
  await enter('wants to undo before anything happened', '/undo', below('No task', AT_PROMPT))
  await enter('wants to see a diff before anything happened', '/diff', below('No task', AT_PROMPT))
  model.script(call('read_file', { path: 'price.mjs' }), call('patch_file', WRONG))
  await enter('gives a task', 'total subtracts. fix it', ASKED)
  await enter('answers: maybe', 'maybe', below('"maybe" is no answer', ASKED))
  await enter('answers: yes please', 'yes please', below('is no answer', ASKED))
  await enter('answers with nothing', '', below('Type y, n or a', ASKED))
  await enter('answers: 1', '1', below('is no answer', ASKED))
  await enter('asks for help at the question', '/help', below('Type y, n or a', ASKED))
  await enter('wants to undo at the question', '/undo', below('has to wait', ASKED))
  await enter('asks back', 'why the star?', below('is no answer', ASKED))
  model.script(call('patch_file', RIGHT))
  await enter('refuses with a reason', 'n, because it should add', below('you said no', ASKED))
  model.script(call('run_command', { command: 'npm test' }))
  await enter('says YES', 'YES', below('run npm test', ASKED))
  model.script(
    call('resolve', { cites: ['e4'], summary: 'total adds the prices now; npm test passes.' }),
  )
  await enter('says always', 'A', TURN_ENDED)
  await enter('looks at the diff', '/diff', below('The change of', AT_PROMPT))
  await enter('lists what was asked', '/permissions', below('always', AT_PROMPT))
  await enter('undoes, and hesitates', '/undo', ASKED_UNDO)
  await enter('does not know the answer', 'ok', below('is no answer', ASKED_UNDO))
  await enter('decides against it', 'n', below('Nothing was changed', AT_PROMPT))
  await enter('leaves', '/exit', AT_SHELL)
}
