import { breakAfter, call, hangAfter, say } from '../model_server.mjs'
import { AT_SHELL, TURN_ENDED } from '../screens.mjs'
import { movesOf } from '../user.mjs'

export const title = 'A server that comes and goes'
export const intro =
  'Each error names the address, and what to do. The session stays open where it can.'

export async function play(stage) {
  const { act, first, model } = stage
  const { enter, press } = movesOf(stage)
  await model.goAway()
  await enter(
    'asks before the server runs, and does not want to wait',
    'aircoder -p hi --wait 0',
    AT_SHELL,
  )
  await enter(
    'the same, for a script',
    'aircoder -p hi --wait 0 --output-format json 2>/dev/null',
    AT_SHELL,
  )
  await enter('waits for it', 'aircoder -p "what is this?"', /\d+ s/)
  model.script(say('It is a shop.'))
  await act('starts the server', async () => {
    await model.comeBack()
    await first.sees(AT_SHELL)
  })
  model.ail('loading')
  await enter('asks while the model is loaded', 'aircoder -p "what is this?"', /\d+ s/)
  await press('loses patience', ['C-c'], AT_SHELL)
  model.ail('unauthorised')
  await enter('asks without a token', 'aircoder -p hi', AT_SHELL)
  model.ail('page')
  await enter('asks a web page', 'aircoder -p hi', AT_SHELL)
  model.ail('garbage')
  await enter('asks a broken server', 'aircoder -p hi', AT_SHELL)
  model.ail(null)
  await enter('asks for a model that does not exist', 'aircoder -p hi -m qwen', AT_SHELL)
  await enter('wants a session again', 'aircoder --resume', /Enter chooses/)
  await press('takes the first one', ['Enter'])
  model.script(breakAfter('The project is'), say('The project is a shop.'))
  await enter('the connection breaks in the middle of the answer', 'what is this?', TURN_ENDED)
  model.script(hangAfter('The project is'))
  await enter(
    'the server stops in the middle of the answer',
    'what is this again?',
    /writing \d+ s/,
  )
  await act('the server goes away', async () => {
    await model.goAway()
    await first.sees(/\d+ s/)
  })
  model.script(say('The project is a shop, again.'))
  await act('it comes back', async () => {
    await model.comeBack()
    await first.sees(TURN_ENDED)
  })
  model.ail('unauthorised')
  await enter('the token is revoked', 'and now?', TURN_ENDED)
  model.ail('page')
  await enter('a login page answers', 'and now?', TURN_ENDED)
  model.ail('garbage')
  await enter('garbage answers', 'and now?', TURN_ENDED)
  model.ail(null)
  model.script(call('read_file', { path: 'README.md' }), say('It is a shop. README.md says so.'))
  await enter('all is well again', 'what is this project?', TURN_ENDED)
  await enter('leaves', '/exit', AT_SHELL)
  await enter('asks the doctor', 'aircoder doctor', AT_SHELL)
}
