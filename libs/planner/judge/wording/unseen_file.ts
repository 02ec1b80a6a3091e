import { statedClauses } from '../content/stated_clauses.js'
import { changedPaths } from '../facts/changes.js'
import type { Standing } from '../facts/types.js'
import { FILE, isSameFile, PRODUCT } from '../stated/named_paths.js'

const NAMED = new RegExp(`(?<![\\w@./-])${FILE}`, 'gi')
const DOCUMENT = /\b(read-?me|change-?log|contributing|licen[sc]e|documentation|docs)\b(?![\w.-])/gi
/** What the user may do, and where somebody found something else. */
const ADVICE =
  /^\W*(?:run|use|see|call|try|start)\b|\b(?:you|please|like|as in|same as|as the|as described|see|similar)\b/i

/** A file of which an end says something, and that this task has neither changed nor read; null: there is none. */
export function unseenFile(standing: Standing, summary: string): string | null {
  const { rows, textOf, testFiles, checkTexts, sessionChanges, asked } = standing
  const paths = [...changedPaths(standing), ...sessionChanges.map(({ path }) => path)]
  const isSeen = (name: string) => {
    const small = name.toLowerCase().replace(/^(?:documentation|docs)$/, 'doc')
    return (
      paths.some((path) => isSameFile(path, name) || path.toLowerCase().includes(small)) ||
      rows.some(
        (row) =>
          row.kind !== 'decision' &&
          row.kind !== 'diagnostic' &&
          `${row.subject}\n${textOf(row.id)}`.toLowerCase().includes(small),
      ) ||
      testFiles.some((path) => isSameFile(path, name)) ||
      checkTexts.some((text) => text.toLowerCase().includes(small)) ||
      asked.toLowerCase().includes(small)
    )
  }
  for (const clause of statedClauses(summary)) {
    if (ADVICE.test(clause)) continue
    const files = [...clause.matchAll(NAMED)].map(([, file = '']) => file)
    const documents = [...clause.matchAll(DOCUMENT)].map(([, name = '']) => name)
    const open = [...files.filter((one) => !PRODUCT.test(one)), ...documents].find(
      (one) => !isSeen(one),
    )
    if (open !== undefined) return open
  }
  return null
}
