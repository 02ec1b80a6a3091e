import { z } from 'zod'
import { FileText, Place } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { EDITOR_ACTIONS, NEW_WORDS, OLD_WORDS, PATH_WORDS } from '../declare/words.js'
import { editForm } from '../edit/edit_form.js'
import { editResult } from '../edit/edit_result.js'
import { guardPatch } from '../edit/guards/guards.js'
import { lostEdit } from '../edit/lost_edit.js'
import { openForEdit } from '../edit/open_for_edit.js'
import { patchBytes } from '../edit/patch_bytes.js'

const NO_INSERT =
  'patch_file finds the place by its text, not by a line number. Copy the line before the place into old_str. Send it again in new_str, with the new lines after it.'

export const patchFile = defineTool({
  name: 'patch_file',
  summary: 'Replace text in a file, in one place unless replace_all.',
  input: z.object({
    path: Place,
    old_str: FileText,
    new_str: FileText,
    replace_all: z.boolean().optional(),
  }),
  aliases: {
    names: [
      'Edit',
      'str_replace',
      'edit_file',
      'replace',
      'search_replace',
      'replace_in_file',
      'file_edit',
      'update_file',
    ],
    fields: {
      path: PATH_WORDS,
      old_str: OLD_WORDS,
      new_str: NEW_WORDS,
      replace_all: ['all', 'global'],
    },
    action: EDITOR_ACTIONS.patch_file,
  },
  effect: 'edit',
  danger: true,
  evidence: 'edit_applied',
  route: { base: 'always', for: ['write', 'plan'] },
  card: {
    example: { path: 'src/sum.ts', old_str: '  return a - b', new_str: '  return a + b' },
    rules: [
      'Read the lines first.',
      'Copy `old_str` from the file with its spaces and without line numbers.',
      'Add a line above or below when `old_str` is in several places.',
      'Put only the changed lines and one line around them.',
    ],
    words:
      /\b(?:fix|change|edit|replace|rename|update|modify|refactor|ändere|corrige|cambia)\w*|修改/iu,
    priority: 1,
  },
  paths: ({ path }) => [{ path, access: 'write' }],
  refuses: (unknown) => (Object.hasOwn(unknown, 'insert_line') ? NO_INSERT : null),
  describe: ({ path }) => `patch ${path}`,

  async run({ path, ...edit }, context) {
    const file = await openForEdit(path, context.workspace, context.signal)
    if (!file.ok) return fail(file.message)
    if (file.before === null) return fail(`${file.path} does not exist. Create it with write_file.`)
    const held = guardPatch(file, { newText: edit.new_str, oldText: edit.old_str }, context)
    if (held !== null) return held
    const patched = patchBytes(file.before, edit)
    if (!patched.ok) {
      const lost = patched.code === 'not_found' ? lostEdit(file, edit) : undefined
      const cells = file.path.endsWith('.ipynb') ? ' To change a cell, call edit_notebook.' : ''
      const form = lost === undefined ? null : editForm(file, edit)
      const text = `${file.path}: ${patched.message}${cells}`
      return { ...fail(form === null ? text : `${text}\n${form}`), lost }
    }
    return editResult([{ ...file, ...patched, verb: 'edited' }])
  },
})
