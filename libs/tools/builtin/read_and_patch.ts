import { z } from 'zod'
import { FileText, Place } from '../declare/texts.js'
import { defineTool, type ToolResult } from '../declare/tool.js'
import { NEW_WORDS, OLD_WORDS, PATH_WORDS } from '../declare/words.js'
import { patchFile } from './patch_file.js'
import { readFile } from './read_file.js'

/** Lines shown before and after the new text. */
const AROUND = 5
const MOST_LINES = 40

export const readAndPatch = defineTool({
  name: 'read_and_patch',
  summary: 'Replace text in a file and show the place, or else the file.',
  input: z.object({ path: Place, old_str: FileText, new_str: FileText }),
  aliases: {
    fields: { path: PATH_WORDS, old_str: OLD_WORDS, new_str: NEW_WORDS },
  },
  effect: 'edit',
  danger: true,
  evidence: 'edit_applied',
  route: { base: 'roomy', quiet: true },
  paths: ({ path }) => [{ path, access: 'write' }],
  describe: ({ path }) => `read and patch ${path}`,

  async run(input, context) {
    const patched = await patchFile.run(input, context)
    if (patched.ok) return { ...patched, text: [patched.text, ...place(patched)].join('\n') }
    const read = await readFile.run({ path: input.path }, context)
    return read.ok
      ? {
          ...read,
          ok: false,
          lost: patched.lost,
          text: `${patched.text}\nNothing was changed. The file:\n${read.text}`,
        }
      : patched
  },
})

/** The changed lines, with some lines around them. */
function place({ edits }: ToolResult): string[] {
  const edit = edits?.[0]
  if (!edit?.before || !edit.after) return []
  const [before, after] = [edit.before, edit.after].map((bytes) =>
    bytes.toString('utf8').split('\n'),
  )
  if (before === undefined || after === undefined) return []
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const from = Math.max(0, start - AROUND)
  const to = Math.min(after.length, after.length - end + AROUND)
  const lines = after.slice(from, Math.min(to, from + MOST_LINES))
  return [`lines ${from + 1}-${from + lines.length} are now:`, ...lines]
}
