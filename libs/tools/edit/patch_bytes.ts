import { applyPatch, decodeText, encodeText, type PatchEdit } from '#workspace'

/**
 * Applies one replacement to a file's bytes in the file's own encoding.
 * @returns the new bytes and how the place was found, or the matcher's message for the model
 */
export function patchBytes(
  bytes: Buffer,
  edit: PatchEdit,
): { ok: true; after: Buffer; strategy: string } | { ok: false; message: string; code?: string } {
  const { text, encoding } = decodeText(bytes)
  const patched = applyPatch(text, edit)
  if (!patched.ok) return patched
  const after = encodeText(patched.content, encoding)
  if (after) return { ok: true, after, strategy: patched.strategy }
  return {
    ok: false,
    message: 'new_str has characters that the encoding of this file (Latin-1) does not have.',
  }
}
