import { AircoderError, figure, type Settings, systemClock } from '#core'
import { listModels, type ModelInfo } from '#model'
import { showControls } from '#terminal'
import type { SlashCommand, SlashContext } from '../slash_command.js'

export const model: SlashCommand = {
  name: 'model',
  hint: '[NAME]',
  help: 'show the models of the endpoint, and ask another one from now on',
  group: 'model',
  isAllowedDuringTurn: false,
  async run(rest, context) {
    const { wired, print } = context
    if (wired.endpoint.place === null) return print('A recording has one model only.\n')
    try {
      const name = rest === '' ? await chooseModel(context) : rest
      if (name !== null) await change(name, context)
    } catch (error) {
      if (!(error instanceof AircoderError)) throw error
      print(`${showControls(wired.say.error(error).message)}\n`)
    }
  },
}

async function chooseModel(context: SlashContext): Promise<string | null> {
  const { wired, choose, print } = context
  const { endpoint, settings } = wired
  const models = await listed(endpoint.place?.baseUrl ?? '', settings)
  if (models.length === 0) {
    print(`The endpoint lists no models. The model is ${endpoint.name}. Type /model NAME.\n`)
    return null
  }
  const items = models.map(({ id, windowTokens }) => ({
    label: showControls(id),
    detail: [
      ...(windowTokens === null ? [] : [`window ${figure(windowTokens)}`]),
      ...(id === endpoint.name ? ['in use'] : []),
    ].join(' · '),
  }))
  const selected = Math.max(
    0,
    models.findIndex(({ id }) => id === endpoint.name),
  )
  const chosen = await choose({ title: 'Which model?', items, selected })
  return models[chosen ?? -1]?.id ?? null
}

function listed(baseUrl: string, { token, tokenBelongsTo }: Settings): Promise<ModelInfo[]> {
  return listModels({ baseUrl, token, tokenBelongsTo, clock: systemClock })
}

/** @throws AircoderError MODEL_MISSING and what openEndpoint throws; the model stays then */
async function change(name: string, { wired, sessionId, print }: SlashContext): Promise<void> {
  if (name === wired.endpoint.name) return print(`The model is ${showControls(name)} already.\n`)
  await wired.setModel(name)
  const { endpoint, ledger } = wired
  const { windowTokens, tokenFactor } = endpoint
  if (sessionId !== undefined)
    ledger.updateSession(sessionId, { model: endpoint.name, windowTokens, tokenFactor })
  print(`model ${showControls(endpoint.name)}, window ${figure(windowTokens)} tokens\n`)
  if (endpoint.note !== null) print(`${showControls(endpoint.note)}\n`)
}
