import { estimateTokens, LIMITS, showControls } from '#core'
import { findFiles } from '../files/find_files.js'
import { listOf, readFrontMatter } from '../files/front_matter.js'

/** A text of the user about a subject (row 238). */
export interface Knowledge {
  name: string
  keywords: readonly string[]
  /** Words of its headings. */
  headings: readonly string[]
  text: string
}

const KEYWORD_SCORE = 1
const HEADING_SCORE = 2
const NAME_SCORE = 1
const LEAST_SCORE = 2
/** Keywords that are taken from a text without any. */
const MOST_INFERRED = 12
const LEAST_WORD_CHARS = 4

/** A folder of knowledge. */
export interface KnowledgePlace {
  folder: string
  label: string
  trusts(hash: string): boolean
}

/** Reads all files of folders, sorted by name; the later of two with one name counts. Links and large files are left out. */
export function readKnowledge(places: readonly KnowledgePlace[]): Knowledge[] {
  const byName = new Map<string, Knowledge>()
  for (const { folder, label, trusts } of places) {
    const { files } = findFiles(folder, (name, depth) => name.endsWith('.md') && depth === 0)
    for (const { path, text, hash } of files)
      if (trusts(hash)) byName.set(path, toKnowledge(text, `${label}/${path}`))
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** The texts whose words a message has, best first, within the budget. */
export function chooseKnowledge(
  known: readonly Knowledge[],
  message: string,
  { budgetTokens, shown }: { budgetTokens: number; shown(line: string): boolean },
): string[] {
  const words = new Set(wordsOf(message))
  const has = (word: string) => words.has(word)
  const scored = known
    .map((one) => {
      const keywords = one.keywords.filter(has).length * KEYWORD_SCORE
      const headings = one.headings.filter(has).length * HEADING_SCORE
      const name = wordsOf(one.name.replace(/^.*\/|\.md$/g, '')).some(has) ? NAME_SCORE : 0
      return { one, score: keywords + headings + name }
    })
    .filter(({ score, one }) => score >= LEAST_SCORE && !shown(titleOf(one)))
    .sort((a, b) => b.score - a.score || (a.one.name < b.one.name ? -1 : 1))
  const texts: string[] = []
  let left = budgetTokens
  for (const { one } of scored) {
    const text = `${titleOf(one)}\n${cut(one.text)}`
    const tokens = estimateTokens(text)
    if (tokens > left) continue
    left -= tokens
    texts.push(text)
  }
  return texts
}

function toKnowledge(text: string, name: string): Knowledge {
  const read = readFrontMatter(text)
  const given = 'reason' in read ? undefined : read.entries.get('keywords')
  const body = showControls('reason' in read ? text.trim() : read.body)
  const headings = body.split('\n').filter((line) => /^#{1,6}\s/.test(line))
  const keywords = given === undefined ? inferred(body) : listOf(given.toLowerCase())
  return { name, keywords, headings: [...new Set(wordsOf(headings.join(' ')))], text: body }
}

/** The words that a text has most often, equal ones in their order. */
function inferred(text: string): string[] {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text))
    if (word.length >= LEAST_WORD_CHARS) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_INFERRED)
    .map(([word]) => word)
}

function titleOf({ name }: Knowledge): string {
  return `From ${name}:`
}

function cut(text: string): string {
  return text.length <= LIMITS.knowledgeChars
    ? text
    : `${text.slice(0, LIMITS.knowledgeChars - 1).trimEnd()}…`
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}
