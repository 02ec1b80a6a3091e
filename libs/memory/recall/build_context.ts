import { estimateTokens } from '#core'
import { scoreResult } from '../rank/score.js'
import { fillShares } from '../rank/shares.js'
import type { ContextStrategy, Shares } from '../types/archetype.js'
import type { Outcome } from '../types/event.js'
import type { Context, ContextItem } from '../types/recall.js'
import { FRAME_TOKENS, renderContext } from './render.js'

/** Something that may go into a context. */
export interface Candidate {
  kind: ContextItem['kind']
  id: string
  text: string
  /** Milliseconds since 1970. */
  timestamp: number
  similarity?: number
  salience?: number
  outcome?: Outcome | null
}

/** The candidates of each source. `recent` has the newest first. */
export interface Candidates {
  recent: readonly Candidate[]
  semantic: readonly Candidate[]
  entities: readonly Candidate[]
  relations: readonly Candidate[]
  entries: readonly Candidate[]
}

export interface BuildOptions {
  maxTokens: number
  /** Tokens that typed entries may take. What they leave goes to the sources. */
  entryTokens: number
  strategy: ContextStrategy
  now: number
}

/** Part of a context that typed entries may take. */
const ENTRY_SHARE = 0.2
/** Part of the budget that the newest events may take where recency comes first. */
const RECENCY_FIRST_SHARE = 50
/** The estimate of a whole is at most a few percent above the sum of its lines. */
const FAR_SHARE = 0.9
/** The line break and the dash before a text. */
const LINE_TOKENS = 2

/** Chooses what fits, in the shares of the strategy, and scores it (docs/memory.md#assembly). */
export function buildContext(candidates: Candidates, options: BuildOptions): Context {
  const { maxTokens, strategy } = options
  const budget = maxTokens - FRAME_TOKENS
  const known = new Map<string, Candidate>()
  for (const one of [...candidates.recent, ...candidates.semantic]) {
    const before = known.get(one.id)
    known.set(one.id, { ...before, ...one, similarity: one.similarity ?? before?.similarity })
  }
  const seen = new Set<string>()
  const prepare = (source: ContextItem['source'], ordered: boolean) => {
    const items = candidates[source].flatMap((one) => {
      const key = `${one.kind}:${one.id}`
      if (seen.has(key)) return []
      seen.add(key)
      return [toItem({ ...one, ...(one.kind === 'event' && known.get(one.id)) }, source, options)]
    })
    return ordered ? items : items.sort(byScore)
  }
  const entries = prepare('entries', true)
  const recent = prepare('recent', true)
  const [semantic, entities, relations] = (['semantic', 'entities', 'relations'] as const).map(
    (source) => prepare(source, false),
  )
  const entryBudget = Math.min(options.entryTokens, Math.floor(budget * ENTRY_SHARE))
  const [notes = []] = fillShares([{ share: 100, items: entries }], entryBudget)
  const left = budget - sum(notes)
  const shares = sharesOf(strategy)
  const chosen = fillShares(
    [
      { share: shares.recent, items: recent },
      { share: shares.semantic, items: semantic ?? [] },
      { share: shares.entities, items: entities ?? [] },
      { share: shares.relations, items: relations ?? [] },
    ],
    left,
  )
  return toContext([...notes, ...chosen.flat()].sort(byScore), maxTokens)
}

/** Recency first: the newest events get half of the budget before the others share the rest. */
function sharesOf({ budgetAllocation, first }: ContextStrategy): Shares {
  if (first !== 'recency' || budgetAllocation.recent >= RECENCY_FIRST_SHARE) return budgetAllocation
  const factor = (100 - RECENCY_FIRST_SHARE) / (100 - budgetAllocation.recent)
  return {
    recent: RECENCY_FIRST_SHARE,
    semantic: budgetAllocation.semantic * factor,
    entities: budgetAllocation.entities * factor,
    relations: budgetAllocation.relations * factor,
  }
}

function toItem(
  one: Candidate,
  source: ContextItem['source'],
  { strategy, now }: BuildOptions,
): ContextItem {
  return {
    kind: one.kind,
    id: one.id,
    source,
    text: one.text,
    tokens: estimateTokens(one.text) + LINE_TOKENS,
    score: scoreResult(one, strategy, now),
    timestamp: one.timestamp,
    outcome: one.outcome ?? null,
  }
}

/** The estimate of the whole can be above the sum of its lines: then the lowest scores go. */
function toContext(items: ContextItem[], maxTokens: number): Context {
  let kept = items
  let prompt = renderContext(kept)
  // Far below the budget nobody needs the estimate: it takes as long as the search.
  const isFar = sum(items) + FRAME_TOKENS <= maxTokens * FAR_SHARE
  let tokens = isFar ? null : estimateTokens(prompt)
  while (tokens !== null && tokens > maxTokens && kept.length > 0) {
    kept = kept.slice(0, -1)
    prompt = renderContext(kept)
    tokens = estimateTokens(prompt)
  }
  const context: Omit<Context, 'context'> = {
    items: kept,
    get tokens() {
      tokens ??= estimateTokens(prompt)
      return tokens
    },
    toSystemPrompt: () => prompt,
  }
  // Not enumerable: a context can be logged and written as JSON.
  return Object.defineProperty(context, 'context', { value: context }) as Context
}

function byScore(a: ContextItem, b: ContextItem): number {
  return b.score - a.score || b.timestamp - a.timestamp || (a.id < b.id ? -1 : 1)
}

function sum(items: readonly { tokens: number }[]): number {
  return items.reduce((total, { tokens }) => total + tokens, 0)
}
