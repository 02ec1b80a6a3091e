import type { Settings } from '#core'
import type { Ledger } from '#ledger'
import { type Deps, loadParts } from '#supervisor'
import { openAids } from './aids.js'
import type { Endpoint } from './open_endpoint.js'
import { talkIn } from './talk.js'

interface Asked {
  settings: Settings
  endpoint: Endpoint
  ledger: Ledger
}

type ModelParts = Pick<Deps, 'model' | 'help' | 'registry' | 'parts' | 'endpoint' | 'sampling'>

/** What depends on the model that is asked. */
export async function modelParts(
  asked: Asked,
  guides: NonNullable<Deps['guides']>,
  env: NodeJS.ProcessEnv,
): Promise<ModelParts> {
  const { settings, endpoint, ledger } = asked
  const { model, ...help } = await openAids(settings, endpoint, ledger, env)
  const { windowTokens, servedWindow, usualFactor, vision, prefillPerS } = endpoint
  const talk = await talkIn(endpoint.profile, guides.shelf.all().length > 0)
  return {
    model,
    help,
    registry: talk.registry,
    parts: await loadParts(settings.ablate, { aids: hasAids(asked) }),
    endpoint: {
      windowTokens,
      servedWindow,
      usualFactor,
      vision,
      prefillPerS,
      textTools: talk.textTools,
    },
    sampling: { ...talk.sampling, constrained: settings.constrained },
  }
}

/** A model with no retries of its own is a large one (docs/models.md). */
export function hasAids({ settings, endpoint }: Pick<Asked, 'settings' | 'endpoint'>): boolean {
  return settings.aids === 'auto' ? endpoint.profile.values.retries > 0 : settings.aids === 'on'
}
