import { isAbsolute } from 'node:path'
import { AircoderError, nearestVariable } from '#core'

/**
 * A relative `dataDir` in a file would be another folder in each place where the program starts.
 * @throws AircoderError SETTINGS_INVALID
 */
export function refuseRelative({ source, values }: { source: string; values: unknown }): void {
  const { dataDir } = values as { dataDir?: unknown }
  if (typeof dataDir !== 'string' || !isAbsolute(source)) return
  if (isAbsolute(dataDir) || dataDir.startsWith('~/')) return
  throw new AircoderError('SETTINGS_INVALID', {
    source,
    reason: `dataDir: "${dataDir}" is a relative path`,
    form: 'The form is: "dataDir": "/srv/aircoder" or "~/aircoder"',
  })
}

/**
 * Refuses a variable of the environment that is a setting but for an error: it would be dropped. Other
 * variables with the prefix are left to those who set them.
 * @throws AircoderError SETTINGS_INVALID
 */
export function refuseMisspelled(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    const near = nearestVariable(name)
    if (near === null) continue
    throw new AircoderError('SETTINGS_INVALID', {
      source: 'environment',
      reason: `${name} is no setting. Did you mean ${near}?`,
    })
  }
}
