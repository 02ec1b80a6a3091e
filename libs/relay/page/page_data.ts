import type { Snapshot } from '../metrics/snapshot.js'
import { mayUse } from '../people/may_use.js'
import type { Person } from '../people/person.js'
import type { PrefixRecord } from '../prefix/prefix_records.js'
import { queueView } from '../queue/queue_view.js'
import type { Parts } from '../server/parts.js'
import type { ModelEntry } from '../upstream/engine.js'
import { createHours } from './hours.js'
import type { PageData, PageLive, PageModel, PagePrompt } from './page_types.js'

/** More would push the rest of the page away. */
const PROMPTS = 8

/** Gathers what one person may see: their own in detail, of all others only counts and sums. */
export function createPageData(parts: Parts): (person: Person) => Promise<PageData> {
  const { clock, metrics, prefix, settings, slots, usage } = parts
  const hours = createHours(usage, clock)

  return async (person) => {
    const snapshot = await metrics.snapshot()
    const { name, reason, models } = snapshot.engine
    const open = models.filter(({ id }) => mayUse(person, id))
    const queue = queueView(parts, person)
    return {
      object: 'page',
      at: new Date(clock.now()).toISOString(),
      me: { name: person.name, class: person.class },
      engine: { name, fault: reason, models: open.map((entry) => modelOf(entry, slots)) },
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
