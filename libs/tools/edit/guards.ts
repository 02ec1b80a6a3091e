import { LIMITS } from '#core'
import { decodeText, hashBytes } from '#workspace'
import type { ToolContext, ToolResult } from '../declare/tool.js'
import { findCut } from './find_cut.js'
import { findElision } from './find_elision.js'
import type { OpenedFile } from './open_for_edit.js'
import { quoteEdit } from './quote_edit.js'

/** Why an edit is held back. `large` stands however often the call is made. */
type Flaw = 'unread' | 'stale' | 'large' | 'elided' | 'cut'

/**
 * Holds a patch back whose file was not read, or whose new text stands for text that it leaves out.
 * @returns the refusal, or null when the patch may be computed
 */
export function guardPatch(
  file: OpenedFile,
  newText: string,
  context: ToolContext,
): ToolResult | null {
  const unread = guardUnread(file, context)
  if (unread !== null || file.before === null) return unread
  const elision = findElision(newText, decodeText(file.before).text)
  return elision === null ? null : refuse('elided', file, context, elided(elision))
}

/**
 * Holds a whole write back: over a file that was not read or is too large to be repeated without loss,
 * of a content that was cut off or leaves text out. A new file is free.
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
      `${path} has ${old.length} characters, and a file of more than ${LIMITS.rewriteChars} is not written anew. Change the lines that differ with patch_file, several places at once with multi_edit: ${call}`,
    )
  const held = guardUnread(file, context, call) ?? guardStale(file, context)
  if (held !== null) return held
  if (elision !== null) return refuse('elided', file, context, elided(elision))
  const cut = before === null ? null : findCut(path, old, content)
  if (cut === null) return null
  return refuse(
    'cut',
    file,
    context,
    `the content seems cut off: ${cut}. Send the whole file, or change the lines that differ: ${call}`,
  )
}

function guardUnread(file: OpenedFile, context: ToolContext, call?: string): ToolResult | null {
  if (!isHeld(file, context) || lastSeen(file, context) !== null) return null
  const then =
    call === undefined
      ? 'then make the edit from the text that it shows.'
      : `then change only what differs: ${call}`
  return refuse(
    'unread',
    file,
    context,
    `${file.path} exists and was not read in this session. Call ${readCall(file)} first, ${then}`,
  )
}

/** Whoever replaces a file whole has to know it as it is now, not as it was. */
function guardStale(file: OpenedFile, context: ToolContext): ToolResult | null {
  const known = lastSeen(file, context)
  if (!isHeld(file, context) || known === null || file.before === null) return null
  if (known === hashBytes(file.before)) return null
  return refuse(
    'stale',
    file,
    context,
    `${file.path} was changed by somebody else since you saw it. Call ${readCall(file)} before you replace it.`,
  )
}

function isHeld({ before }: OpenedFile, { seen }: ToolContext): boolean {
  return before !== null && seen !== undefined && seen.rule !== 'off'
}

function lastSeen({ path, named }: OpenedFile, { seen }: ToolContext): string | null {
  return seen?.hashOf(path) ?? seen?.hashOf(named) ?? null
}

function readCall({ path }: OpenedFile): string {
  return `read_file ${JSON.stringify({ path })}`
}

function elided(line: string): string {
  return `"${line}" stands for text that it would delete. Send every line in full, or patch only the lines that change.`
}

function refuse(
  flaw: Flaw,
  { path }: OpenedFile,
  { seen }: ToolContext,
  why: string,
): ToolResult | null {
  const mayPass = flaw !== 'large' && seen !== undefined && seen.rule !== 'strict'
  if (mayPass && seen.refusedBefore(path, flaw)) return null
  return {
    ok: false,
    text: `Not written: ${why}`,
    evidence: [
      {
        kind: 'diagnostic',
        subject: path,
        summary: `edit of ${path} held back: ${flaw}`,
        payload: Buffer.from(why),
        facts: { code: 'edit_held', flaw, path },
      },
    ],
  }
}
