import { z } from 'zod'
import { OpenPlace } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { EDITOR_ACTIONS, PATH_WORDS } from '../declare/words.js'
import { readStored } from '../result/read_stored.js'
import { showFile } from '../result/show_file.js'
import { explainRefusal } from '../search/suggest_paths.js'

export const readFile = defineTool({
  name: 'read_file',
  summary: 'Read a file, or its lines start_line to end_line.',
  input: z.object({
    path: OpenPlace,
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
  card: {
    example: { path: 'src/app.ts', start_line: 40, end_line: 90 },
    rules: [
      'Give the path from the project folder.',
      'Leave out `start_line` and `end_line` for the part that matters now.',
      'Find the path with `glob` or `grep` when it is not known.',
    ],
    words: /\b(?:read|open|show|look at|view|lies|lire|leer)\b|读/iu,
  },
  paths: ({ path }) => [{ path, access: 'read' }],
  describe: ({ path, start_line, end_line }) =>
    start_line || end_line
      ? `read ${path} lines ${start_line ?? 1}-${end_line ?? 'end'}`
      : `read ${path}`,

  async run({ path, start_line: start, end_line: end }, context) {
    const { workspace, signal, focus } = context
    if (start !== undefined && end !== undefined && end < start)
      return fail(`end_line ${end} is before start_line ${start}. Swap them.`)
    const file = workspace.readFile(path, { start, end })
    // An evidence id reads a stored result: a tool of its own would add a schema to every prompt.
    const stored =
      file.ok || file.code !== 'missing' ? null : readStored(path, { start, end }, context)
    if (stored !== null) return stored
    if (!file.ok) return fail(await explainRefusal(file.message, path, workspace, signal))

    // No line numbers: small models copy them into their patches.
    const { first, last, lines, notes } = showFile(file, { start, end }, context, () =>
      focus ? focus(file.path) : null,
    )
    const place = `${first}-${last} of ${file.totalLines}`
    const head = file.totalLines === 0 ? `${file.path} is empty` : `${file.path} lines ${place}`
    const what = file.totalLines === 0 ? head : `read ${file.path} ${place}`
    return {
      ok: true,
      text: [head, ...lines, ...notes].join('\n'),
      evidence: [
        {
          kind: 'file_read',
          subject: file.path,
          summary: what,
          payload: Buffer.from(lines.join('\n')),
          facts: {
            path: file.path,
            hash: file.hash,
            lines: `${first}-${last}`,
            total: file.totalLines,
          },
        },
      ],
    }
  },
})
