import { decodeText, encodeText, lostRegion, type PatchEdit, putMerged } from '#workspace'
import { fail, type LostEdit } from '../declare/tool.js'
import { editResult } from './edit_result.js'
import type { OpenedFile } from './open_for_edit.js'

/** What is needed to merge an edit whose old text is not in the file; undefined when there is no similar text. */
export function lostEdit(file: OpenedFile, edit: PatchEdit): LostEdit | undefined {
  if (file.before === null || edit.replace_all) return undefined
  const { text, encoding } = decodeText(file.before)
  const region = lostRegion(text, edit)
  if (region === null) return undefined
  const { old_str, new_str } = edit
  const last = region.line + region.text.split('\n').length - 1
  return {
    region: region.text,
    old_str,
    new_str,
    put(merged) {
      const content = putMerged(text, { region, merged }, edit)
      const after = content === null ? null : encodeText(content, encoding)
      if (after === null) return fail('the merge changes other lines than the edit')
      const done = editResult([{ ...file, after, strategy: 'semantic', verb: 'edited' }])
      const note = `old_str was not in the file; its change was merged into lines ${region.line}-${last}`
      return done.ok ? { ...done, text: `${done.text} (${note})` } : done
    },
  }
}
