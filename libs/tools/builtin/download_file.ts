import { z } from 'zod'
import { countNoun, type FileEdit, LIMITS, summarise } from '#core'
import { fetchUrl } from '#web'
import { hashBytes } from '#workspace'
import { Place } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { openForEdit } from '../edit/open_for_edit.js'
import { unpackEdits } from '../edit/unpack_archive.js'

export const downloadFile = defineTool({
  name: 'download_file',
  summary: 'Save a file from the web.',
  input: z.object({
    url: Place,
    dest: Place,
    extract: z.boolean().optional().describe('unpack it into dest'),
  }),
  aliases: {
    names: ['download', 'wget', 'curl'],
    fields: {
      url: ['uri', 'link'],
      dest: ['destination', 'path', 'output', 'file_path', 'target'],
    },
  },
  effect: 'edit',
  danger: true,
  evidence: 'edit_applied',
  route: { for: ['web'], words: /\bdownload\b/i },
  extra: true,
  paths: ({ dest }) => [{ path: dest, access: 'write' }],
  urls: ({ url }) => [url],
  describe: ({ url, dest, extract }) =>
    `download ${url} ${extract ? 'and unpack it into' : 'to'} ${dest}`,

  async run({ url, dest, extract = false }, { workspace, web, signal, onRequest }) {
    // The destination is checked before the first request.
    const file = extract ? null : await openForEdit(dest, workspace, signal)
    if (file?.ok === false) return fail(file.message)
    if (file !== null && file.before !== null)
      return fail(`${file.path} already exists. Choose another dest.`)
    const answer = await fetchUrl(url, web, {
      maxBytes: LIMITS.downloadBytes,
      timeoutMs: LIMITS.downloadMs,
      accept: '*/*',
      signal,
      onRequest,
    })
    if (!answer.ok) return fail(answer.message)
    const { bytes } = answer
    if (answer.status !== 200) return fail(`${answer.url} returned HTTP status ${answer.status}.`)
    const made =
      file === null
        ? await unpackEdits(bytes, dest, workspace)
        : { ok: true as const, edits: [editOf(file.path, bytes, file.fileMode)] }
    if (!made.ok) return fail(`${answer.url}: ${made.message}.`)
    const hash = hashBytes(bytes)
    const path = file?.path ?? dest
    const what = file === null ? `${countNoun(made.edits.length, 'file')} into` : 'to'
    const text = `downloaded ${answer.url} (${bytes.length} bytes, sha256 ${hash.slice(0, 16)}) ${what} ${path}`
    const names = made.edits.map((edit) => edit.path).join('\n')
    const added = made.edits.reduce((sum, { after }) => sum + countLines(after), 0)
    return {
      ok: true,
      text: file === null ? `${text}\n${names}` : text,
      edits: made.edits,
      evidence: [
        {
          kind: 'edit_applied',
          subject: path,
          summary: summarise(text),
          payload: Buffer.from(`${text}\n${names}`),
          facts: { path, added, removed: 0, strategy: 'download', url, bytes: bytes.length, hash },
        },
      ],
    }
  },
})

function editOf(path: string, after: Buffer, fileMode: number): FileEdit {
  return { path, before: null, after, fileMode }
}

/** Number of lines of a text; 0 for binary data. */
function countLines(bytes: Buffer | null): number {
  if (bytes === null || bytes.length === 0 || bytes.includes(0)) return 0
  let lines = bytes.at(-1) === 10 ? 0 : 1
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}
