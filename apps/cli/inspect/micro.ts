import { z } from 'zod'
import { AircoderError, type Settings, systemClock } from '#core'
import { createAbsentModel, loadFeatures, openSide, type SideStore } from '#model'
import { sideModel } from '../endpoint/aids.js'
import { openEndpoint } from '../endpoint/open_endpoint.js'
import type { Flags } from '../flags/flags.js'
import { loadSettings } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'

const MicroQuestion = z.strictObject({
  feature: z.string().min(1),
  input: z.record(z.string(), z.json()),
})

/** Answers of this process. No ledger is opened. */
const kept = new Map<string, string>()
const store: SideStore = {
  get: (key) => kept.get(key) ?? null,
  put: (key, answer) => void kept.set(key, answer),
  log: () => {},
}

/** Asks one side question, enabled or not; without an endpoint its fallback answers. */
export async function answerMicro(asked: unknown, flags: Flags): Promise<unknown> {
  const { success, data } = MicroQuestion.safeParse(asked)
  const features = await loadFeatures()
  const feature = features.find(({ name }) => name === data?.feature)
  if (!success || feature === undefined) {
    const names = features.map(({ name }) => name).join(', ')
    return { error: `A question is {"feature": NAME, "input": {…}}; NAME is one of ${names}.` }
  }
  const input = feature.input.safeParse(data.input)
  if (!input.success) {
    const keys = Object.keys(feature.input.shape).join(', ')
    return { error: `${feature.name} takes an input with ${keys}.` }
  }
  const settings = loadSettings(flags, workFolder(flags), process.env)
  const side = await openSide({
    on: [feature.name],
    ...(await modelFor(settings, flags)),
    store,
    clock: systemClock,
  })
  const at = { step: 1, sessionId: 'inspect', signal: new AbortController().signal }
  const { value, source, reason } = await side.ask(feature.name, input.data, at)
  return { feature: feature.name, value, source, reason }
}

async function modelFor(settings: Settings, flags: Flags) {
  try {
    return sideModel(settings, await openEndpoint(settings, flags, process.env))
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    return { model: createAbsentModel(error.message), modelName: settings.model ?? 'model' }
  }
}
