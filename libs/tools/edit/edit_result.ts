import { countRedactions, type EvidenceDraft, type FileEdit, summarise } from '#core'
import { countChange, hashBytes, unifiedDiff } from '#workspace'
import { fail, type ToolResult } from '../declare/tool.js'

/** `--- a/path` and `+++ b/path`. */
const HEADER_LINES = 2

/** A change that is computed but not yet written, and how its place was found. */
export interface ComputedEdit extends FileEdit {
  verb: 'created' | 'replaced' | 'edited'
  /** How the old text was matched; `whole` for a whole file. */
  strategy: string
}

/** The result of an edit tool: one line and one evidence row per file, in order. Nothing is written. */
export function editResult(edits: readonly ComputedEdit[]): ToolResult {
  const hidden = edits.find(addsRedaction)
  if (hidden !== undefined) return fail(`${hidden.path}: ${REDACTION}`)
  const rows = edits.map(describeEdit)
  return {
    ok: true,
    text: rows.map((row) => row.line).join('\n'),
    evidence: rows.map((row) => row.evidence),
    edits: edits.map(({ path, before, after, fileMode }) => ({ path, before, after, fileMode })),
  }
}

/** The model sees a mark in place of a secret. If it writes the mark back, the secret is lost. */
function addsRedaction({ before, after }: ComputedEdit): boolean {
  const count = (bytes: Buffer | null) => countRedactions(bytes?.toString('latin1') ?? '')
  return count(after) > count(before)
}

const REDACTION =
  'the new text has a mark such as [redacted key], which replaces a secret that you cannot see. Nothing was changed. Leave these lines out of old_str and new_str.'

function describeEdit(edit: ComputedEdit): { line: string; evidence: EvidenceDraft } {
  const { path, before, after, strategy } = edit
  const { added, removed } = countChange(before, after)
  const diff = unifiedDiff({ path, before, after }, Number.POSITIVE_INFINITY)
  const counts = `${path}: +${added} -${removed}`
  return {
    line: `${edit.verb} ${counts}`,
    evidence: {
      kind: 'edit_applied',
      subject: path,
      // Later prompts show a finished edit by the file's name and its new text (docs/design/prompt.md#evidence).
      summary: summarise(`${counts}\n${firstChange(diff)}`),
      payload: Buffer.from(diff),
      facts: { path, added, removed, strategy, hash: after && hashBytes(after) },
    },
  }
}

/** The first added line of a diff with a letter or digit, else the first removed one. */
function firstChange(diff: string): string {
  const body = diff.split('\n').slice(HEADER_LINES)
  const said = (mark: string) => body.find((line) => line.startsWith(mark) && /\w/.test(line))
  return said('+') ?? said('-') ?? ''
}
