import { AircoderError, type Settings, systemClock } from '#core'
import type { Ledger } from '#ledger'
import {
  type AskRepair,
  type ClientOptions,
  type Cloud,
  chooseCloud,
  createAbsentModel,
  createClient,
  createTiered,
  loadFeatures,
  loadProviders,
  type Model,
  openSide,
  type Side,
  type SideStore,
  withFallback,
} from '#model'
import { recordSide } from '#supervisor'
import type { Endpoint } from './open_endpoint.js'
import { openHelpers, openTier } from './open_tiers.js'

/** The main model with its tiers, and the second models that may be asked. */
export interface Aids {
  model: Model
  side?: Side
  cloud?: Cloud
}

/**
 * Opens what may ask a second model: side questions, tiers, escalation. All of it is off by default.
 * @throws AircoderError SETTINGS_INVALID for a feature or provider that does not exist
 */
export async function openAids(
  settings: Settings,
  endpoint: Endpoint,
  ledger: Ledger,
  env: NodeJS.ProcessEnv,
): Promise<Aids> {
  const side = await openSideOf(settings, endpoint, ledger)
  const cloud = await openCloud(settings, env)
  const { recentSteps } = ledger
  const { source } = endpoint
  const main =
    'script' in source
      ? source.script
      : createClient({ ...source.client, repair: repairBy(side, settings) })
  const { retries } = endpoint.profile.values
  const { fast } = settings.tiers
  const by = settings.tiersBy
  const helpers = openHelpers(settings)
  const isTiered = helpers.length > 0 || (fast !== undefined && by.includes('difficulty'))
  const quick = fast === undefined ? undefined : openTier(fast)
  return {
    model: isTiered ? createTiered({ main, retries, helpers, fast: quick, by, recentSteps }) : main,
    ...(side === null ? {} : { side }),
    ...(cloud === null ? {} : { cloud }),
  }
}

/** The enabled side questions, answered by the fast tier if there is one; null: none is enabled. */
async function openSideOf(
  settings: Settings,
  endpoint: Endpoint,
  ledger: Ledger,
): Promise<Side | null> {
  const { features } = settings
  const names = (await loadFeatures()).map(({ name }) => name)
  const unknown = features.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new AircoderError('SETTINGS_INVALID', {
      source: 'file or environment',
      reason: `features: unknown name "${unknown}"; known are ${names.join(', ')}`,
    })
  if (features.length === 0) return null
  const model = sideModel(settings, endpoint, recordSide(ledger))
  return openSide({ on: features, ...model, store: storeIn(ledger), clock: systemClock })
}

/** The model for side questions. One try each, so that a dead endpoint does not delay the run. */
export function sideModel(
  settings: Settings,
  { place, name }: Endpoint,
  onSend?: ClientOptions['onSend'],
): { model: Model; modelName: string } {
  const { fast } = settings.tiers
  const model =
    place === null
      ? createAbsentModel('a recording answers only its own steps')
      : createClient({
          baseUrl: place.baseUrl,
          token: settings.token,
          clock: systemClock,
          limits: { tries: 1 },
          onSend,
        })
  const main = { model, modelName: name }
  return fast === undefined
    ? main
    : { model: withFallback(openTier(fast, onSend), main), modelName: fast.model }
}

async function openCloud(settings: Settings, env: NodeJS.ProcessEnv): Promise<Cloud | null> {
  const { escalate, escalation: wanted } = settings
  if (!escalate) return null
  const providers = await loadProviders()
  const names = providers.map(({ name }) => name)
  if (wanted !== undefined && !names.includes(wanted.provider))
    throw new AircoderError('SETTINGS_INVALID', {
      source: 'file or environment',
      reason: `escalation: unknown provider "${wanted.provider}"; known are ${names.join(', ')}`,
    })
  return chooseCloud({ escalate, wanted, keyOf: (name) => env[name] }, providers, systemClock)
}

function storeIn(ledger: Ledger): SideStore {
  return { get: ledger.cachedAnswer, put: ledger.keepAnswer, log: ledger.logMicro }
}

/** Repairs broken calls through a side question, when that is enabled. */
function repairBy(side: Side | null, { features }: Settings): AskRepair | undefined {
  if (side === null || !features.includes('repair_call')) return undefined
  return (broken, ask) => side.ask('repair_call', broken, ask)
}
