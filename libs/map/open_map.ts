import type { Worker } from 'node:worker_threads'
import { LIMITS } from '#core'
import type { Explained, FoundTag, SearchResult } from './graph/types.js'
import type { Ranker } from './rank/rank_files.js'
import type { Tag } from './tags/tag.js'
import type { Answers, MapPlace, MapStats, Question, RankedMap } from './worker/messages.js'

/** Where things are in the tree. Every answer is null when the index cannot be made or takes too long. */
export interface RepoMap {
  /** Ranks the files for a task. After `waitMs` it answers with what is known. */
  rank(
    text: string,
    options?: { waitMs?: number; most?: number; only?: readonly Ranker[] },
  ): Promise<RankedMap | null>
  /** Ranks the files for a user turn, once: the same text again is answered at once. */
  look(text: string, waitMs?: number): Promise<void>
  /** The ranking of the last `look`; null: there is none. */
  seen(): RankedMap | null
  /** The definitions of a name. */
  find(name: string, options?: { waitMs?: number }): Promise<FoundTag[] | null>
  /** The definitions in a file, by its path relative to the root. */
  inFile(path: string, options?: { waitMs?: number }): Promise<Tag[] | null>
  /** Where a name is defined and used, and what it calls. */
  explain(
    name: string,
    options?: { path?: string | undefined; callees?: boolean; waitMs?: number },
  ): Promise<Explained | null>
  /** The definitions whose names fit words best. */
  search(text: string, options?: { waitMs?: number }): Promise<SearchResult | null>
  /** Makes the index equal to the tree, as far as its bounds allow. */
  refresh(): Promise<MapStats | null>
  /** Ends the thread. */
  close(): Promise<void>
}

/** How long past its own deadline an answer may be. */
const GRACE_MS = 4_000

interface Waiting {
  resolve(value: unknown): void
  timer: NodeJS.Timeout | undefined
}

/** Opens the map of a folder. Its thread starts with the first question; nothing is loaded before. */
export function openMap(place: MapPlace): RepoMap {
  const waiting = new Map<number, Waiting>()
  let next = 0
  let starting: Promise<Worker> | undefined
  let failed = false

  const settle = (id: number, value: unknown) => {
    const one = waiting.get(id)
    if (one === undefined) return
    waiting.delete(id)
    clearTimeout(one.timer)
    one.resolve(value)
  }
  const fail = () => {
    failed = true
    for (const id of [...waiting.keys()]) settle(id, null)
  }
  const start = async (): Promise<Worker> => {
    const { startMapWorker } = await import('./worker/start.js')
    const worker = startMapWorker(place)
    worker.on('message', ({ id, value }: { id: number; value?: unknown }) =>
      settle(id, value ?? null),
    )
    worker.once('error', fail)
    worker.once('exit', fail)
    return worker
  }
  async function ask<Q extends Question>(
    question: Q,
    ms: number | null,
  ): Promise<Answers[Q['kind']] | null> {
    if (failed) return null
    starting ??= start()
    const worker = await starting.catch(() => null)
    if (worker === null || failed) return null
    const id = next++
    const value = await new Promise<unknown>((resolve) => {
      const timer = ms === null ? undefined : setTimeout(() => settle(id, null), ms + GRACE_MS)
      waiting.set(id, { resolve, timer })
      worker.ref()
      worker.postMessage({ id, question })
    })
    if (waiting.size === 0) worker.unref()
    return value as Answers[Q['kind']] | null
  }
  let looked: { text: string; ranked: RankedMap | null } | null = null
  return {
    async look(text, waitMs = LIMITS.mapWaitMs) {
      if (looked?.text === text) return
      const ranked = await this.rank(text, { waitMs })
      looked = { text, ranked }
    },
    seen: () => looked?.ranked ?? null,
    rank(text, { waitMs = LIMITS.mapWaitMs, most = LIMITS.mapPaths, only } = {}) {
      return ask({ kind: 'rank', text, most, waitMs, only }, waitMs)
    },
    find: (name, { waitMs = LIMITS.mapWaitMs } = {}) => ask({ kind: 'find', name, waitMs }, waitMs),
    inFile: (path, { waitMs = LIMITS.mapWaitMs } = {}) =>
      ask({ kind: 'inFile', path, waitMs }, waitMs),
    explain: (name, { path, callees = false, waitMs = LIMITS.mapToolMs } = {}) =>
      ask({ kind: 'explain', name, path, callees, waitMs }, waitMs),
    search: (text, { waitMs = LIMITS.mapToolMs } = {}) =>
      ask({ kind: 'search', text, waitMs }, waitMs),
    refresh: () => ask({ kind: 'refresh' }, null),
    async close() {
      failed = true
      const worker = await starting?.catch(() => null)
      await worker?.terminate()
      fail()
    },
  }
}
