import { call, hangAfter, held, say } from '../model_server.mjs'
import { ASKED, AT_PROMPT, AT_SHELL, TURN_ENDED } from '../screens.mjs'
import { movesOf } from '../user.mjs'

export const title = 'Typing at the wrong time, pastes, a narrow terminal'
export const intro = 'The same folder, a session that continues the last one.'

const PASTED = 'Error: expected 3, got -3\n    at price.test.mjs:4\n\nwhat does it mean?'

export async function play(stage) {
  const { act, first, model } = stage
  const { enter } = movesOf(stage)
  await enter('continues the last session', 'aircoder -c')
  let slow = held(call('read_file', { path: 'README.md' }))
  model.script(slow.reply, say('It is a small shop that adds prices.'))
  await enter('asks a question', 'what is this project?', /reading the prompt \d+ s/)
  await enter('answers before anything is asked', 'y', /was not sent as a message/)
  await enter('types ahead', 'in one sentence please', /queued[\s\S]*… reading/)
  await enter('wants to undo while the model works', '/undo', /not available[\s\S]*… reading/)
  await enter('asks for help while the model works', '/help', /Ctrl\+C twice quits[\s\S]*… reading/)
  await act('waits for the answer', async () => {
    slow.release()
    await first.sees(TURN_ENDED)
  })
  await act('pastes four lines', async () => {
    await first.paste(PASTED)
    await first.sees(/\[paste 1: 4 lines\]/)
  })
  model.script(say('The test expects the sum 3. The old code subtracted.'))
  await act('sends the paste', async () => {
    await first.press('Enter')
    await first.sees(TURN_ENDED)
  })
  await act('pastes one line with a line end, and thinks again', async () => {
    await first.paste('rm -rf build\n')
    await first.sees(/> \S/)
    await first.press('C-c')
    await first.sees(AT_PROMPT)
  })
  await act(
    'makes the window narrow',
    async () => {
      await first.resize(40, 30)
      await first.press('Enter')
      await first.sees(AT_PROMPT)
    },
    { asShown: true, last: 3 },
  )
  slow = held(
    call('patch_file', {
      path: 'README.md',
      old_str: 'Adds prices.',
      new_str: 'Adds prices of a shop.',
    }),
  )
  model.script(slow.reply)
  await enter(
    'gives a task in the narrow window',
    'say in the readme that it is a shop, in a few words',
    /reading the prompt/,
    { asShown: true },
  )
  await enter(
    'types ahead a line that does not fit in one row',
    'and please do not change anything else in any other file',
    /queued[\s\S]*… reading/,
    { asShown: true },
  )
  await act(
    'sees the question in the narrow window',
    async () => {
      slow.release()
      await first.sees(ASKED)
    },
    { asShown: true },
  )
  await act(
    'makes the window wide again',
    async () => {
      await first.resize(100, 40)
      await first.press('BSpace')
      await first.sees(ASKED)
    },
    { last: 3 },
  )
  model.script(say('README.md says that it is a shop.'))
  await enter('allows it; the tests were always allowed', 'y', TURN_ENDED)
  model.script(hangAfter('I will look at every file, one by one, and'))
  await enter('asks for a lot', 'explain every file', /… /)
  await act('presses Ctrl+D in the middle', async () => {
    await first.press('C-d')
    await first.sees(AT_SHELL)
  })
}
