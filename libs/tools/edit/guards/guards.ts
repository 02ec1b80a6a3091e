import { countNoun, LIMITS } from '#core'
import { decodeText, hashBytes } from '#workspace'
import type { ToolContext, ToolResult } from '../../declare/tool.js'
import type { OpenedFile } from '../open_for_edit.js'
import { findCut } from './find_cut.js'
import { findElision } from './find_elision.js'
import { findFragment } from './find_fragment.js'
import { findResultMark } from './find_result_marks.js'
import { quoteEdit } from './quote_edit.js'

/** Why an edit is refused. `long`, `large`, `marks` and `spiral` are refused every time. */
type Reason =
  | 'unread'
  | 'stale'
  | 'long'
  | 'large'
  | 'elided'
  | 'cut'
  | 'fragment'
  | 'marks'
  | 'repeated'
  | 'spiral'

const ALWAYS: ReadonlySet<Reason> = new Set(['long', 'large', 'marks', 'spiral'])
/** Lines of one part of a long file: about 2,500 characters. */
const PART_LINES = 60
/** A longer fragment is not repeated in the refusal. */
const MOST_QUOTED = 800

/**
 * Refuses a patch of a file that was not read, that is patched in vain, or with a placeholder for omitted text.
 * @param oldText  the lines that it replaces: those that a search showed count as read; absent: there are none
 * @returns the refusal, or null when the patch may be computed
 */
export function guardPatch(
  file: OpenedFile,
  { newText, oldText }: { newText: string; oldText?: string },
  context: ToolContext,
): ToolResult | null {
  const failed = context.seen?.failedPatches(file.path) ?? 0
  if (failed > 0) return refuse('spiral', file, context, spiralling(file, failed))
  const unread = wasShown(file, oldText, context) ? null : guardUnread(file, context)
  if (unread !== null || file.before === null) return unread
  const old = decodeText(file.before).text
  const mark = findResultMark(file.path, newText, old)
  if (mark !== null) return refuse('marks', file, context, marked(mark))
  const elision = findElision(newText, old)
  return elision === null ? null : refuse('elided', file, context, elided(elision))
}

/**
 * Refuses a write to a file that was not read or is too large to be repeated without loss, and a write of
 * truncated content or with a placeholder for omitted text. A new file is always allowed.
 */
export function guardWrite(
  file: OpenedFile,
  content: string,
  context: ToolContext,
): ToolResult | null {
  const { before, path } = file
  const old = before === null ? '' : decodeText(before).text
  const elision = findElision(content, old)
  const call = quoteEdit(path, old, content)
  if (old.length > LIMITS.rewriteChars)
    return refuse(
      'large',
      file,
      context,
      `${path} has ${old.length} characters, and files of more than ${LIMITS.rewriteChars} cannot be replaced. Change only the lines that differ, with patch_file or multi_edit: ${call}`,
    )
  const held =
    guardLong(file, content, context) ??
    guardUnread(file, context, call) ??
    guardStale(file, context)
  if (held !== null) return held
  const mark = findResultMark(path, content, old)
  if (mark !== null) return refuse('marks', file, context, marked(mark))
  if (elision !== null) return refuse('elided', file, context, elided(elision))
  const cut = before === null ? null : findCut(path, old, content)
  if (cut !== null)
    return refuse(
      'cut',
      file,
      context,
      `the content seems truncated: ${cut}. Send the whole file, or change only the lines that differ: ${call}`,
    )
  const fragment = findFragment(old, content)
  if (fragment === null) return null
  return refuse(
    'fragment',
    file,
    context,
    `the content would replace most of ${path} by a part: ${fragment}. Change only the lines that differ: ${fragmentCall(path, content)}. If the file must become this short, send the same call again.`,
  )
}

/**
 * A long text in one call is often cut or loses lines on its way, and all of it has to be sent again (row 149).
 * @param adds  the text is added to the file and does not replace it
 */
