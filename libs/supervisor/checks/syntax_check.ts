import { type EvidenceDraft, summarise } from '#core'
import type { ToolResult } from '#tools'
import type { Workspace } from '#workspace'

/**
 * Looks at what an edit would make of each file, before it is made: where a file parsed before and would
 * not any more, the result says so and a `syntax_error` row stands behind the edit's own (row 154). The
 * edit is made all the same, as a change may take several. Files that no parser here knows pass.
 */
export async function addSyntax(
  result: ToolResult,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ToolResult> {
  const faults: { path: string; fault: string }[] = []
  for (const { path, before, after } of result.ok ? (result.edits ?? []) : []) {
    const fault = after === null ? null : await workspace.checkSyntax(path, after, signal)
    if (fault === null) continue
    const was = before === null ? null : await workspace.checkSyntax(path, before, signal)
    // Its first mend may not be its last, so a file that stays broken is told again, but as what it is.
    faults.push({
      path,
      fault: was === null ? fault : `${fault} (it did not parse before, either)`,
    })
  }
  if (faults.length === 0) return result
  const lines = faults.map(({ path, fault }) => `But ${path} does not parse now: ${fault}`)
  const rows = faults.map(
    ({ path, fault }): EvidenceDraft => ({
      kind: 'diagnostic',
      subject: path,
      summary: summarise(`${path} does not parse: ${fault.replaceAll('\n', ' ')}`),
      payload: Buffer.from(fault),
      facts: { code: 'syntax_error', path },
    }),
  )
  return {
    ...result,
    text: [result.text, ...lines].join('\n'),
    evidence: [...(result.evidence ?? []), ...rows],
  }
}
