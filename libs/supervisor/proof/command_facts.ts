import type { ChangedFile, EvidenceDraft, Json } from '#core'
import type { ToolResult } from '#tools'
import { countChange, isByProduct, type Look } from '#workspace'

/** Changed files that one row lists. */
const MOST_FILES = 200

/** Adds to the row of a command what it changed and, for a test run, the tree that it tested. */
export function withLook<R extends Pick<ToolResult, 'evidence'>>(
  result: R,
  look: Look | null | undefined,
): R {
  if (look === undefined) return result
  const rows = result.evidence ?? []
  const last = rows.at(-1)
  if (last === undefined) return result
  return { ...result, evidence: [...rows.slice(0, -1), withFacts(last, look)] }
}

/** Adds to the row of a command the files outside of the folder that it changed. */
export function withOutside<R extends Pick<ToolResult, 'evidence'>>(
  result: R,
  changes: readonly ChangedFile[],
): R {
  const rows = result.evidence ?? []
  const last = rows.at(-1)
  if (last === undefined || changes.length === 0) return result
  const outsideChanges = changes
    .slice(0, MOST_FILES)
    .map(({ path, added, removed }) => ({ path, added, removed }))
  const facts = { ...last.facts, outside: true, outsideChanges }
  return { ...result, evidence: [...rows.slice(0, -1), { ...last, facts }] }
}

function withFacts(draft: EvidenceDraft, look: Look | null): EvidenceDraft {
  // The tree could not be looked at, so this command may have changed anything.
  if (look === null) return { ...draft, facts: { ...draft.facts, unseen: true } }
  const changes = changesOf(look)
  const facts: Record<string, Json> = { ...draft.facts }
  if (changes.length > 0) facts.changes = changes
  if (draft.kind === 'test_result') facts.tree = look.digest
  return { ...draft, facts }
}

function changesOf({ paths, changes }: Look): { path: string; added: number; removed: number }[] {
  const known = new Map(changes.map((change) => [change.path, change]))
  return paths
    .filter((path) => !isByProduct(path))
    .slice(0, MOST_FILES)
    .map((path) => {
      const change = known.get(path)
      const counts = change ? countChange(change.before, change.after) : { added: 0, removed: 0 }
      return { path, ...counts }
    })
}
