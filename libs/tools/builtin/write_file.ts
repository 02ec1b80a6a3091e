import { z } from 'zod'
import { defineTool, fail } from '../declare/tool.js'
import { editResult } from '../edit/edit_result.js'
import { guardWrite } from '../edit/guards.js'
import { openForEdit } from '../edit/open_for_edit.js'

export const writeFile = defineTool({
  name: 'write_file',
  summary: 'Create a file, or replace all of it.',
  input: z.object({
    path: z.string().min(1),
    content: z.string().meta({ jsonText: true }),
  }),
  effect: 'edit',
  danger: true,
  evidence: 'edit_applied',
  paths: ({ path }) => [{ path, access: 'write' }],
  describe: ({ path, content }) => `write ${path} (${content.length} characters)`,

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
