import type { Settings } from '#core'
import type { ChosenProfile } from '#model'
import { modelFilePath, readModelFile } from '../data/model_file.js'
import { addressesOf } from '../endpoint/find_model.js'
import { profileFor } from '../endpoint/profile.js'

/** The profile of a model without asking the endpoint. */
export function keptProfile(settings: Settings, model: string): ChosenProfile {
  const [baseUrl = ''] = addressesOf(settings)
  const file = readModelFile(modelFilePath(settings, { baseUrl, model }))
  const windowTokens = file?.measured?.reportedWindow ?? null
  return profileFor(settings, process.env, model, file, { windowTokens, takesTools: null })
}
