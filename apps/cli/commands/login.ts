import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AircoderError, countNoun, makeFolders, replaceFile, systemClock } from '#core'
import { listModels, normaliseBaseUrl } from '#model'
import { readSecret, showControls } from '#terminal'
import { refuseFolder } from '../data/refuse_folder.js'
import type { Flags } from '../flags/flags.js'
import { loadSettings, userSettingsPath } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'

const DEFAULT_URL = 'http://127.0.0.1:8765/v1'

/**
 * `aircoder login`: stores the endpoint and its token in the user's settings, after the endpoint has accepted
 * them. The token comes from standard input or, hidden, from the terminal; never from the command line, which
 * other users can see. An empty token keeps the stored one of the same endpoint, and removes that of another.
 * @returns the exit code
 */
export async function runLogin(flags: Flags): Promise<number> {
  const settings = loadSettings(flags, workFolder(flags), process.env)
  const path = userSettingsPath()
  refuseFolder(dirname(path), path, 'The settings folder')
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new AircoderError('SETTINGS_INVALID', {
      source: path,
      reason: 'it is a link, which is not replaced',
      form: 'Put the token into the file that it leads to, as "token": "TEXT".',
    })
  const baseUrl = normaliseBaseUrl(settings.baseUrl ?? DEFAULT_URL)
  const typed = await readSecret(process.stdin, process.stderr, `token for ${baseUrl}: `)
  if (typed === null) return 130
  const { token: former, ...others } = storedAt(path)
  const isSame = typeof others.baseUrl === 'string' && normaliseBaseUrl(others.baseUrl) === baseUrl
  const token = typed.trim() || (isSame ? former : undefined)
  const models = await listModels({ baseUrl, token, clock: systemClock }).catch((error) => {
    process.stderr.write('Nothing was stored.\n')
    throw error
  })
  makeFolders(dirname(path))
  const values = { ...others, baseUrl, ...(token === undefined ? {} : { token }) }
  replaceFile(path, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 })
  const names = models.map(({ id }) => id).join(', ')
  const what = token === undefined ? 'The endpoint is' : 'The endpoint and its token are'
  const note =
    typed.trim() !== '' || former === undefined
      ? ''
      : isSame
        ? ' The stored token was kept.'
        : ' The stored token was removed: it belongs to another endpoint.'
  process.stdout.write(
    showControls(
      `${what} stored in ${path}.${note} ${baseUrl} has ${countNoun(models.length, 'model')}: ${names}\n`,
    ),
  )
  return 0
}

function storedAt(path: string): { token?: string; baseUrl?: unknown } {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}
