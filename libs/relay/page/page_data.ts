import type { Clock } from '#core'
import type { Metrics } from '../metrics/metrics.js'
import type { Snapshot } from '../metrics/snapshot.js'
import { mayUse } from '../people/may_use.js'
import type { Person } from '../people/person.js'
import type { PrefixBook } from '../prefix/prefix.js'
import type { PrefixRecord } from '../prefix/prefix_records.js'
import type { Queue } from '../queue/queue.js'
import { queueView } from '../queue/queue_view.js'
import type { ProxySettings } from '../settings/settings.js'
import type { ModelEntry } from '../upstream/engine.js'
import type { UsageBook } from '../usage/usage_book.js'
import { createHours } from './hours.js'
import type { PageData, PageLive, PageModel, PagePrompt } from './page_types.js'

/** What the page's data is read from. */
export interface PageParts {
  clock: Clock
  metrics: Pick<Metrics, 'snapshot'>
  prefix: Pick<PrefixBook, 'recent'>
  queue: Pick<Queue, 'rows' | 'counts'>
  settings: Readonly<ProxySettings>
  slots: number
  usage: UsageBook
}

/** More would make the page too long. */
const PROMPTS = 8

/** Gathers what one person may see: their own in detail, of all others only counts and sums. */
export function createPageData(parts: PageParts): (person: Person) => Promise<PageData> {
  const { clock, metrics, prefix, settings, slots, usage } = parts
  const hours = createHours(usage, clock)

  return async (person) => {
    const snapshot = await metrics.snapshot()
    const { name, reason, models } = snapshot.engine
    const open = models.filter(({ id }) => mayUse(person, id))
    const queue = queueView(parts.queue, settings, person)
    return {
      object: 'page',
      at: new Date(clock.now()).toISOString(),
      me: { name: person.name, class: person.class },
      engine: { name, error: reason, models: open.map((entry) => modelOf(entry, slots)) },
      queue,
      live: liveOf(snapshot),
      prompts: prefix.recent(person.name).slice(0, PROMPTS).map(promptOf),
      usage: {
        kept: settings.stateDir !== undefined,
        slots: queue.totals.slots,
        hours: hours.of(person.name),
      },
    }
  }
}

function modelOf(entry: ModelEntry, slots: number): PageModel {
  const { id, windowTokens, loaded, tools, vision, memory = null } = entry
  return { id, windowTokens, loaded, tools, vision, slots: entry.slots ?? slots, memory }
}

function liveOf(snapshot: Snapshot): PageLive {
  const { startedAt, windowSeconds, tokensPerSecond, requests, waits, prefix, images } = snapshot
  return {
    startedAt,
    windowSeconds,
    tokensPerSecond,
    requests,
    waits: { p50Ms: waits.p50Ms, p95Ms: waits.p95Ms },
    reuse: prefix.reuse,
    lostTokens: prefix.lostTokens,
    lostSeconds: prefix.lostSeconds,
    images: {
      images: images.images,
      inBytes: images.inBytes,
      outBytes: images.outBytes,
      savedTokens: images.savedTokens,
    },
    minutes: snapshot.minutes.map(({ completionTokens }) => completionTokens),
  }
}

function promptOf({ requestId: _, ...record }: PrefixRecord): PagePrompt {
  return record
}
