import { AircoderError, figure, systemClock } from '#core'
import { listModels } from '#model'
import { readSecret } from '#terminal'
import { holdTyped } from '../answers/hold_typed.js'
import { openEndpoint } from '../endpoint/open_endpoint.js'
import type { Given, Setup } from '../first_run/ask_setup.js'
import { findEndpoints, type Search } from '../first_run/find_endpoints.js'
import { missedPlace, noneFound } from '../first_run/missed_place.js'
import { isAt, placesOf } from '../first_run/places.js'
import { tryModel } from '../first_run/try_model.js'
import type { InitFlags } from '../flags/flags.js'
import { sayEarly } from '../language/say_for.js'
import { printLines } from '../output/in_rows.js'
import { programName } from '../output/program_name.js'
import { loadSettings } from '../settings/load_project.js'
import {
  ownSettingsFile,
  readEntries,
  withEndpoint,
  writeEntries,
} from '../settings/store_settings.js'
import { workFolder } from '../settings/work_folder.js'

const FORM = 'aircoder init --yes [--base-url URL] [--host NAME] [--model ID] [--token-stdin]'

/**
 * `aircoder init`: finds an endpoint, asks what is open, tries the model and stores all in the user's settings. With
 * `--yes` it asks nothing: the flags count, then what is found first.
 * @returns the exit code
 */
export async function runInit(flags: InitFlags): Promise<number> {
  const env = process.env
  const settings = loadSettings(flags, workFolder(flags), env)
  const path = ownSettingsFile()
  const isPerson = process.stdin.isTTY === true && process.stdout.isTTY === true
  if (!isPerson && flags.yes !== true)
    throw new AircoderError('MISSING_ARGUMENT', {
      command: 'aircoder init',
      argument: '--yes where there is no terminal',
      form: `The form is: ${FORM}`,
    })
  const given = flags.tokenStdin === true ? await readSecret(process.stdin, process.stderr, '') : ''
  if (given === null) return 130
  const token = given.trim() || env.AIRCODER_TOKEN || undefined
  say('looking for endpoints …')
  // The questions that follow take no key that was typed before them.
  const held = isPerson && flags.yes !== true ? holdTyped({}, process.stdout) : null
  const stored = readEntries(path)
  const search = await findEndpoints(placesOf(flags, stored.baseUrl)).finally(() => held?.release())
  const storedToken = (at: string) =>
    isAt(stored, at) ? (stored.token as string | undefined) : undefined
  const missed = missedPlace(search, flags)
  if (missed !== null) say(missed)
  const setup =
    flags.yes === true
      ? await setupOf(search, { token, stored: storedToken, model: flags.model, flags })
      : await asked(search.found, {
          token,
          stored: storedToken,
          model: flags.model,
          isNamed: flags.baseUrl !== undefined,
        })
  if (setup === null) return 130

  const { baseUrl } = setup
  const isSame = isAt(stored, baseUrl)
  const { entries } = withEndpoint(stored, { ...withoutModel(setup), isSame })
  const use = { ...settings, ...setup, token: entries.token as string | undefined }
  const endpoint = await openEndpoint(use, {}, env)
  say(`asking ${endpoint.name} for a first answer …`)
  const abort = new AbortController()
  process.once('SIGINT', () => abort.abort())
  const answered = await tryModel(endpoint, abort.signal)
  if (abort.signal.aborted) return 130
  if (typeof answered === 'string')
    throw new AircoderError('ENDPOINT_FAILING', {
      url: baseUrl,
      reason: `${answered.replace(/\.$/, '')}. Nothing was stored`,
    })
  writeEntries(path, { ...entries, model: endpoint.name })
  const window = `${figure(endpoint.windowTokens)} tokens${endpoint.isWindowKnown ? '' : ' (assumed)'}`
  print(`Stored in ${path}: ${baseUrl}, model ${endpoint.name}.`)
  print(`The window is ${window}; a first answer took ${(answered / 1_000).toFixed(1)} s.`)
  const program = programName('anywhere')
  print(`Start with \`${program}\` in the folder of a project; \`${program} doctor\` checks more.`)
  return 0
}

function withoutModel({ baseUrl, token, model }: Setup) {
  return { baseUrl, token, ...(model === undefined ? {} : { model }) }
}

/** null: the person left. */
async function asked(found: Search['found'], given: Given): Promise<Setup | null> {
  const { askSetup } = await import('../first_run/ask_setup.js')
  try {
    return await askSetup(found, given, await sayEarly())
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') return null
    throw error
  }
}

/** @throws AircoderError ENDPOINT_UNREACHABLE, AUTH_REJECTED and all that listModels throws */
async function setupOf(
  { found: [first], refused }: Search,
  {
    token: given,
    stored,
    model,
    flags,
  }: Pick<Given, 'token' | 'stored' | 'model'> & { flags: InitFlags },
): Promise<Setup> {
  if (first === undefined) throw noneFound(refused, flags)
  const { baseUrl, needsToken } = first
  const token = given ?? stored(baseUrl)
  // Asked again: the error of a token that is missing or wrong says what to do.
  const models = needsToken
    ? await listModels({ baseUrl, token, clock: systemClock })
    : first.models
  const isUsed = needsToken || flags.tokenStdin === true
  return { baseUrl, token: isUsed ? token : undefined, model: model ?? models[0]?.id }
}

const say = (text: string) => printLines(text, process.stderr)
const print = (text: string) => printLines(text, process.stdout)
