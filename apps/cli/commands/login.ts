import { AircoderError, countNoun, systemClock } from '#core'
import { listModels, type ModelInfo, normaliseBaseUrl } from '#model'
import { readSecret } from '#terminal'
import { apiPlaces } from '../first_run/find_endpoints.js'
import type { Flags } from '../flags/flags.js'
import { printLines } from '../output/in_rows.js'
import { loadSettings } from '../settings/load_project.js'
import {
  type Entries,
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
  const stored = readEntries(path)
  const prompt = `token for ${baseUrl} (${enterMeans(baseUrl, stored)}): `
  const typed = await readSecret(process.stdin, process.stderr, prompt)
  if (typed === null) return 130
  const found = await tryPlaces(baseUrl, stored, typed.trim() || undefined).catch((error) => {
    process.stderr.write('Nothing was stored.\n')
    throw error
  })
  const { entries, kept, models } = found
  writeEntries(path, entries)
  const names = models.map(({ id }) => id).join(', ')
  const what = entries.token === undefined ? 'The endpoint is' : 'The endpoint and its token are'
  const has = `${found.baseUrl} has ${countNoun(models.length, 'model')}: ${names}`
  printLines(
    `${what} stored in ${path}.${tokenNote(kept)} ${has}${modelNote(entries.model, models)}`,
    process.stdout,
  )
  return 0
}

/** What an empty token does. */
function enterMeans(baseUrl: string, { token, baseUrl: own }: Entries): string {
  const keeps =
    token !== undefined &&
    typeof own === 'string' &&
    apiPlaces(baseUrl).includes(normaliseBaseUrl(own))
  return keeps ? 'Enter keeps the stored one' : 'Enter: none'
}

/** @throws AircoderError as listModels, about the first place that answers in another way than a wrong path does */
async function tryPlaces(address: string, stored: Entries, typed: string | undefined) {
  let refused: unknown
  for (const baseUrl of apiPlaces(address)) {
    const isSame =
      typeof stored.baseUrl === 'string' && normaliseBaseUrl(stored.baseUrl) === baseUrl
    const { entries, kept } = withEndpoint(stored, { baseUrl, isSame, token: typed })
    const token = entries.token as string | undefined
    try {
      const models = await listModels({ baseUrl, token, clock: systemClock })
      return { baseUrl, entries, kept, models }
    } catch (error) {
      refused ??= error
      if (!(error instanceof AircoderError) || error.code !== 'ENDPOINT_NOT_API') break
    }
  }
  throw refused
}

/** A sentence, after a full stop, where the stored model is not one of the endpoint. */
function modelNote(model: unknown, models: readonly ModelInfo[]): string {
  const [first] = models
  if (typeof model !== 'string' || first === undefined) return ''
  if (models.some(({ id }) => id === model || id === `${model}:latest`)) return ''
  return `. The stored model ${model} is not one of them: \`aircoder config set model ${first.id}\` chooses another.`
}
