import { closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs'
import type { FileEdit } from '#core'
import { type PathRules, resolvePath } from '../paths/resolve_path.js'
import type { Place } from '../paths/types.js'
import { whyHidden } from '../paths/why_hidden.js'
import { discard, flushFolder, place, remove, type Staged, stage } from './atomic_write.js'
import { describeFileError } from './describe_error.js'
import { readPlace } from './read_files.js'
import type { ApplyResult } from './types.js'

interface Checked {
  edit: FileEdit
  absolute: string
}

type Failure = Extract<ApplyResult, { ok: false }>

/**
 * Writes computed edits. Before the first rename all files are compared with `before`, and all new bytes
 * are on disk in temporary files. When a rename fails, the files that were already replaced are restored.
 * @param tempTag  part of the names of the temporary files, so that cleanTemps finds them after a crash
 * @returns `conflict` when a file differs from `before`: then nothing was written
 */
export function applyEdits(
  rules: PathRules,
  edits: readonly FileEdit[],
  { tempTag }: { tempTag: string },
): ApplyResult {
  const checked: Checked[] = []
  // Folders that a file needs are created; the folder of the project is not: somebody removed or unmounted it.
  if (!existsSync(rules.root))
    return fail('io', edits[0]?.path ?? '', `The project folder ${rules.root} no longer exists.`)
  for (const edit of edits) {
    const result = check(rules, edit)
    if ('ok' in result) return result
    if (checked.some((other) => other.absolute === result.absolute))
      return fail('conflict', edit.path, `${edit.path} occurs twice in one change.`)
    checked.push(result)
  }
  return replaceAll(checked, tempTag)
}

function check(rules: PathRules, edit: FileEdit): Checked | Failure {
  const { path } = edit
  const found = resolvePath(rules, path)
  if (!found.ok) return fail('io', path, found.message)
  if (found.denied !== null)
    return fail('denied', path, `${path} is denied by the rule ${found.denied}.`)
  if (!found.inside) return fail('denied', path, `${path} is outside the workspace.`)
  if (found.kind === 'link')
    return fail('io', path, `${path} is a symbolic link to ${found.target}. Edit that file itself.`)
  if (found.kind === 'folder' || found.kind === 'other')
    return fail('io', path, `${path} is not a regular file.`)
  return compareWithDisk(edit, found) ?? { edit, absolute: found.absolute }
}

function compareWithDisk(edit: FileEdit, found: Place): Failure | null {
  const { path, before } = edit
  const hidden = found.exists ? null : whyHidden(found.target)
  if (hidden !== null)
    return fail('io', path, `${path} cannot be written: ${describeFileError(hidden)}.`)
  if (before === null)
    return found.exists ? fail('conflict', path, `${path} already exists. Read it first.`) : null
  if (!found.exists) return fail('conflict', path, `${path} no longer exists.`)
  const now = readPlace(found)
  if (!now.ok) return fail('io', path, now.message)
  if (now.bytes.equals(before)) return null
  return fail('conflict', path, `${path} has changed since it was read. Read it again.`)
}

function replaceAll(checked: Checked[], tag: string): ApplyResult {
  const staged: (Staged | null)[] = []
  const done: Checked[] = []
  let current: Checked | undefined
  try {
    for (current of checked) {
      const { after, fileMode } = current.edit
      staged.push(after === null ? null : stage(current.absolute, { bytes: after, fileMode, tag }))
    }
    for (const [index, item] of checked.entries()) {
      current = item
      const ready = staged[index]
      if (ready) place(ready)
      else remove(item.absolute)
      done.push(item)
    }
    for (current of checked) flushFolder(current.absolute)
    return { ok: true }
  } catch (error) {
    const path = current?.edit.path ?? ''
    const failed = rollBack(done.reverse(), tag)
    for (const ready of staged) if (ready) discard(ready)
    const restored = done.map(({ edit }) => edit.path).filter((each) => !failed.includes(each))
    const sentences = [`${path} cannot be written: ${describeFileError(error)}.`]
    if (restored.length > 0) sentences.push(`Restored: ${restored.reverse().join(', ')}.`)
    sentences.push(
      failed.length > 0 ? `Could not be restored: ${failed.join(', ')}.` : 'Nothing was changed.',
    )
    return {
      ...fail('io', path, sentences.join(' ')),
      ...(failed.length > 0 && { written: failed }),
    }
  }
}

/** Restores the old bytes of files; returns the paths for which that failed. */
function rollBack(done: Checked[], tag: string): string[] {
  return done
    .filter(({ edit, absolute }) => {
      try {
        const { before, after, fileMode } = edit
        if (!isStill(absolute, after)) return true
        if (before === null) remove(absolute)
        else place(stage(absolute, { bytes: before, fileMode, tag }))
        return false
      } catch {
        return true
      }
    })
    .map(({ edit }) => edit.path)
}

/** Whether the file still has the bytes that were written. A later change by others is not overwritten. */
function isStill(absolute: string, bytes: Buffer | null): boolean {
  let handle: number
  try {
    handle = openSync(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    return bytes === null && (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
  try {
    return bytes !== null && readFileSync(handle).equals(bytes)
  } finally {
    closeSync(handle)
  }
}

function fail(code: Failure['code'], path: string, message: string): Failure {
  return { ok: false, code, message, path }
}
