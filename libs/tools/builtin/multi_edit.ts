import { z } from 'zod'
import { FileText, Place } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { NEW_WORDS, OLD_WORDS, PATH_WORDS } from '../declare/words.js'
import { type ComputedEdit, editResult } from '../edit/edit_result.js'
import { guardPatch } from '../edit/guards/guards.js'
import { openForEdit } from '../edit/open_for_edit.js'
import { patchBytes } from '../edit/patch_bytes.js'

export const multiEdit = defineTool({
  name: 'multi_edit',
  summary: 'Several patches, all or none.',
  input: z.object({
    edits: z
      .array(
        z.object({
          path: Place,
          old_str: FileText,
          new_str: FileText,
          replace_all: z.boolean().optional(),
        }),
      )
      .min(1),
  }),
  aliases: {
    names: ['MultiEdit', 'edit_files', 'apply_edits'],
    fields: {
      edits: ['changes', 'replacements', 'patches'],
      path: PATH_WORDS,
      old_str: OLD_WORDS,
      new_str: NEW_WORDS,
      replace_all: ['all', 'global'],
    },
  },
  effect: 'edit',
  danger: true,
  evidence: 'edit_applied',
  route: { base: 'roomy', words: /\b(?:rename|replace all|every file|all files)\b/i },
  extra: true,
  card: {
    example: {
      edits: [
        { path: 'src/a.ts', old_str: 'total(', new_str: 'sum(' },
        { path: 'src/b.ts', old_str: "from './total'", new_str: "from './sum'" },
      ],
    },
    rules: [
      '`edits` is a list of objects, not a text.',
      'Each one has `path`, `old_str` and `new_str`.',
      'When one does not fit, none is made.',
    ],
    words: /\b(?:everywhere|all (?:files|places|uses)|rename|überall|partout)\b/iu,
    priority: 4,
  },
  paths: ({ edits }) =>
    [...new Set(edits.map((edit) => edit.path))].map((path) => ({ path, access: 'write' })),
  describe: ({ edits }) =>
    `patch ${[...new Set(edits.map((edit) => edit.path))].join(', ')} (${edits.length} edits)`,

  async run({ edits }, context) {
    const files = new Map<string, ComputedEdit>()
    for (const [index, { path, ...edit }] of edits.entries()) {
      const refuse = (why: string) =>
        fail(`Edit ${index + 1} of ${edits.length}, ${path}: ${why} Nothing was changed.`)
      const file = await openForEdit(path, context.workspace, context.signal)
      if (!file.ok) return refuse(file.message)
      if (file.before === null) return refuse('it does not exist. Create it with write_file.')
      const held = guardPatch(file, { newText: edit.new_str, oldText: edit.old_str }, context)
      if (held !== null) return { ...held, text: refuse(held.text).text }
      // Two paths can lead to one file: later edits apply to the result of earlier ones.
      const known = files.get(file.path)
      const patched = patchBytes(known?.after ?? file.before, edit)
      if (!patched.ok) return refuse(patched.message)
      const strategy = known && patched.strategy === 'exact' ? known.strategy : patched.strategy
      files.set(file.path, { ...file, after: patched.after, strategy, verb: 'edited' })
    }
    const changed = [...files.values()].filter(
      (file) => !file.after?.equals(file.before ?? file.after),
    )
    if (changed.length === 0) return fail('The edits cancel each other. Nothing was changed.')
    return editResult(changed)
  },
})
