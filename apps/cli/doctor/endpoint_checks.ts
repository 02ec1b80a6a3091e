import { AircoderError, countNoun, figure, LIMITS, type Settings, systemClock } from '#core'
import { serverClockOffset } from '#model'
import { addressesOf, choose, findModels } from '../endpoint/find_model.js'
import { type Endpoint, openEndpoint } from '../endpoint/open_endpoint.js'
import { type Finding, findingsOf } from './finding.js'

/** Below this a task of more than a few steps forgets (docs/design/prompt.md#budgets: at 8k everything loses). */
const SMALL_WINDOW = 8_192
const CLOCK_MS = 60_000
/** In their order: each one needs those before it. */
const CHECKS = ['endpoint', 'auth', 'clock', 'model', 'window', 'measured'] as const

export interface EndpointExam {
  findings: Finding[]
  /** null: it cannot be used. */
  endpoint: Endpoint | null
  /** The exit code of the error that ended the checks; 0: there was none. */
  exit: number
}

/** Checks of the endpoint, from the address to the served window; the first failure ends them. */
export async function examineEndpoint(
  settings: Settings,
  env: NodeJS.ProcessEnv,
): Promise<EndpointExam> {
  const findings: Finding[] = []
  const end = (
    check: (typeof CHECKS)[number],
    { message, hint, exitCode }: AircoderError,
  ): EndpointExam => {
    findings.push(findingsOf(check).fail(message, hint))
    // Named, so that the count of the last line is that of all checks.
    for (const rest of CHECKS.slice(CHECKS.indexOf(check) + 1))
      findings.push(findingsOf(rest).skip(`${check} failed`))
    return { findings, endpoint: null, exit: exitCode }
  }
  const reached = findingsOf('endpoint')
  const auth = findingsOf('auth')
  let found: Awaited<ReturnType<typeof findModels>>
  try {
    found = await findModels(settings)
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    if (error.code !== 'AUTH_REJECTED') return end('endpoint', error)
    findings.push(reached.ok(`${addressesOf(settings)[0]} answers`))
    return end('auth', error)
  }
  const { baseUrl, models } = found
  const noModels = `${baseUrl} lists no models`
  findings.push(
    models.length > 0
      ? reached.ok(`${baseUrl} answers with ${countNoun(models.length, 'model')}`)
      : reached.warn(noModels, 'check that the address is complete: it usually ends in /v1'),
  )
  findings.push(auth.ok(settings.token === undefined ? 'no token needed' : 'token accepted'))
  findings.push(await checkClock(settings, baseUrl))
  try {
    const model = choose(settings.model, models, baseUrl)
    findings.push(findingsOf('model').ok(model.id))
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    return end('model', error)
  }
  const endpoint = await openEndpoint({ ...settings, baseUrl }, {}, env)
  return { findings, endpoint, exit: 0 }
}

/**
 * What is known of the model: its window, and whether it was measured.
 * @param isNow  it was measured a moment ago
 */
export function examineModel(endpoint: Endpoint, isNow = false): Finding[] {
  return [checkWindow(endpoint), checkMeasured(endpoint, isNow)]
}

function checkWindow({ windowTokens, isWindowKnown, profile }: Endpoint): Finding {
  const { ok, warn } = findingsOf('window')
  const text = `${figure(windowTokens)} tokens (${isWindowKnown ? profile.origins.windowTokens : 'assumed'})`
  if (!isWindowKnown)
    return warn(
      `${text}: the endpoint does not report it`,
      'set AIRCODER_WINDOW; not needed if the model is only not loaded yet, since aircoder asks again after the first reply',
    )
  if (windowTokens >= SMALL_WINDOW) return ok(text)
  return warn(
    `${text}: too small for more than a few steps`,
    'serve a larger one (Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH; 16,384 is good)',
  )
}

function checkMeasured({ note, measuredMs }: Endpoint, isNow: boolean): Finding {
  const { ok, warn, skip } = findingsOf('measured')
  if (isNow)
    return measuredMs === null
      ? warn('no probe had an answer, so nothing is stored', 'send it one prompt and see its log')
      : ok('now; the profile below holds from now on')
  if (note !== null) return warn(note, 'run `aircoder doctor --model`')
  if (measuredMs === null) return skip('never; `aircoder doctor --model` takes a minute or a few')
  return ok(`on ${new Date(measuredMs).toISOString().slice(0, 10)}, and the model is the same`)
}

async function checkClock({ token }: Settings, baseUrl: string): Promise<Finding> {
  const { ok, warn, skip } = findingsOf('clock')
  const options = { baseUrl, token, clock: systemClock }
  const offset = await serverClockOffset(options, LIMITS.discoveryMs)
  if (offset === null) return skip('the endpoint does not report its time')
  const apart = Math.abs(offset)
  if (apart < CLOCK_MS) return ok('same time as the endpoint')
  return warn(
    `${figure(apart / 1_000)} s ${offset > 0 ? 'behind' : 'ahead of'} the endpoint`,
    'synchronise both clocks (timedatectl set-ntp true)',
  )
}
