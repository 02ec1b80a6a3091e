import t from 'tap'
import { AircoderError, layerFromEnvironment, resolveSettings } from '#core'
import { environmentName, SettingsSchema } from '../../libs/core/settings/schema.js'

/** The error for a value; null: it is valid. */
function errorFor(source: string, values: Record<string, unknown>): AircoderError | null {
  try {
    resolveSettings([{ source, values, trusted: true }])
    return null
  } catch (error) {
    if (error instanceof AircoderError) return error
    throw error
  }
}

t.test('the form that an error of a setting shows is valid for that setting', async (t) => {
  for (const name of Object.keys(SettingsSchema.shape) as (keyof typeof SettingsSchema.shape)[]) {
    for (const wrong of [-1e9, 1e15, Number.NaN, {}]) {
      const inFile = errorFor('config.json', { [name]: wrong })
      const [, entry = ''] = /The form is: (.*)$/.exec(inFile?.hint ?? '') ?? []
      // An object of free names and an ellipsis show its shape only.
      if (entry === '' || entry.includes('…')) continue
      t.equal(errorFor('config.json', JSON.parse(`{${entry}}`)), null, entry)
      const env = errorFor('environment', { [name]: wrong })
      const [, text = ''] = /The form is: \w+=(.*)$/.exec(env?.hint ?? '') ?? []
      const layer = layerFromEnvironment({ [environmentName(name)]: text })
      t.equal(errorFor('environment', layer), null, `${name}=${text}`)
    }
  }
})

t.test('a text in the place of a number is no type that a user must know', async (t) => {
  const layer = layerFromEnvironment({ AIRCODER_MAX_STEPS: 'abc' })
  const error = errorFor('environment', layer)
  t.match(error?.message, /AIRCODER_MAX_STEPS: it must be a number$/)
  t.notMatch(error?.message, 'NaN')
})
