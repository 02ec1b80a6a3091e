import { z } from 'zod'
import { countNoun } from '#core'
import { Place, WholeText } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { EDITOR_ACTIONS, PATH_WORDS } from '../declare/words.js'
import { editResult } from '../edit/edit_result.js'
import { guardWrite } from '../edit/guards/guards.js'
import { openForEdit } from '../edit/open_for_edit.js'

const NO_APPEND =
  'write_file replaces the whole file. To add lines at the end, call append_file with path and content. To insert lines elsewhere, call patch_file: copy a line into old_str, and send it with the new lines in new_str.'

export const writeFile = defineTool({
  name: 'write_file',
  summary: 'Create a file, or replace all of it.',
  input: z.object({
    path: Place,
    content: WholeText,
  }),
  aliases: {
    names: ['Write', 'create_file', 'save_file', 'write_to_file', 'new_file', 'file_write'],
    fields: {
      path: PATH_WORDS,
      content: ['contents', 'text', 'file_text', 'file_content', 'new_content', 'data', 'code'],
    },
    action: EDITOR_ACTIONS.write_file,
  },
  effect: 'edit',
  danger: true,
  evidence: 'edit_applied',
  route: { base: 'always', for: ['write', 'plan'] },
  card: {
    example: { path: 'src/new.ts', content: 'export const answer = 42\n' },
    rules: [
      'Use it for a new file.',
      'Use `patch_file` for a file that exists.',
      'Write the whole text. Never write "rest unchanged".',
      'Write a long file in parts with `append_file`.',
    ],
    words: /\b(?:create|write|add|new file|generate|erstelle|crée|crea)\b|创建/iu,
    priority: 2,
  },
  paths: ({ path }) => [{ path, access: 'write' }],
  refuses: (unknown) =>
    Object.entries(unknown).some(([key, value]) => adds(key, value)) ? NO_APPEND : null,
  describe: ({ path, content }) => `write ${path} (${countNoun(content.length, 'character')})`,

  async run({ path, content }, context) {
    const file = await openForEdit(path, context.workspace, context.signal)
    if (!file.ok) return fail(file.message)
    const after = Buffer.from(content)
    if (file.before?.equals(after))
      return { ok: true, text: `${file.path} already has this content. Nothing was changed.` }
    const held = guardWrite(file, content, context)
    if (held !== null) return held
    const verb = file.before === null ? 'created' : 'replaced'
    return editResult([{ ...file, after, verb, strategy: 'whole' }])
  },
})

/** True for an argument that asks for less than a replacement of the whole file. */
function adds(key: string, value: unknown): boolean {
  if (/^(?:append|insert|prepend)/i.test(key)) return value !== false && value !== null
  const isPlace = /^(?:insert_line|start_line|end_line|line|line_number|offset)$/i.test(key)
  return (
    isPlace || (/^mode$/i.test(key) && /^(?:a|a\+|append|insert|prepend)$/i.test(String(value)))
  )
}
