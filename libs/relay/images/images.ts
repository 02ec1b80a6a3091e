import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChatBody } from '../chat/chat_body.js'
import { Refusal } from '../refusals/refusal.js'
import type { ProxySettings } from '../settings/settings.js'
import type { ModelEntry } from '../upstream/engine.js'
import { createImageCache } from './cache.js'
import { BadImage, type ConvertTerms, createConvert, type Picture } from './convert.js'
import { encodedLength, readDataUrl } from './data_url.js'
import { type FoundImage, findImages } from './find.js'
import { gridOf } from './grid.js'
import type { Lifted } from './lift.js'
import { createLine } from './line.js'
import { replaceImages } from './replace.js'
import { type ImageReport, sumUp } from './report.js'
import { selectImages } from './select.js'

export interface ShrinkTerms {
  requestId: string
  person: string
  model: ModelEntry
  /** Base64 that was removed from the body, see lift.ts; emptied after it is read. */
  lifted: Lifted
  /** Ends the waiting; a picture that is being decoded is decoded to its end. */
  signal: AbortSignal
}

export interface Shrunk {
  body: ChatBody
  /** null: there are no pictures. */
  report: ImageReport | null
}

/** Makes the pictures of a conversation small, safe, and the same bytes each time. */
export interface Images {
  /**
   * @returns  the body with converted pictures instead of the client's
   * @throws   Refusal invalid_image; queue_full or engine_unavailable when too many wait
   */
  shrink(body: ChatBody, terms: ShrinkTerms): Promise<Shrunk>
  /** The listener is called for each request that had pictures and was not refused. */
  onReport(listener: (report: ImageReport) => void): void
}

/** Pictures in one request, shown or not: each costs a hash. */
const MOST_IMAGES = 256
/** Requests with pictures that may wait for a lane, in all and of one person. */
const WAITING = 32
const PERSON_WAITING = 8
/** OpenAI's `detail` as a factor of the long side. */
const DETAIL = { low: 0.5, auto: 1, high: 2 } as const

/** A picture's bytes, how it is converted, and the name of the result. */
interface Task {
  bytes: Buffer
  terms: ConvertTerms
  key: string
  at: string
}

export function createImages(settings: ProxySettings): Images {
  const convert = createConvert()
  const cache = createImageCache<Picture>(settings.imageCacheBytes, ({ bytes }) => bytes.length)
  const line = createLine({
    lanes: settings.imageLanes,
    waiting: WAITING,
    personWaiting: PERSON_WAITING,
    // Read at each use: a reload may change it.
    get waitingBytes() {
      return settings.queueBytes
    },
  })
  const listeners: ((report: ImageReport) => void)[] = []

  async function taskOf(
    { url, at, detail }: FoundImage,
    { lifted, model }: ShrinkTerms,
  ): Promise<Task> {
    const { bytes, hash } = await readDataUrl(url, lifted, settings.imageBytes, at)
    const grid = gridOf(model.id, settings.imageTile)
    const longSide = Math.round(settings.imageLongSide * DETAIL[detail])
    const terms = { grid, longSide, maxPixels: settings.imagePixels }
    // All that the result depends on: the same name means the same bytes, also after a restart.
    const key = `${hash} ${grid.side ?? `${grid.tile} ${longSide}`}`
    return { bytes, terms, key, at }
  }

  async function readAll(found: FoundImage[], terms: ShrinkTerms): Promise<Task[]> {
    const tasks: Task[] = []
    for (const image of found) {
      tasks.push(await taskOf(image, terms))
      await nextTurn()
      terms.signal.throwIfAborted()
    }
    // The largest part of the body is no longer needed.
    terms.lifted.clear()
    return tasks
  }

  async function shrinkAll(found: FoundImage[], body: ChatBody, terms: ShrinkTerms) {
    const tasks = await readAll(found, terms)
    const fates = selectImages(
      tasks.map(({ key }) => key),
      settings.imagesKept,
    )
    const pictures: (Picture | null)[] = []
    for (const [index, { bytes, terms: how, key, at }] of tasks.entries()) {
      terms.signal.throwIfAborted()
      if (fates[index]?.is !== 'shown') pictures.push(cache.peek(key))
      else pictures.push(await cache.get(key, () => convert(bytes, how)).catch(refuseAt(at)))
    }
    const sums = sumUp(tasks, fates, pictures, gridOf(terms.model.id, settings.imageTile))
    return { body: replaceImages(body, found, fates, pictures), sums }
  }

  return {
    onReport: (listener) => void listeners.push(listener),
    async shrink(body, terms) {
      const found = findImages(body.messages)
      if (found.length === 0) return { body, report: null }
      assertWelcome(found, terms.model)
      const begun = performance.now()
      const { person, requestId, signal, lifted, model } = terms
      const bytes = found.reduce((sum, { url }) => sum + encodedLength(url, lifted), 0)
      const free = await line.enter({ person, bytes, signal })
      try {
        const { body: shrunk, sums } = await shrinkAll(found, body, terms)
        const ms = performance.now() - begun
        const report = { requestId, person, model: model.id, ...sums, ms }
        for (const listener of listeners) listener(report)
        return { body: shrunk, report }
      } finally {
        free()
      }
    },
  }
}

function assertWelcome(found: FoundImage[], model: ModelEntry): void {
  const param = found[0]?.at ?? 'messages'
  if (model.vision === false)
    throw new Refusal(
      'invalid_image',
      `The model ${model.id} has no vision. Remove the images, or use a model that /v1/models lists with vision.`,
      { param },
    )
  if (found.length > MOST_IMAGES)
    throw new Refusal(
      'invalid_image',
      `The conversation has ${found.length} images, ${MOST_IMAGES} are allowed. Remove the oldest.`,
      { param },
    )
}

// Two requests may wait for one picture: each gets its place in its own body.
function refuseAt(at: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof BadImage)) throw error
    throw new Refusal(
      'invalid_image',
      `${at}: the image ${error.message}`,
      { param: at },
      {
        cause: error,
      },
    )
  }
}
