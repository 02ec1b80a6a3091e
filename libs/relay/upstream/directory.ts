import type { Clock } from '#core'
import { Refusal } from '../refusals/refusal.js'
import { matchesModel } from '../settings/patterns.js'
import type { ModelEntry, Upstream } from './engine.js'
import { plausibleEntry } from './plausible_entry.js'

/** How long a list of models is reused. */
const LIST_MS = 5_000

/** The models that may be used through this proxy. */
export interface Directory {
  /** @throws Refusal engine_unavailable */
  list(): Promise<ModelEntry[]>
  /**
   * Finds the model that a request names.
   * @throws Refusal model_not_found or model_not_allowed
   */
  find(id: string): Promise<ModelEntry>
  /** true: the engine's last list has it, by this name or with `:latest`. */
  isListed(id: string): boolean
}

/**
 * @param patterns  returns the ids that may be used, `*` matches any text; undefined: all that the engine lists.
 *                  An id that matches is sent to the engine even if the engine does not list it.
 */
export function createDirectory(
  upstream: Upstream,
  patterns: () => readonly string[] | undefined,
  clock: Clock,
  onList: (entries: readonly ModelEntry[]) => void = () => {},
): Directory {
  const isNamed = (id: string) => matchesModel(patterns() ?? [], id)
  const mayUse = (id: string) => patterns() === undefined || isNamed(id)
  let kept: { at: number; entries: Promise<ModelEntry[]> } | null = null
  let listed = new Set<string>()

  function listAll(): Promise<ModelEntry[]> {
    if (kept !== null && clock.monotonic() - kept.at < LIST_MS) return kept.entries
    const entries = upstream
      .list()
      .then((all) => all.flatMap((entry) => plausibleEntry(entry, clock.now())))
    const asked = { at: clock.monotonic(), entries }
    kept = asked
    asked.entries.then(
      (entries) => {
        listed = new Set(entries.map(({ id }) => id))
        onList(entries)
      },
      // A failure is not cached: the engine may answer the next request.
      () => {
        if (kept === asked) kept = null
      },
    )
    return asked.entries.catch(asUnavailable)
  }

  return {
    list: async () => (await listAll()).filter(({ id }) => mayUse(id)),
    isListed: (id) => listed.has(id) || listed.has(`${id}:latest`),
    async find(id) {
      const named = isNamed(id)
      // A model named in the settings needs no list: some engines have none.
      const entries = await listAll().catch((error) => {
        if (named) return []
        throw error
      })
      const entry = entries.find((known) => known.id === id || known.id === `${id}:latest`)
      if (entry !== undefined && mayUse(entry.id)) return { ...entry, id }
      if (entry !== undefined)
        throw new Refusal(
          'model_not_allowed',
          `The model ${quote(id)} is not allowed on this proxy.`,
          {
            param: 'model',
          },
        )
      if (named) return { ...UNLISTED, id }
      throw new Refusal('model_not_found', `There is no model ${quote(id)}. See /v1/models.`, {
        param: 'model',
      })
    },
  }
}

const UNLISTED: ModelEntry = {
  id: '',
  created: null,
  windowTokens: null,
  loaded: null,
  tools: null,
  vision: null,
  slots: null,
}

/** One row of `/v1/models`; fields whose value is unknown are omitted. */
export function modelRow(entry: ModelEntry, slots: number): Record<string, unknown> {
  const row = {
    id: entry.id,
    object: 'model',
    created: entry.created,
    owned_by: 'aircoder-proxy',
    context_window: entry.windowTokens,
    max_model_len: entry.windowTokens,
    loaded: entry.loaded,
    tools: entry.tools,
    vision: entry.vision,
    slots: entry.slots ?? slots,
    digest: entry.digest ?? null,
  }
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

function asUnavailable(error: unknown): never {
  if (error instanceof Refusal && error.code === 'engine_unavailable') throw error
  throw new Refusal(
    'engine_unavailable',
    'The engine does not answer a request for its models.',
    {},
    {
      cause: error,
    },
  )
}

/** Escapes control characters of a client's text. */
function quote(text: string): string {
  return JSON.stringify(text)
}
