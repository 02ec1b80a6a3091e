import { call } from '../model_server.mjs'
import { AT_SHELL } from '../stage.mjs'
import { movesOf } from '../user.mjs'

export const title = 'A first session: wrong answers to its questions'
export const intro =
  'The program asks before a change and before a command. Only y, n and a are answers.'

const WRONG = { path: 'price.mjs', old_str: 'sum - price', new_str: 'sum * price' }
const RIGHT = { path: 'price.mjs', old_str: 'sum - price', new_str: 'sum + price' }
const ASKED = /allow\? y[^\n]*$/

export async function play(stage) {
  const { model } = stage
  const { enter } = movesOf(stage)
  await enter('starts a session', 'aircoder')
  await enter('answers a question that nobody asked', 'y')
  await enter('presses Enter', '')
  await enter('asks for help', '/help')
  await enter('mistypes a slash command', '/hlep')
  await enter('mistypes a mode', '/mode acceptedits')
  await enter('wants to undo before anything happened', '/undo')
  await enter('wants to see a diff before anything happened', '/diff')
  model.script(call('read_file', { path: 'price.mjs' }), call('patch_file', WRONG))
  await enter('gives a task', 'total subtracts. fix it', ASKED)
  await enter('answers: maybe', 'maybe', /"maybe" is no answer[\s\S]*allow\?[^\n]*$/)
  await enter('answers: yes please', 'yes please', /is no answer[\s\S]*allow\?[^\n]*$/)
  await enter('answers with nothing', '', /Type y, n or a[\s\S]*allow\?[^\n]*$/)
  await enter('answers: 1', '1', /is no answer[\s\S]*allow\?[^\n]*$/)
  await enter('asks for help at the question', '/help', /Type y, n or a[\s\S]*allow\?[^\n]*$/)
  await enter('wants to undo at the question', '/undo', /has to wait[\s\S]*allow\?[^\n]*$/)
  await enter('asks back', 'why the star?', /is no answer[\s\S]*allow\?[^\n]*$/)
  model.script(call('patch_file', RIGHT))
  await enter(
    'refuses with a reason',
    'n, because it should add',
    /The user said no[\s\S]*allow\?[^\n]*$/,
  )
  model.script(call('run_command', { command: 'npm test' }))
  await enter('says YES', 'YES', /run npm test[\s\S]*allow\?[^\n]*$/)
  model.script(
    call('resolve', { cites: ['e4'], summary: 'total adds the prices now; npm test passes.' }),
  )
  await enter('says always', 'A')
  await enter('looks at the diff', '/diff')
  await enter('lists what was asked', '/permissions')
  await enter('undoes, and hesitates', '/undo', /undo\?[^\n]*$/)
  await enter('does not know the answer', 'ok', /is no answer[\s\S]*undo\?[^\n]*$/)
  await enter('decides against it', 'n')
  await enter('leaves', '/exit', AT_SHELL)
}
