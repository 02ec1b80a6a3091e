import type { MessagePort } from 'node:worker_threads'
import { LIMITS } from '#core'
import { openWorkspace, type Workspace } from '#workspace'
import { loadLanguages } from '../language/language.js'
import { pathWords } from '../rank/field_scores.js'
import { createLookout, type Lookout } from '../rank/look.js'
import { emptyStore, readCache, writeCache } from '../store/cache.js'
import type { Store } from '../store/entry.js'
import type { MakeParts } from '../store/make_entry.js'
import { type Refreshed, refresh } from '../store/refresh.js'
import { createTagReader } from '../tags/read_tags.js'
import type { Tag } from '../tags/tag.js'
import { readQuery } from '../words/query_words.js'
import type { Answers, FoundTag, MapPlace, MapStats, Question } from './messages.js'

/** Other questions are answered at least this often while files are read. */
const TURN_MS = 15
/** Definitions that one question returns. */
const MOST_FOUND = 50

interface State {
  place: MapPlace
  workspace: Workspace
  store: Store
  parts: MakeParts
  lookout: Lookout | null
  running: Promise<void> | null
  last: Refreshed
  stats: Pick<MapStats, 'refreshMs' | 'loadMs'>
  wish: ((path: string) => number) | null
}

/** Answers the questions of one main thread until the worker is terminated. */
export async function serve(place: MapPlace, port: MessagePort): Promise<void> {
  const begun = performance.now()
  const state = await openState(place)
  state.stats.loadMs = performance.now() - begun
  port.on('message', ({ id, question }: { id: number; question: Question }) => {
    answer(state, question).then(
      (value) => port.postMessage({ id, value }),
      (error: unknown) => port.postMessage({ id, error: String(error) }),
    )
  })
}

async function openState(place: MapPlace): Promise<State> {
  const languages = await loadLanguages()
  const store = place.cachePath === null ? emptyStore() : readCache(place.cachePath)
  return {
    place,
    workspace: openWorkspace({ root: place.root, deny: place.deny, env: place.env }),
    store,
    parts: { languages, tags: createTagReader(languages), names: store.names },
    lookout: null,
    running: null,
    last: { read: 0, left: 0, changed: false, truncated: false },
    stats: { refreshMs: 0, loadMs: 0 },
    wish: null,
  }
}

async function answer(state: State, question: Question): Promise<Answers[Question['kind']]> {
  if (question.kind === 'rank') state.wish = wishFor(question.text)
  const running = bringUpToDate(state)
  if (question.kind === 'refresh') {
    await running
    return statsOf(state)
  }
  await atMost(running, question.waitMs)
  const { store, place, last } = state
  if (question.kind === 'find') return findTags(store, question.name)
  if (question.kind === 'inFile') return tagsOf(store, question.path)
  state.lookout ??= createLookout(store)
  const { text, most, only } = question
  const { files, matched } = state.lookout.rank(text, { root: place.root, most, only })
  const left = state.running === null ? last.left : countLeft(state)
  return { files, matched, total: store.files.size, left, truncated: last.truncated }
}

/** One refresh at a time; a question that comes while one runs waits for that one. */
function bringUpToDate(state: State): Promise<void> {
  state.running ??= readTree(state).finally(() => {
    state.running = null
  })
  return state.running
}

async function readTree(state: State): Promise<void> {
  const { store, workspace, parts, place } = state
  const begun = performance.now()
  let turn = begun
  state.last = await refresh(store, workspace, parts, {
    mostFiles: place.mostFiles ?? LIMITS.mapFiles,
    mostMs: place.mostMs ?? LIMITS.mapMs,
    signal: AbortSignal.timeout(LIMITS.mapMs * 2),
    prefer: () => state.wish,
    async pause() {
      if (performance.now() - turn < TURN_MS) return
      state.lookout = null
      await new Promise((resolve) => setImmediate(resolve))
      turn = performance.now()
    },
  })
  if (state.last.changed) state.lookout = null
  state.stats.refreshMs = performance.now() - begun
  if (state.last.changed && place.cachePath !== null) {
    const path = place.cachePath
    // After the questions that wait for this refresh.
    setTimeout(() => writeCache(path, store), 50)
  }
}

/** Files whose path has words of the task are read first. */
function wishFor(text: string): (path: string) => number {
  const { words, paths } = readQuery(text)
  return (path) => {
    const named = paths.some((one) => path.endsWith(one)) ? 10 : 0
    return named + new Set(pathWords(path).filter((word) => words.has(word))).size
  }
}

async function atMost(running: Promise<void>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs)
  })
  await Promise.race([running, late])
  clearTimeout(timer)
}

function countLeft({ store, parts }: State): number {
  let left = 0
  for (const { path, mtimeMs } of store.files.values())
    if (mtimeMs === -1 && parts.languages.of(path) !== null) left += 1
  return left
}

function statsOf({ store, last, stats }: State): MapStats {
  let definitions = 0
  for (const { defines } of store.files.values()) definitions += defines.length
  return { total: store.files.size, left: last.left, definitions, ...stats }
}

function tagsOf(store: Store, path: string): Tag[] {
  return JSON.parse(store.files.get(path)?.tags ?? '[]') as Tag[]
}

function findTags(store: Store, name: string): FoundTag[] {
  const id = store.names.find(name)
  if (id === undefined) return []
  const found: FoundTag[] = []
  for (const path of [...store.files.keys()].sort()) {
    if (store.files.get(path)?.defines.includes(id) !== true) continue
    for (const tag of tagsOf(store, path)) if (tag.name === name) found.push({ path, ...tag })
    if (found.length >= MOST_FOUND) break
  }
  return found
}
