import { z } from 'zod'
import { countNoun } from '#core'
import { OpenPlace } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { FOLDER_WORDS, PATH_WORDS } from '../declare/words.js'
import { countFitting } from '../result/cut_result.js'
import { explainRefusal } from '../search/suggest_paths.js'

const MARKS = { folder: '/', link: '@', file: '', other: '' } as const
/** Tokens for the first line and the line about the rest. */
const FRAME_TOKENS = 60

export const listDir = defineTool({
  name: 'list_dir',
  summary: 'List a folder.',
  input: z.object({ path: OpenPlace }),
  aliases: {
    names: ['ls', 'LS', 'list', 'list_files', 'list_directory', 'list_folder', 'dir', 'read_dir'],
    fields: { path: [...PATH_WORDS, ...FOLDER_WORDS] },
  },
  effect: 'read',
  danger: false,
  evidence: 'file_read',
  route: { base: 'always', for: ['read', 'search', 'plan'] },
  paths: ({ path }) => [{ path, access: 'read' }],
  describe: ({ path }) => `list ${path}`,

  async run({ path }, { workspace, signal, resultTokens }) {
    const listed = workspace.list(path)
    if (!listed.ok) return fail(await explainRefusal(listed.message, path, workspace, signal))
    const names = listed.entries.map((entry) => entry.name + MARKS[entry.kind])
    const folders = listed.entries.filter((entry) => entry.kind === 'folder').length
    const shown = names.slice(0, countFitting(names, resultTokens - FRAME_TOKENS))
    const left = names.length - shown.length
    const counts = `${countNoun(folders, 'folder')}, ${countNoun(names.length - folders, 'file')}`
    const head = `${listed.path}: ${listed.truncated ? `the first ${names.length} entries` : counts}`
    const rest = left > 0 || listed.truncated
    const more = `… ${left > 0 ? countNoun(left, 'more entry') : 'more entries'}. List a subfolder, or use glob.`
    const text = [head, ...shown, ...(rest ? [more] : [])].join('\n')
    return {
      ok: true,
      text,
      evidence: [
        {
          kind: 'file_read',
          subject: listed.path,
          summary: `list ${head}`,
          payload: Buffer.from([head, ...names].join('\n')),
          facts: { path: listed.path, entries: names.length },
        },
      ],
    }
  },
})
