import { type Evidence, estimateTokens } from '#core'
import type { MapFacts, Section } from '../input/section.js'

/** Bare paths at most, and the share of the budget that they may take: names of files are found first. */
const MOST_PATHS = 25
const PATHS_SHARE = 0.45
/** Below this there is room for neither. */
const LEAST_TOKENS = 40
/** Share of its tokens that it has in a rebuilt prompt. */
const LATER_SHARE = 0.5
const PATHS_TITLE = 'Files most likely to matter, best first:'
const TAGS_TITLE = 'Definitions in them (line: signature):'

/**
 * The repo map in two parts: bare paths by rank, then signatures of the best ones (rows 88, 109;
 * docs/design/prompt.md#repo-map). Most tasks then open the right file with their first call.
 */
export const map: Section = {
  name: 'map',
  order: 55,
  begins: PATHS_TITLE,
  share: 0.25,
  atStart: true,
  render({ map: found, evidence }, budgetTokens) {
    if (found === undefined || found === null || found.files.length === 0) return ''
    const map = withoutEdited(found, evidence)
    // Later the work has its own places.
    const share = evidence.length > 0 ? LATER_SHARE : 1
    const budget = Math.min(budgetTokens, map.tokens * share)
    if (budget < LEAST_TOKENS) return ''
    const paths = fittingPaths(map, budget * PATHS_SHARE)
    if (paths.length === 0) return ''
    const lines = [PATHS_TITLE, ...paths]
    if (map.left > 0) lines.push(`(${map.left} files are not in the index yet. Use grep for them.)`)
    const left = budget - estimateTokens(lines.join('\n')) - estimateTokens(TAGS_TITLE) - 2
    const tags = fittingTags(map, left)
    return [...lines, ...(tags.length > 0 ? [TAGS_TITLE, ...tags] : [])].join('\n')
  },
}

/** The map was made before the edits: definitions of a file that was changed may be wrong now. */
function withoutEdited(map: MapFacts, rows: readonly Evidence[]): MapFacts {
  const edited = new Set(rows.map(({ kind, facts }) => kind === 'edit_applied' && facts.path))
  return {
    ...map,
    files: map.files.map((file) => (edited.has(file.path) ? { ...file, signatures: [] } : file)),
  }
}

function fittingPaths({ files }: MapFacts, budgetTokens: number): string[] {
  const kept: string[] = []
  let used = estimateTokens(PATHS_TITLE) + 1
  for (const { path } of files.slice(0, MOST_PATHS)) {
    used += estimateTokens(path) + 1
    if (used > budgetTokens) break
    kept.push(path)
  }
  return kept
}

/** The signatures with the largest value that fit, by file in the order of rank, then by line. */
function fittingTags({ files }: MapFacts, budgetTokens: number): string[] {
  const all = files.flatMap(({ path, signatures }, file) =>
    signatures.map(({ line, text, value }) => {
      const shown = `${line}: ${text}`
      return { file, path, line, value, shown, tokens: estimateTokens(shown) + 1 }
    }),
  )
  all.sort((a, b) => b.value - a.value || a.file - b.file || a.line - b.line)
  const titled = new Set<number>()
  const kept: typeof all = []
  let left = budgetTokens
  for (const one of all) {
    const tokens = one.tokens + (titled.has(one.file) ? 0 : estimateTokens(one.path) + 1)
    if (tokens > left) continue
    left -= tokens
    titled.add(one.file)
    kept.push(one)
  }
  kept.sort((a, b) => a.file - b.file || a.line - b.line)
  return kept.flatMap((one, at) =>
    kept[at - 1]?.file === one.file ? [one.shown] : [one.path, one.shown],
  )
}
