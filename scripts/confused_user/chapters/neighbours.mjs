import { call, held, say } from '../model_server.mjs'
import { ASKED_IN_RUN, AT_SHELL, TURN_ENDED } from '../screens.mjs'
import { movesOf } from '../user.mjs'

export const title = 'Two terminals in one folder'
export const intro = 'The user forgets the first terminal and opens a second one.'

export async function play(stage) {
  const { act, first, model, openSecond } = stage
  const { enter, press } = movesOf(stage)
  const second = await openSecond()
  await second.sees(/^\[0\] shop\$$/)
  const there = { terminal: second }
  const slow = held(call('read_file', { path: 'price.mjs' }))
  model.script(slow.reply)
  await enter('starts a session, which asks no second time', 'aircoder')
  await enter('gives it a task', 'explain price.mjs', /reading the prompt \d+ s/)
  await enter(
    'second terminal: lists the tasks',
    'aircoder ledger tasks | head -n 2',
    AT_SHELL,
    there,
  )
  await enter(
    'second terminal: lists the sessions',
    'aircoder sessions | head -n 2',
    AT_SHELL,
    there,
  )
  await enter('second terminal: wants to undo', 'aircoder undo', /n = no: ?$/, there)
  await enter('second terminal: rather not', 'n', AT_SHELL, there)
  await enter(
    'second terminal: runs it without changes',
    'aircoder undo --dry-run',
    AT_SHELL,
    there,
  )
  const refused = say('I wrote nothing: you said no.')
  model.script(call('write_file', { path: 'notes.md', content: 'todo\n' }), refused, refused)
  await enter('second terminal: resumes', 'aircoder resume', ASKED_IN_RUN, there)
  await enter('second terminal: says no', 'n', AT_SHELL, there)
  await enter('second terminal: continues the last session', 'aircoder -c', AT_SHELL, there)
  model.script(say('It is a shop.'))
  await enter(
    'second terminal: asks something else',
    'aircoder -p "what is this?"',
    AT_SHELL,
    there,
  )
  model.script(say('The function total adds the prices.'))
  await act('first terminal: gets its answer', async () => {
    slow.release()
    await first.sees(TURN_ENDED)
  })
  await press('first terminal: leaves with Ctrl+D', ['C-d'], /(?:^|\n)\[0\] shop\$$/)
  await enter('first terminal: sees the ledger verified', 'aircoder ledger verify', AT_SHELL)
  await enter(
    'removes a session, and hesitates',
    'aircoder sessions | tail -n 1 | cut -d" " -f1 | xargs -o aircoder sessions rm',
    /remove\?[^\n]*$/,
  )
  await enter('presses Enter', '', /./)
  await act('says no', async () => {
    await first.enter('n')
    await first.sees(AT_SHELL)
  })
}
