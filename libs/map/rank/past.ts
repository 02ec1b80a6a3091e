import type { PastCommit } from '#workspace'
import type { FileEntry } from '../store/entry.js'
import type { Query } from '../words/query_words.js'
import { scanNames } from '../words/scan_names.js'
import { splitName } from '../words/split_words.js'

/** Commits whose age counts. */
const RECENT = 300
/** A change of more files is a sweep over the tree. */
const MOST_PATHS = 30
/** Commits with the most similar messages that count. */
const SIMILAR = 40
const SATURATION = 1.2
const LENGTH = 0.5

/** How recently and how often each file changed. */
export function recencyScores(
  files: readonly FileEntry[],
  commits: readonly PastCommit[],
): Float64Array {
  const place = placesOf(files)
  const scores = new Float64Array(files.length)
  commits.slice(0, RECENT).forEach(({ paths }, age) => {
    if (paths.length > MOST_PATHS) return
    for (const path of paths) {
      const at = place.get(path)
      if (at !== undefined) scores[at] = (scores[at] ?? 0) + 1 / (age + 10)
    }
  })
  return scores
}

/** How similar the messages of the commits are that changed each file. */
export function messageScores(
  files: readonly FileEntry[],
  commits: readonly PastCommit[],
  query: Query,
): Float64Array {
  const place = placesOf(files)
  const scores = new Float64Array(files.length)
  const similar = similarCommits(commits, query).slice(0, SIMILAR)
  for (const { commit, score } of similar)
    for (const path of commit.paths) {
      const at = place.get(path)
      if (at !== undefined) scores[at] = (scores[at] ?? 0) + score / Math.sqrt(commit.paths.length)
    }
  return scores
}

const wordsOf = new WeakMap<PastCommit, ReadonlyMap<string, number>>()

function similarCommits(commits: readonly PastCommit[], query: Query) {
  const small = commits.filter(({ paths }) => paths.length <= MOST_PATHS)
  const parts = new Map<string, string[]>()
  const counted = small.map((commit) => {
    const words = wordsOf.get(commit) ?? countWords(commit.message, parts)
    wordsOf.set(commit, words)
    return { commit, words }
  })
  const having = new Map<string, number>()
  for (const word of query.words.keys())
    having.set(word, counted.filter(({ words }) => words.has(word)).length)
  const mean = counted.reduce((sum, { words }) => sum + words.size, 0) / Math.max(1, counted.length)
  return counted
    .map(({ commit, words }) => {
      let score = 0
      for (const [word, weight] of query.words) {
        const count = words.get(word) ?? 0
        const docs = having.get(word) ?? 0
        if (count === 0) continue
        const rare = Math.log(1 + (counted.length - docs + 0.5) / (docs + 0.5))
        const long = 1 - LENGTH + (LENGTH * words.size) / mean
        score += (weight * rare * count * (SATURATION + 1)) / (count + SATURATION * long)
      }
      return { commit, score }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

/** @param parts  search words of the names that were seen: messages repeat them */
function countWords(text: string, parts: Map<string, string[]>): Map<string, number> {
  const words = new Map<string, number>()
  scanNames(text, (name) => {
    const own = parts.get(name) ?? splitName(name)
    parts.set(name, own)
    for (const word of own) words.set(word, (words.get(word) ?? 0) + 1)
  })
  return words
}

function placesOf(files: readonly FileEntry[]): Map<string, number> {
  return new Map(files.map(({ path }, index) => [path, index]))
}
