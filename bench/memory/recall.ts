import Database from 'better-sqlite3'
import { Memory } from '#memory'
import { makeTalks, type Question, type Talk, type Turn } from './parts/talks.js'

// Which share of the evidence of a question is among the first 5, 10, 20 turns. The talks are generated
// (parts/talks.ts), in the shape of LoCoMo; nothing of that data set is in them. Baselines: the newest turns, BM25 of
// single turns, BM25 with the neighbours of each turn.

const SEED = 11
const CUTS = [5, 10, 20] as const
const MOST = 20

type Rank = (question: string) => Promise<string[]> | string[]

export default async function run() {
  const talks = makeTalks(SEED)
  const rankers = { recency: newest, bm25_turn: bm25(0), bm25_window: bm25(1), ours }
  const table: Record<string, unknown> = {}
  for (const [name, make] of Object.entries(rankers)) table[name] = await measure(talks, make)
  return {
    seed: SEED,
    talks: talks.length,
    turns: sum(talks.map(({ turns }) => turns.length)),
    questions: sum(talks.map(({ questions }) => questions.length)),
    table,
  }
}

async function measure(talks: readonly Talk[], make: (turns: readonly Turn[]) => Promise<Ranker>) {
  const hits: Record<string, { count: number; recall: number[] }> = {}
  for (const { turns, questions } of talks) {
    const ranker = await make(turns)
    for (const question of questions) {
      const found = await ranker.rank(question.text)
      for (const kind of [question.kind, 'all']) {
        hits[kind] ??= { count: 0, recall: CUTS.map(() => 0) }
        const own = hits[kind]
        own.count += 1
        CUTS.forEach((cut, at) => {
          own.recall[at] = (own.recall[at] ?? 0) + share(question, found.slice(0, cut))
        })
      }
    }
    ranker.close()
  }
  return Object.fromEntries(
    Object.entries(hits).map(([kind, { count, recall }]) => [
      kind,
      Object.fromEntries([
        ['questions', count],
        ...recall.map((one, at) => [`R@${CUTS[at]}`, Number((one / count).toFixed(3))]),
      ]),
    ]),
  )
}

interface Ranker {
  rank: Rank
  close(): void
}

async function newest(turns: readonly Turn[]): Promise<Ranker> {
  const ids = turns.map(({ id }) => id).reverse()
  return { rank: () => ids, close() {} }
}

async function ours(turns: readonly Turn[]): Promise<Ranker> {
  const memory = new Memory({ path: ':memory:' })
  for (const { id, session, speaker, text, timestamp } of turns)
    await memory.record({
      type: 'message',
      id,
      sessionId: session,
      timestamp,
      content: { speaker, text },
    })
  return {
    rank: async (question) => (await memory.contextual.search(question, MOST)).map(({ id }) => id),
    close: () => memory.close(),
  }
}

/** FTS5's own BM25 with Porter's stems; a turn is indexed with so many neighbours on each side. */
function bm25(neighbours: number) {
  return async (turns: readonly Turn[]): Promise<Ranker> => {
    const db = new Database(':memory:')
    db.exec("CREATE VIRTUAL TABLE t USING fts5(words, tokenize='porter unicode61')")
    const add = db.prepare('INSERT INTO t (rowid, words) VALUES (?, ?)')
    turns.forEach((turn, at) => {
      const around = turns
        .slice(Math.max(0, at - neighbours), at + neighbours + 1)
        .filter(({ session }) => session === turn.session)
      add.run(at + 1, around.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n'))
    })
    const find = db.prepare<[string, number], number>(
      'SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?',
    )
    return {
      rank(question) {
        const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
        const rows = find.pluck().all(words.map((word) => `"${word}"`).join(' OR '), MOST)
        return (rows as number[]).map((row) => turns[row - 1]?.id ?? '')
      },
      close: () => db.close(),
    }
  }
}

function share(question: Question, found: readonly string[]): number {
  return question.evidence.filter((id) => found.includes(id)).length / question.evidence.length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
