import { call, hangAfter, say } from '../model_server.mjs'
import { ASKED, AT_PROMPT, AT_SHELL, below, INTERRUPTED, OFFERED, TURN_ENDED } from '../screens.mjs'
import { movesOf } from '../user.mjs'

export const title = 'Stops: Ctrl+C, Ctrl+Z and Ctrl+D in every place'
export const intro = 'What was stopped is shown at the next start, with what can be done about it.'

export async function play(stage) {
  const { model } = stage
  const { enter, press } = movesOf(stage)
  await enter('starts again', 'aircoder', OFFERED)
  await enter('answers y', 'y', below('is no answer', OFFERED))
  await enter('asks for help', '/help', below('Type g, l or f', OFFERED))
  model.script(say('price.mjs adds prices, README.md says so.'))
  await enter('goes on', 'g', TURN_ENDED)
  await press('presses Ctrl+C at the prompt', ['C-c'], below('Press Ctrl\\+C again', AT_PROMPT))
  model.script(hangAfter(''))
  await enter('asks something', 'what is in price.mjs?', /reading the prompt \d+ s/)
  await press('presses Ctrl+C while the model reads', ['C-c'], INTERRUPTED)
  model.script(hangAfter('The file holds one function, which'))
  await enter('says it in other words', 'show me price.mjs', /… \S+.* \d+ s/)
  await press('presses Ctrl+Z while the model writes', ['C-z'], /Stopped[\s\S]*\n\[\d+\] shop\$$/)
  await enter('lists the jobs', 'jobs', AT_SHELL)
  await enter('continues', 'fg', /… .* \d+ s/)
  await press('presses Ctrl+C now', ['C-c'], INTERRUPTED)
  model.script(call('run_command', { command: 'node -e "setInterval(() => {}, 1000)" slow' }))
  await enter('asks for a command', 'start the watcher', ASKED)
  await press('presses Ctrl+Z at the question', ['C-z'], /Stopped[\s\S]*\n\[\d+\] shop\$$/)
  await enter('comes back', 'fg', ASKED)
  await enter('allows it', 'y', /… running node.* \d+ s/)
  await press('stops the command', ['C-c'], INTERRUPTED)
  model.script(call('write_file', { path: 'notes.md', content: 'todo\n' }))
  await enter('asks for a file', 'write notes', ASKED)
  await press('presses Ctrl+C at the question', ['C-c'], INTERRUPTED)
  model.script(call('write_file', { path: 'notes.md', content: 'todo\n' }))
  await enter('asks for the file again', 'write notes', ASKED)
  await press('presses Ctrl+D at the question', ['C-d'], AT_SHELL)
}
