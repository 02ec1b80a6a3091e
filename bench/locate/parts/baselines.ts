import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MapFacts } from '#context'
import type { RepoMap } from '#map'

export interface BaselineInput {
  text: string
  tree: string
  map: RepoMap
}

type Ranked = MapFacts['files']

/** Rankers to compare with. All are shown in the same two parts; the definitions come from the same index. */
export const BASELINES: Record<string, (input: BaselineInput) => Promise<Ranked>> = {
  random: async (input) => {
    const paths = await sources(input)
    return withTags(
      paths.map((path) => ({ path, value: hashOf(`${path}${input.text}`) })),
      input,
    )
  },
  keywords: async (input) => {
    const words = wordsOf(input.text)
    const paths = await sources(input)
    return withTags(
      paths.map((path) => {
        const text = readText(join(input.tree, path))
        let value = 0
        for (const word of words) value += text.split(word).length - 1
        return { path, value }
      }),
      input,
    )
  },
  words: only('words'),
  graph: only('graph'),
  recent: only('recent'),
  past: only('past'),
}

function only(ranker: 'words' | 'graph' | 'recent' | 'past') {
  return async ({ text, map }: BaselineInput): Promise<Ranked> =>
    (await map.rank(text, { waitMs: 120_000, most: 60, only: [ranker] }))?.files ?? []
}

const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|c|h|cc|cpp|hpp|cs|swift|dart|sol|sh|vue|kt|scala|lua)$/

async function sources({ tree }: BaselineInput): Promise<string[]> {
  const { git } = await import('./tasks.js')
  return git(tree, ['ls-files'])
    .split('\n')
    .filter((path) => SOURCE.test(path))
}

async function withTags(
  valued: readonly { path: string; value: number }[],
  { map }: BaselineInput,
): Promise<Ranked> {
  const best = [...valued]
    .sort((a, b) => b.value - a.value || (a.path < b.path ? -1 : 1))
    .slice(0, 25)
  return Promise.all(
    best.map(async ({ path }, rank) => {
      const tags = (await map.inFile(path)) ?? []
      return {
        path,
        signatures: tags.map(({ line, text }, at) => ({
          line,
          text,
          value: 1 / (1 + rank) - at / 1e6,
        })),
      }
    }),
  )
}

function wordsOf(text: string): string[] {
  return [...new Set(text.match(/[A-Za-z_]\w{3,}/g) ?? [])]
}

const texts = new Map<string, string>()

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return texts.get(path) ?? ''
  }
}

/** A fixed number for a text. */
function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const sign of text) hash = Math.imul(hash ^ sign.charCodeAt(0), 16_777_619)
  return hash >>> 0
}
