import { estimateTokens, parseEvidenceId } from '#core'
import { fail, type ToolContext, type ToolResult } from '../declare/tool.js'
import { cleanOutput } from './command_text.js'
import { countFitting, cutLine } from './cut_result.js'

/** Tokens for the first line and the line about the rest. */
const FRAME_TOKENS = 80

/**
 * Lines of a stored result that was cut. The result is already evidence, so the read adds none.
 * @param id  text of the model: `e12`, `[e12]`
 * @returns null when it is not an evidence id
 */
export function readStored(
  id: string,
  range: { start?: number | undefined; end?: number | undefined },
  { stored, resultTokens }: Pick<ToolContext, 'stored' | 'resultTokens'>,
): ToolResult | null {
  const name = id
    .trim()
    .replace(/^\[|\]$/g, '')
    .toLowerCase()
  if (parseEvidenceId(name) === null || stored === undefined) return null
  const found = stored(name)
  if (found === null) return fail(`There is no evidence ${name}, or its file is denied now.`)
  const lines = cleanOutput(found.text).split('\n')
  const start = range.start ?? 1
  if (start > lines.length) return fail(`${name} has ${lines.length} lines.`)
  const wanted = lines.slice(start - 1, range.end)
  const budget = resultTokens - FRAME_TOKENS
  let shown = wanted.slice(0, countFitting(wanted, budget)).map((line) => cutLine(line, budget))
  // The sum of the estimates of lines differs from that of the whole. The result must not be cut in its middle.
  while (shown.length > 1 && estimateTokens(shown.join('\n')) > budget)
    shown = shown.slice(0, Math.floor(shown.length * 0.9))
  const last = start + shown.length - 1
  const head = `${name} (${found.subject.slice(0, 200)}) lines ${start}-${last} of ${lines.length}`
  const more = `… ${lines.length - last} lines follow. Call read_file with path ${name} and start_line ${last + 1}.`
  return {
    ok: true,
    text: [head, ...shown, ...(shown.length < wanted.length ? [more] : [])].join('\n'),
  }
}
