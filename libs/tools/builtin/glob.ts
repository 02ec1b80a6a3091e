import { z } from 'zod'
import { countNoun } from '#core'
import { OpenPlace } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { FOLDER_WORDS, PATH_WORDS } from '../declare/words.js'
import { countFitting } from '../result/cut_result.js'
import { ENDED_EARLY } from '../search/ended_early.js'
import { describeClosed, describeOddIgnores, describeOwn } from '../search/left_out.js'
import { nameSearch } from '../search/name_search.js'
import { explainRefusal } from '../search/suggest_paths.js'

/** Tokens for the first line and the line about the rest. */
const FRAME_TOKENS = 60

export const glob = defineTool({
  name: 'glob',
  summary: 'Find files by name pattern.',
  input: z.object({
    pattern: z.string().min(1).describe('e.g. src/**/*.ts'),
    path: OpenPlace.optional(),
  }),
  aliases: {
    names: ['find_files', 'file_search', 'find', 'search_by_name', 'glob_search'],
    fields: {
      pattern: ['glob', 'query', 'glob_pattern', 'file_pattern', 'name'],
      path: [...PATH_WORDS, ...FOLDER_WORDS],
    },
  },
  effect: 'read',
  danger: false,
  evidence: 'file_read',
  route: { base: 'usual', for: ['read', 'search', 'plan'] },
  card: {
    example: { pattern: 'src/**/*.test.ts' },
    rules: [
      '`pattern` has the form of a path. ** means any folders.',
      'Use `grep` to search inside of files.',
    ],
    words: /\b(?:list|which files|find (?:all )?files?)\b/iu,
  },
  paths: ({ path }) => [{ path: path ?? '.', access: 'read' }],
  describe: ({ pattern, path }) => `glob ${pattern}${path ? ` in ${path}` : ''}`,

  async run({ pattern, path }, { workspace, signal, resultTokens }) {
    const found = await workspace.glob({ pattern, path, signal })
    if (!found.ok) return fail(await explainRefusal(found.message, path ?? '.', workspace, signal))
    const { paths, truncated } = found
    const shown = paths.slice(0, countFitting(paths, resultTokens - FRAME_TOKENS))
    const left = paths.length - shown.length
    const count = truncated ? `more than ${paths.length} files` : countNoun(paths.length, 'file')
    const query = nameSearch('glob', pattern, [path])
    const head = `${query}: ${paths.length > 0 ? count : truncated ? 'not ended in time' : 'no file'}`
    const none = truncated
      ? `${ENDED_EARLY} No file that matches ${pattern} was found until then. Pass a path.`
      : `No file matches ${pattern}${path ? ` in ${path}` : ''}. Try a wider pattern such as **/*NAME*.`
    const more = `… ${left > 0 ? `${left} more` : 'more'}. Narrow the pattern, or pass a path.`
    const own = paths.length === 0 ? describeOwn(found.own) : []
    const out = [...describeClosed(found.closed), ...describeOddIgnores(found.oddIgnores), ...own]
    const text = [head, ...shown, ...(left > 0 || truncated ? [more] : []), ...out].join('\n')
    return {
      ok: true,
      text: paths.length === 0 ? [none, ...out].join('\n') : text,
      evidence: [
        {
          kind: 'file_read',
          subject: pattern,
          summary: head,
          payload: Buffer.from(paths.join('\n')),
          facts: { path: path ?? '.', pattern, matches: paths.length },
        },
      ],
    }
  },
})
