import { countNoun, systemClock } from '#core'
import { listModels, normaliseBaseUrl } from '#model'
import { readSecret, showControls } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { loadSettings } from '../settings/load_project.js'
import {
  ownSettingsFile,
  readEntries,
  tokenNote,
  withEndpoint,
  writeEntries,
} from '../settings/store_settings.js'
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
  const path = ownSettingsFile()
  const baseUrl = normaliseBaseUrl(settings.baseUrl ?? DEFAULT_URL)
  const typed = await readSecret(process.stdin, process.stderr, `token for ${baseUrl}: `)
  if (typed === null) return 130
  const stored = readEntries(path)
  const isSame = typeof stored.baseUrl === 'string' && normaliseBaseUrl(stored.baseUrl) === baseUrl
  const { entries, kept } = withEndpoint(stored, {
    baseUrl,
    isSame,
    token: typed.trim() || undefined,
  })
  const token = entries.token as string | undefined
  const models = await listModels({ baseUrl, token, clock: systemClock }).catch((error) => {
    process.stderr.write('Nothing was stored.\n')
    throw error
  })
  writeEntries(path, entries)
  const names = models.map(({ id }) => id).join(', ')
  const what = token === undefined ? 'The endpoint is' : 'The endpoint and its token are'
  process.stdout.write(
    showControls(
      `${what} stored in ${path}.${tokenNote(kept)} ${baseUrl} has ${countNoun(models.length, 'model')}: ${names}\n`,
    ),
  )
  return 0
}
