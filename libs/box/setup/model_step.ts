import { existsSync, readFileSync } from 'node:fs'
import { AircoderError } from '#core'
import { type BakePlan, bake, describeHostMemory, planBake } from '../bake/bake.js'
import { adjustModelfile, DEFAULT_MODELFILE, readModelfile } from '../bake/modelfile.js'
import { type OllamaApi, openOllamaApi } from '../engine_facts/ollama_api.js'
import { thousands } from '../format/numbers.js'
import { writeWhole } from '../system/files.js'
import { planMemory } from './memory_step.js'
import { type SetupTools, type SetupWish, type StepReport, settingsToBe } from './step.js'

/** Writes the Modelfile if it is missing, and bakes what it says. */
export async function makeModel(wish: SetupWish, { say, run }: SetupTools): Promise<StepReport[]> {
  const step = 'model'
  const { places, dryRun } = wish
  const settings = settingsToBe(wish)
  const engine = settings.engine ?? 'ollama'
  if (engine !== 'ollama')
    return [{ step, state: 'there', text: `engine ${engine}: its models are not baked` }]

  const reports: StepReport[] = []
  const written = existsSync(places.modelfile)
  const text = written ? readFileSync(places.modelfile, 'utf8') : DEFAULT_MODELFILE
  const adjusted = adjustModelfile(text, wish)
  if (!written || adjusted !== text) {
    const words = `${places.modelfile}: ${written ? 'changed by the flags' : 'the model to bake; edit it as you like'}`
    if (dryRun) reports.push({ step: 'modelfile', state: 'would', text: `write ${words}` })
    else {
      writeWhole(places.modelfile, adjusted, { mode: 0o644, owner: null })
      reports.push({ step: 'modelfile', state: 'done', text: words })
    }
  } else reports.push({ step: 'modelfile', state: 'there', text: places.modelfile })

  const api = openOllamaApi(
    settings.engineUrl as string | undefined,
    settings.engineToken as string | undefined,
  )
  try {
    const plan = await planBake(api, {
      modelfile: readModelfile(adjusted, places.modelfile),
      path: places.modelfile,
    })
    const models = Array.isArray(settings.models) ? settings.models.map(String) : null
    if (models === null) wish.settings.models = [plan.name]
    else if (!models.some((id) => id === plan.name || id.includes('*')))
      reports.push({
        step: 'models',
        state: 'left',
        text: `${plan.name} is not in "models" of ${places.config}: nobody may use it`,
        fix: `add it there, or remove "models"`,
      })
    reports.push(...(await planMemory(plan, settings, wish, run)))
    return [...reports, await bakeStep(api, plan, settings, dryRun, say)]
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    return [...reports, { step, state: 'failed', text: error.message, fix: error.hint }]
  } finally {
    await api.close()
  }
}

async function bakeStep(
  api: OllamaApi,
  plan: BakePlan,
  settings: Record<string, unknown>,
  dryRun: boolean,
  say: (text: string) => void,
): Promise<StepReport> {
  const step = 'model'
  const words = `${plan.name}, ${thousands(plan.windowTokens)} tokens, from ${plan.from}`
  if (plan.there) return { step, state: 'there', text: words }
  if (dryRun) return { step, state: 'would', text: `bake ${words}` }
  const keepAlive = typeof settings.keepAlive === 'string' ? settings.keepAlive : '30m'
  const baked = await bake(api, plan, keepAlive, say)
  const hostMemory = describeHostMemory(baked)
  const text = `${words}; window proved (${thousands(baked.provedTokens)} were refused)`
  if (hostMemory === null) return { step, state: 'done', text }
  return {
    step,
    state: 'done',
    text: `${text}; ${hostMemory}`,
    fix: `aircoder-proxy plan ${plan.name}`,
  }
}
