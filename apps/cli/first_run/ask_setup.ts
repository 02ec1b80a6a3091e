import { input, password, select } from '@inquirer/prompts'
import { AircoderError, figure, systemClock } from '#core'
import { listModels, type ModelInfo } from '#model'
import type { Say } from '#terminal'
import { addressesIn, type FoundEndpoint, findEndpoints, mainReason } from './find_endpoints.js'

/** What a first run stores. */
export interface Setup {
  baseUrl: string
  token: string | undefined
  model: string | undefined
}

/** More questions than these are not asked. */
const MOST_QUESTIONS = 3
const OTHER = 'other'

/** What the command line gave. */
export interface Given {
  token: string | undefined
  model: string | undefined
  /** The stored token of an endpoint. */
  stored: (baseUrl: string) => string | undefined
  /** The one endpoint that is found is the one that the person named: it is not asked about. */
  isNamed: boolean
}

/**
 * Asks a person for endpoint, token and model: three questions at most, and none whose answer is known.
 * An answer that does not work is asked for again.
 * @throws AircoderError as listModels
 */
export async function askSetup(
  found: readonly FoundEndpoint[],
  given: Given,
  say: Pick<Say, 'part' | 'error'>,
): Promise<Setup> {
  const { part } = say
  let asked = 0
  const count = async <T>(answer: Promise<T>): Promise<T> => {
    asked += 1
    return answer
  }
  const [named] = given.isNamed ? found : []
  const chosen = named ?? (await chooseEndpoint(found, count, say))
  const { baseUrl, needsToken } = chosen
  let { models } = chosen
  let { token } = given
  if (needsToken) {
    token ??= (await accepted(baseUrl, given)) ?? (await count(askToken(baseUrl, say)))
    models = await listModels({ baseUrl, token, clock: systemClock })
  }
  const isOpen = given.model === undefined && models.length > 1 && asked < MOST_QUESTIONS
  const model = isOpen ? await count(chooseModel(models, part)) : (given.model ?? models[0]?.id)
  return { baseUrl, token: needsToken ? token : undefined, model }
}

type Count = <T>(answer: Promise<T>) => Promise<T>
/** Puts a text of the program into the language of the person. */
type InWords = (text: string) => string

/** The stored token, where the endpoint still accepts it. */
async function accepted(baseUrl: string, { stored }: Given): Promise<string | undefined> {
  const token = stored(baseUrl)
  try {
    if (token !== undefined) await listModels({ baseUrl, token, clock: systemClock })
    return token
  } catch (error) {
    if (error instanceof AircoderError) return undefined
    throw error
  }
}

/** A token is asked for until the endpoint accepts one. */
function askToken(baseUrl: string, say: Pick<Say, 'part' | 'error'>): Promise<string> {
  return password({
    message: say.part(`Token for ${baseUrl}`),
    mask: true,
    async validate(token) {
      try {
        await listModels({ baseUrl, token, clock: systemClock })
        return true
      } catch (error) {
        if (!(error instanceof AircoderError)) throw error
        return say.error(error).message
      }
    },
  })
}

async function chooseEndpoint(
  found: readonly FoundEndpoint[],
  count: Count,
  say: Pick<Say, 'part' | 'error'>,
) {
  const { part: inWords } = say
  const [only] = found
  const choices = [
    ...found.map((each) => ({ value: each.baseUrl, name: describe(each, inWords) })),
    { value: OTHER, name: inWords('another address, or a host of your tailnet') },
  ]
  const answer =
    only === undefined
      ? OTHER
      : await count(select({ message: inWords('Which endpoint?'), choices, default: only.baseUrl }))
  const picked = found.find(({ baseUrl }) => baseUrl === answer)
  return picked ?? (await count(otherEndpoint(say)))
}

/** An address is asked for until something answers there. */
async function otherEndpoint({
  part: inWords,
  error: inLanguage,
}: Pick<Say, 'part' | 'error'>): Promise<FoundEndpoint> {
  let answering: FoundEndpoint | undefined
  await input({
    message: inWords('Address of the endpoint, as http://gpu-box:8765/v1, or the name of a host'),
    required: true,
    async validate(text) {
      const addresses = addressesIn(text.trim())
      if (addresses === null) return inWords('This is no address and no name of a host.')
      const { found, refused } = await findEndpoints(addresses)
      answering = found[0]
      if (answering !== undefined) return true
      const why = mainReason(refused)
      const nothing = inWords(`Nothing answers as an endpoint does at ${text.trim()}.`)
      return why === undefined ? nothing : `${nothing} ${inLanguage(why).message}`
    },
  })
  if (answering === undefined) throw new Error('an address was accepted where nothing answers')
  return answering
}

function describe({ baseUrl, name, needsToken, models }: FoundEndpoint, inWords: InWords): string {
  const state = needsToken
    ? 'needs a token'
    : models.length === 1
      ? '1 model'
      : `${models.length} models`
  return inWords(`${name} at ${baseUrl} (${state})`)
}

function chooseModel(models: readonly ModelInfo[], inWords: InWords): Promise<string> {
  const choices = models.map(({ id, windowTokens }) => ({
    value: id,
    name: windowTokens === null ? id : inWords(`${id} (window ${figure(windowTokens)} tokens)`),
  }))
  return select({ message: inWords('Which model?'), choices })
}
