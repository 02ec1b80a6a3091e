import { countRedactions, type EvidenceDraft, type FileEdit, summarise } from '#core'
import { countChange, hashBytes, unifiedDiff } from '#workspace'
import { fail, type ToolResult } from '../declare/tool.js'

/** `--- a/path` and `+++ b/path`. */
const HEADER_LINES = 2

/** A change that was computed and not yet made, and how its place was found. */
export interface ComputedEdit extends FileEdit {
  verb: 'created' | 'replaced' | 'edited'
  /** How the old text was matched; `whole` for a whole file. */
  strategy: string
}

/** The result of an edit tool: one line and one evidence row a file, in order; nothing is written. */
export function editResult(edits: readonly ComputedEdit[]): ToolResult {
  const hidden = edits.find(writesRedaction)
  if (hidden !== undefined) return fail(`${hidden.path}: ${REDACTION}`)
  const rows = edits.map(describeEdit)
  return {
    ok: true,
    text: rows.map((row) => row.line).join('\n'),
    evidence: rows.map((row) => row.evidence),
    edits: edits.map(({ path, before, after, fileMode }) => ({ path, before, after, fileMode })),
  }
}

/** A secret that was not shown comes back from the model as its mark: written, it would destroy the secret. */
function writesRedaction({ before, after }: ComputedEdit): boolean {
  const count = (bytes: Buffer | null) => countRedactions(bytes?.toString('latin1') ?? '')
  return count(after) > count(before)
}

const REDACTION =
  'the new text holds a mark such as [redacted key], which stands for a secret that you were not shown. Nothing was changed. Leave those lines out of the edit: take less in old_str and new_str.'

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

/** The first new line of a difference that says something, else the first line that went. */
function firstChange(diff: string): string {
  const body = diff.split('\n').slice(HEADER_LINES)
  const said = (mark: string) => body.find((line) => line.startsWith(mark) && /\w/.test(line))
  return said('+') ?? said('-') ?? ''
}
