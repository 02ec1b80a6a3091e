import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import envPaths from 'env-paths'
import { AircoderError, layerFromEnvironment, resolveSettings, type Settings } from '#core'
import type { Flags } from './options.js'

/** The folder to work in, every link resolved. @throws AircoderError NOT_A_FOLDER */
export function workFolder(flags: Flags): string {
  const path = resolve(flags.cwd ?? '.')
  try {
    const real = realpathSync(path)
    if (statSync(real).isDirectory()) return real
  } catch {
    // Told below, with the path that the user gave.
  }
  throw new AircoderError('NOT_A_FOLDER', { path })
}

/**
 * Settings of all layers: built-in < user < project < environment < flags.
 * A project counts in full only when the user's own settings name it as trusted.
 * @throws AircoderError SETTINGS_INVALID naming the file and the entry
 */
export function loadSettings(flags: Flags, cwd: string, env: NodeJS.ProcessEnv): Settings {
  const userFile = join(envPaths('aircoder', { suffix: '' }).config, 'config.json')
  const user = readLayer(userFile)
  const fromEnv = layerFromEnvironment(env)
  const trusted = [user?.trusted, fromEnv.trusted].flat().filter((path) => typeof path === 'string')
  const projectFile = join(cwd, '.aircoder', 'config.json')
  return resolveSettings([
    { source: userFile, values: user, trusted: true },
    {
      source: projectFile,
      values: readLayer(projectFile),
      trusted: trusted.some((path) => resolve(path) === cwd),
    },
    { source: 'environment', values: fromEnv, trusted: true },
    { source: 'flags', values: flagLayer(flags), trusted: true },
  ])
}

/** What the file says, of whatever shape: the schema speaks about that. */
function readLayer(path: string): Record<string, unknown> | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new AircoderError(
      'SETTINGS_INVALID',
      { source: path, reason: (cause as Error).message },
      { cause },
    )
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AircoderError(
      'SETTINGS_INVALID',
      { source: path, reason: `it is not JSON: ${(cause as Error).message}` },
      { cause },
    )
  }
}

function flagLayer(flags: Flags): Record<string, unknown> {
  const { model, baseUrl, permissionMode, allow, deny, maxSteps, dataDir } = flags
  const { sandbox, sandboxNetwork } = flags
  const said = { model, baseUrl, permissionMode, allow, deny, maxSteps, dataDir }
  return { ...said, sandbox, sandboxNetwork }
}
