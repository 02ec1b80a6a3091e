import { z } from 'zod'
import { defineTool, fail } from '../declare/tool.js'
import { EDITOR_ACTIONS, PATH_WORDS } from '../declare/words.js'
import { countFitting, cutLine } from '../result/cut_result.js'
import { readStored } from '../result/read_stored.js'
import { explainRefusal } from '../search/suggest_paths.js'

/** Tokens for the first line and the line about the rest. */
const FRAME_TOKENS = 80

export const readFile = defineTool({
  name: 'read_file',
  summary: 'Read a file, or its lines start_line to end_line.',
  input: z.object({
    path: z.string(),
    start_line: z.int().min(1).optional(),
    end_line: z.int().min(1).optional(),
  }),
  aliases: {
    names: [
      'Read',
      'cat',
      'view',
      'view_file',
      'open_file',
      'read',
      'get_file_contents',
      'file_read',
    ],
    fields: {
      path: PATH_WORDS,
      start_line: ['start', 'line_start', 'from_line', 'offset', 'begin_line', 'startLineNumber'],
      end_line: ['end', 'line_end', 'to_line', 'endLineNumber'],
    },
    action: EDITOR_ACTIONS.read_file,
    pairs: { view_range: ['start_line', 'end_line'], line_range: ['start_line', 'end_line'] },
  },
  effect: 'read',
  danger: false,
  evidence: 'file_read',
  route: { base: 'always', for: ['read', 'write', 'search', 'code_intel', 'plan'] },
  paths: ({ path }) => [{ path, access: 'read' }],
  describe: ({ path, start_line, end_line }) =>
    start_line || end_line
      ? `read ${path} lines ${start_line ?? 1}-${end_line ?? 'end'}`
      : `read ${path}`,

  async run({ path, start_line: start, end_line: end }, context) {
    const { workspace, signal, resultTokens } = context
    if (start !== undefined && end !== undefined && end < start)
      return fail(`end_line ${end} is before start_line ${start}. Swap them.`)
    const file = workspace.readFile(path, { start, end })
    // An evidence id reads a stored result: a tool of its own would add a schema to every prompt.
    const stored =
      file.ok || file.code !== 'missing' ? null : readStored(path, { start, end }, context)
    if (stored !== null) return stored
    if (!file.ok) return fail(await explainRefusal(file.message, path, workspace, signal))

    // No line numbers: small models copy them into their patches.
    const budget = resultTokens - FRAME_TOKENS
    const lines = file.totalLines === 0 ? [] : file.text.split('\n')
    const shown = lines.slice(0, countFitting(lines, budget)).map((line) => cutLine(line, budget))
    const last = file.firstLine + shown.length - 1
    const cut = shown.length < lines.length || file.truncated
    const range = file.totalLines === 0 ? 'is empty' : `lines ${file.firstLine}-${last}`
    const head =
      file.totalLines === 0
        ? `${file.path} is empty`
        : `${file.path} ${range} of ${file.totalLines}`
    const more = `… ${file.totalLines - last} lines follow. Call read_file with start_line ${last + 1} for the rest.`
    return {
      ok: true,
      text: [head, ...shown, ...(cut ? [more] : [])].join('\n'),
      evidence: [
        {
          kind: 'file_read',
          subject: file.path,
          summary: head,
          payload: Buffer.from(shown.join('\n')),
          facts: {
            path: file.path,
            hash: file.hash,
            lines: `${file.firstLine}-${last}`,
            total: file.totalLines,
          },
        },
      ],
    }
  },
})
