import { type EvidenceDraft, summarise } from '#core'
import type { ToolResult } from '#tools'
import type { Workspace } from '#workspace'

/**
 * Parses each file as an edit would leave it, before the edit is made. Where a file no longer parses, the
 * result says so and a `syntax_error` row follows the row of the edit (row 154). The edit is made all the
 * same, because a change may need several. Files of an unknown kind pass.
 */
export async function addSyntaxErrors(
  result: ToolResult,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ToolResult> {
  const errors: { path: string; error: string }[] = []
  for (const { path, before, after } of result.ok ? (result.edits ?? []) : []) {
    const error = after === null ? null : await workspace.checkSyntax(path, after, signal)
    if (error === null) continue
    const was = before === null ? null : await workspace.checkSyntax(path, before, signal)
    // A first fix may not be enough, so a file that stays broken is reported again.
    errors.push({
      path,
      error: was === null ? error : `${error} (it did not parse before, either)`,
    })
  }
  if (errors.length === 0) return result
  const lines = errors.map(({ path, error }) => `But ${path} does not parse now: ${error}`)
  const rows = errors.map(
    ({ path, error }): EvidenceDraft => ({
      kind: 'diagnostic',
      subject: path,
      summary: summarise(`${path} does not parse: ${error.replaceAll('\n', ' ')}`),
      payload: Buffer.from(error),
      facts: { code: 'syntax_error', path },
    }),
  )
  return {
    ...result,
    text: [result.text, ...lines].join('\n'),
    evidence: [...(result.evidence ?? []), ...rows],
  }
}
