import { z } from 'zod'
import { countNoun } from '#core'
import { OpenPlace } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { FOLDER_WORDS } from '../declare/words.js'
import { glob } from './glob.js'
import { readFile } from './read_file.js'

/** Files per call: with more, each would have too few lines. */
const MOST_FILES = 3

export const findAndRead = defineTool({
  name: 'find_and_read',
  summary: 'Find files by name pattern and read the first ones.',
  input: z.object({ pattern: z.string().min(1), path: OpenPlace.optional() }),
  aliases: {
    fields: { pattern: ['glob', 'query'], path: FOLDER_WORDS },
  },
  effect: 'read',
  danger: false,
  evidence: 'file_read',
  route: { base: 'roomy', quiet: true },
  paths: ({ path }) => [{ path: path ?? '.', access: 'read' }],
  describe: ({ pattern, path }) => `find and read ${pattern}${path ? ` in ${path}` : ''}`,

  async run(input, context) {
    const found = await context.workspace.glob({ ...input, signal: context.signal })
    if (!found.ok || found.paths.length === 0) return glob.run(input, context)
    const { paths } = found
    const chosen = paths.slice(0, MOST_FILES)
    const resultTokens = Math.floor(context.resultTokens / (chosen.length + 0.5))
    const read = await Promise.all(
      chosen.map((path) =>
        readFile.run({ path }, { ...context, resultTokens, readTokens: undefined }),
      ),
    )
    if (read.every(({ ok }) => !ok)) return fail(read.map(({ text }) => text).join('\n'))
    const left = paths.length - chosen.length
    const more = `… ${found.truncated ? 'more than ' : ''}${countNoun(left, 'more file')}. Call glob to see their names.`
    return {
      ok: true,
      text: [...read.map(({ text }) => text), ...(left > 0 ? [more] : [])].join('\n\n'),
      evidence: read.flatMap(({ evidence }) => evidence ?? []),
    }
  },
})
