import { z } from 'zod'
import { guardWrite } from '../edit_guards.js'
import { editResult } from '../edit_result.js'
import { openForEdit } from '../open_for_edit.js'
import { defineTool, fail } from '../tool.js'

export const writeFile = defineTool({
  name: 'write_file',
  summary: 'Create a file, or replace it whole.',
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
      return { ok: true, text: `${file.path} has exactly this content already. Nothing changed.` }
    const held = guardWrite(file, content, context)
    if (held !== null) return held
    const verb = file.before === null ? 'created' : 'replaced'
    return editResult([{ ...file, after, verb, strategy: 'whole' }])
  },
})
