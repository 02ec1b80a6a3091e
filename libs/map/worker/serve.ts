import type { MessagePort } from 'node:worker_threads'
import { LIMITS } from '#core'
import { openWorkspace, type Workspace } from '#workspace'
import { explain } from '../graph/explain.js'
import { findDefinitions } from '../graph/find_definitions.js'
import { searchDefinitions } from '../graph/search_definitions.js'
import { loadLanguages } from '../language/language.js'
import { createLookout, type Lookout } from '../rank/look.js'
import { pathWords } from '../rank/path_facts.js'
import { emptyStore, readCache, writeCache } from '../store/cache.js'
import type { Store } from '../store/entry.js'
import { exactTags, type TagSource } from '../store/exact_tags.js'
import type { MakeParts } from '../store/make_entry.js'
import { type Refreshed, refresh } from '../store/refresh.js'
import { createTagReader } from '../tags/read_tags.js'
import { readQuery } from '../words/query_words.js'
import type { Answers, MapPlace, MapStats, Question } from './messages.js'

/** Other questions are answered at least this often while files are read. */
const TURN_MS = 15
/** The index is written this long after it changed. */
const KEEP_MS = 50
/** Paths that an answer names. */
const MOST_PATHS = 2_000

interface State {
  place: MapPlace
  workspace: Workspace
  store: Store
  parts: MakeParts
  source: TagSource
  lookout: Lookout | null
  running: Promise<void> | null
  last: Refreshed
  stats: Pick<MapStats, 'refreshMs' | 'loadMs'>
  wish: ((path: string) => number) | null
  /** Set while the index waits to be written. */
  keeping: NodeJS.Timeout | null
  /** Questions without an answer. */
  asked: number
}

/** Answers the questions of one main thread until the worker is terminated. */
export async function serve(place: MapPlace, port: MessagePort): Promise<void> {
  const begun = performance.now()
  const state = await openState(place)
  state.stats.loadMs = performance.now() - begun
  port.on('message', ({ id, question }: { id: number; question: Question }) => {
    state.asked += 1
    answer(state, question)
      .then(
        (value) => port.postMessage({ id, value }),
        (error: unknown) => port.postMessage({ id, error: String(error) }),
      )
      .finally(() => {
        state.asked -= 1
      })
  })
}

async function openState(place: MapPlace): Promise<State> {
  const languages = await loadLanguages()
  const store = place.cachePath === null ? emptyStore() : readCache(place.cachePath)
  const workspace = openWorkspace({ root: place.root, deny: place.deny, env: place.env })
  const tags = createTagReader(languages)
  const state: State = {
    place,
    workspace,
    store,
    parts: { languages, names: store.names },
    source: { root: workspace.root, languages, tags, onParsed: () => keepLater(state) },
    lookout: null,
    running: null,
    last: { read: 0, left: 0, changed: false, truncated: false },
    stats: { refreshMs: 0, loadMs: 0 },
    wish: null,
    keeping: null,
    asked: 0,
  }
  return state
}

async function answer(state: State, question: Question): Promise<Answers[Question['kind']]> {
  if (question.kind === 'rank') state.wish = wishFor(question.text)
  const running = bringUpToDate(state)
  if (question.kind === 'refresh') {
    await running
    return statsOf(state)
  }
  await atMost(running, question.waitMs)
  const { store, source, last } = state
  const left = state.running === null ? last.left : countLeft(state)
  if (question.kind === 'find') return findDefinitions(store, source, question.name)
  if (question.kind === 'explain') return { ...(await explain(store, source, question)), left }
  if (question.kind === 'search')
    return { ...(await searchDefinitions(store, source, question.text)), left }
  if (question.kind === 'inFile') {
    const entry = store.files.get(question.path)
    return entry === undefined ? [] : exactTags(entry, source)
  }
  state.lookout ??= createLookout(store)
  const { text, most, only } = question
  const { files, matched } = await state.lookout.rank(text, { source, most, only })
  const paths = [...store.files.keys()].sort().slice(0, MOST_PATHS)
  return { files, matched, paths, total: store.files.size, left, truncated: last.truncated }
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
  if (state.last.changed) keepLater(state)
}

/** Writes the index after the questions that wait now. */
function keepLater(state: State): void {
  const { cachePath } = state.place
  if (cachePath === null || state.keeping !== null) return
  state.keeping = setTimeout(() => {
    state.keeping = null
    if (state.asked > 0) return keepLater(state)
    writeCache(cachePath, state.store)
  }, KEEP_MS)
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
