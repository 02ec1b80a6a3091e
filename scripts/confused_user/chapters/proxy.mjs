import { say } from '../model_server.mjs'
import { AT_SHELL } from '../screens.mjs'
import { movesOf } from '../user.mjs'

export const title = 'The proxy as a server'
export const intro =
  'A second terminal serves the model to the first one. Everything that goes wrong names the place and the next step.'

const LISTENS = /listening on|listens on/
/** The words that start it in the acts; the port is a free one. */
const serve = ({ state, proxyPort, model }) =>
  `aircoder-proxy serve --engine openai --engine-url http://127.0.0.1:${model.port} --state-dir ${state} --port ${proxyPort}`

export async function play(stage) {
  const { act, model, openFourth, proxyPort, state } = stage
  const { enter } = movesOf(stage)
  const box = await openFourth()
  await box.sees(/^\[0\] shop\$$/)
  const there = { terminal: box }
  const at = `--base-url http://127.0.0.1:${proxyPort}/v1`
  const start = serve(stage)
  await enter('the box: serves without tokens', `${start} --host 0.0.0.0`, AT_SHELL, there)
  await enter(
    'the box: puts an option of serve in front',
    'aircoder-proxy --port 9 serve',
    AT_SHELL,
    there,
  )
  await enter(
    'the box: adds a person without a name',
    `aircoder-proxy token add --state-dir ${state}`,
    AT_SHELL,
    there,
  )
  await enter(
    'the box: adds a person',
    `aircoder-proxy token add ada --state-dir ${state} >../ada.token`,
    AT_SHELL,
    there,
  )
  await enter(
    'the box: adds the same person again',
    `aircoder-proxy token add ada --state-dir ${state}`,
    AT_SHELL,
    there,
  )
  await enter('the box: serves', start, LISTENS, there)
  await enter('uses the port twice', start, AT_SHELL)
  await enter('asks without a token', `aircoder -p hi ${at}`, AT_SHELL)
  await enter(
    'has a token for another address',
    `AIRCODER_TOKEN=ac_wrong aircoder -p hi ${at}`,
    AT_SHELL,
  )
  const url = `AIRCODER_BASE_URL=http://127.0.0.1:${proxyPort}/v1`
  await enter('asks with a wrong token', `${url} AIRCODER_TOKEN=ac_wrong aircoder -p hi`, AT_SHELL)
  model.script(say('It is a shop.'))
  const token = `${url} AIRCODER_TOKEN=$(cat ../ada.token)`
  await enter('asks with the right token', `${token} aircoder -p "what is this?"`, AT_SHELL)
  await enter(
    'asks for a model that the engine does not have',
    `${token} aircoder -p hi -m qwen`,
    AT_SHELL,
  )
  await enter(
    'asks the doctor of the proxy',
    `aircoder-proxy doctor --engine openai --engine-url http://127.0.0.1:${model.port} --state-dir ${state}`,
    AT_SHELL,
  )
  await act('the engine goes away', async () => {
    await model.goAway()
  })
  await enter('asks while the engine is down', `${token} aircoder -p hi --wait 0`, AT_SHELL)
  await act('the engine comes back', async () => {
    await model.comeBack()
  })
  await enter('sees what was used', `aircoder-proxy usage --state-dir ${state}`, AT_SHELL)
  await act(
    'the box: presses Ctrl+C',
    async () => {
      await box.press('C-c')
      await box.sees(AT_SHELL)
    },
    there,
  )
  await enter('asks after that', `${token} aircoder -p hi --wait 0`, AT_SHELL)
}