export function guardLong(
  file: OpenedFile,
  content: string,
  context: ToolContext,
  adds = false,
): ToolResult | null {
  const { writeChars = LIMITS.writeChars } = context
  if (content.length <= writeChars) return null
  const { path } = file
  const next = `append_file ${JSON.stringify({ path, content: '<the next lines>' })}`
  const parts = `call write_file with the first ${PART_LINES} lines. Then call ${next} until the file is complete.`
  const how = adds
    ? `Send parts of about ${PART_LINES} lines. Add each with ${next}.`
    : file.before === null
      ? `C${parts.slice(1)}`
      : `Change only the lines that differ, with patch_file. To replace all of it, ${parts}`
  const why = `the content has ${content.length} characters, and one call may send ${writeChars}. ${how}`
  return refuse('long', file, context, why)
}

/** A patch with the fragment as the new text; the model chooses the lines that it replaces. */
function fragmentCall(path: string, content: string): string {
  const new_str = content.length <= MOST_QUOTED ? content : '<your new lines>'
  const call = { path, old_str: '<the lines to replace, copied from the file>', new_str }
  return `patch_file ${JSON.stringify(call)}`
}

/** The matcher proves that the lines are still there. The strict rule wants a read. */
function wasShown(
  { path }: OpenedFile,
  oldText: string | undefined,
  { seen }: ToolContext,
): boolean {
  return seen?.rule === 'once' && oldText !== undefined && seen.shows(path, oldText)
}

function guardUnread(file: OpenedFile, context: ToolContext, call?: string): ToolResult | null {
  if (!isGuarded(file, context) || lastSeen(file, context) !== null) return null
  const then =
    call === undefined
      ? 'then base the edit on the text that it shows.'
      : `then change only what differs: ${call}`
  return refuse(
    'unread',
    file,
    context,
    `${file.path} exists and was not read in this session. Call ${readCall(file)} first, ${then}`,
  )
}

/** A replacement of a whole file must be based on its current content. */
export function guardStale(file: OpenedFile, context: ToolContext): ToolResult | null {
  const known = lastSeen(file, context)
  if (!isGuarded(file, context) || known === null || file.before === null) return null
  if (known === hashBytes(file.before)) return null
  return refuse(
    'stale',
    file,
    context,
    `${file.path} was changed by another program since you read it. Call ${readCall(file)} before you replace it.`,
  )
}

function isGuarded({ before }: OpenedFile, { seen }: ToolContext): boolean {
  return before !== null && seen !== undefined && seen.rule !== 'off'
}

function lastSeen({ path, named }: OpenedFile, { seen }: ToolContext): string | null {
  return seen?.hashOf(path) ?? seen?.hashOf(named) ?? null
}

function readCall({ path }: OpenedFile): string {
  return `read_file ${JSON.stringify({ path })}`
}

/** A short file can be replaced, a long one cannot (guardWrite). */
function spiralling(file: OpenedFile, failed: number): string {
  const isShort = (file.before?.length ?? 0) <= LIMITS.rewriteChars
  const way = isShort ? ', or replace the whole file with write_file' : ''
  return `${countNoun(failed, 'edit')} of ${file.path} failed, so it is not patched from memory. Call ${readCall(file)} first, then copy old_str from the result${way}.`
}

function marked(line: string): string {
  return `"${line.slice(0, 120)}" is a line of a tool result and not of the file. Send the text of the file only, without headers, ids and line numbers.`
}

function elided(line: string): string {
  return `"${line}" is a placeholder and would delete text. Send every line in full, or patch only the lines that change.`
}

export function refuse(
  reason: Reason,
  { path }: OpenedFile,
  { seen }: ToolContext,
  why: string,
): ToolResult | null {
  const mayPass = !ALWAYS.has(reason) && seen !== undefined && seen.rule !== 'strict'
  if (mayPass && seen.refusedBefore(path, reason)) return null
  return {
    ok: false,
    text: `Not written: ${why}`,
    evidence: [
      {
        kind: 'diagnostic',
        subject: path,
        summary: `edit of ${path} refused: ${reason}`,
        payload: Buffer.from(why),
        facts: { code: 'edit_held', flaw: reason, path },
      },
    ],
  }
}
