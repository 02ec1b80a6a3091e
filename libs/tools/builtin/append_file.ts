import { z } from 'zod'
import { countNoun } from '#core'
import { Place, WholeText } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { PATH_WORDS } from '../declare/words.js'
import { appendBytes } from '../edit/append_bytes.js'
import { editResult } from '../edit/edit_result.js'
import { guardAppend } from '../edit/guards/guard_append.js'
import { openForEdit } from '../edit/open_for_edit.js'

export const appendFile = defineTool({
  name: 'append_file',
  summary: 'Add lines at the end of a file.',
  input: z.object({
    path: Place,
    content: WholeText.min(1),
  }),
  aliases: {
    names: ['append', 'append_to_file', 'file_append', 'add_to_file'],
    fields: { path: PATH_WORDS, content: ['contents', 'text', 'data', 'code', 'lines'] },
  },
  effect: 'edit',
  danger: true,
  evidence: 'edit_applied',
  route: { words: /\bappend/i },
  card: {
    example: { path: 'docs/notes.md', content: '## Next part\n\nText.\n' },
    rules: ['Write the first part with `write_file`.', 'Send only the lines that are new.'],
    words: /\b(?:append|at the end of|long file)\b/iu,
  },
  paths: ({ path }) => [{ path, access: 'write' }],
  describe: ({ path, content }) => `append to ${path} (${countNoun(content.length, 'character')})`,

  async run({ path, content }, context) {
    const file = await openForEdit(path, context.workspace, context.signal)
    if (!file.ok) return fail(file.message)
    const held = guardAppend(file, content, context)
    if (held !== null) return held
    const after = appendBytes(file.before, content)
    if (after === null)
      return fail(
        `${file.path}: the content has characters that the encoding of this file (Latin-1) does not have.`,
      )
    const verb = file.before === null ? 'created' : 'edited'
    return editResult([{ ...file, after, verb, strategy: 'append' }])
  },
})
