import { posix } from 'node:path'
import { z } from 'zod'
import { countNoun, nameFirst } from '#core'
import type { GrepLine } from '#workspace'
import { OpenPlace } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { FOLDER_WORDS, PATH_WORDS } from '../declare/words.js'
import { cutResult, REOPEN } from '../result/cut_result.js'
import { cutList } from '../result/done_lines.js'
import { ENDED_EARLY } from '../search/ended_early.js'
import { describeOddIgnores, describeSkipped } from '../search/left_out.js'
import { nameSearch } from '../search/name_search.js'
import { explainRefusal } from '../search/suggest_paths.js'

const MAX_NAMED_FILES = 3
const MORE = 'Narrow the pattern, or pass a path or glob.'

export const grep = defineTool({
  name: 'grep',
  summary: 'Search file contents by regular expression.',
  input: z.object({
    pattern: z.string().min(1),
    path: OpenPlace.optional(),
    glob: z.string().optional().describe('e.g. *.ts').meta({ spare: true }),
    context: z.int().min(0).max(20).optional().meta({ spare: true }),
    ignore_case: z.boolean().optional().meta({ spare: true }),
  }),
  aliases: {
    names: [
      'search',
      'search_files',
      'search_code',
      'grep_search',
      'ripgrep',
      'rg',
      'code_search',
      'content_search',
    ],
    fields: {
      pattern: ['query', 'regex', 'search', 'search_term', 'text', 'q'],
      path: [...PATH_WORDS, ...FOLDER_WORDS],
      glob: ['include', 'file_pattern', 'include_pattern', 'files'],
      context: ['context_lines'],
      ignore_case: ['case_insensitive', 'insensitive'],
    },
  },
  effect: 'read',
  danger: false,
  evidence: 'symbol_lookup',
  route: { base: 'always', for: ['read', 'write', 'search', 'plan'] },
  card: {
    example: { pattern: 'roundMoney\\(', path: 'src', glob: '*.ts' },
    rules: [
      '`pattern` is a regular expression.',
      'Put a backslash before ( ) [ ] . * + ? to find them as text.',
      'Limit it with `path` and `glob`.',
    ],
    words: /\b(?:find|search|grep|where|uses? of|suche|cherche|busca)\b|搜索/iu,
    priority: 4,
  },
  paths: ({ path }) => [{ path: path ?? '.', access: 'read' }],
  describe: ({ pattern, path }) => `grep ${pattern}${path ? ` in ${path}` : ''}`,

  async run(input, { workspace, signal, resultTokens, edited = () => [] }) {
    const { pattern, path, context, ignore_case: ignoreCase } = input
    const found = await workspace.grep({
      pattern,
      path,
      glob: input.glob,
      context,
      ignoreCase,
      signal,
    })
    if (!found.ok) return fail(await explainRefusal(found.message, path ?? '.', workspace, signal))
    const { lines, truncated, skipped } = found
    const files = [...new Set(lines.map((line) => line.path))]
    const matches = lines.filter((line) => line.match).length
    const where = path ? ` in ${path}` : ''
    const query = nameSearch('grep', pattern, [path, input.glob])
    const count = `${truncated ? 'more than ' : ''}${countNoun(matches, 'match')} in ${countNoun(files.length, 'file')}`
    const head = `${query}: ${count}`
    const none = truncated
      ? `${ENDED_EARLY} No match for ${pattern}${where} was found until then. Pass a path.`
      : `No match for ${pattern}${where}. Try a shorter pattern, or ignore_case.`
    const left = [
      ...(skipped === null ? [] : describeSkipped(skipped, matches === 0)),
      ...describeOddIgnores(found.oddIgnores),
    ]
    const tail = [...(truncated ? [`… more matches. ${MORE}`] : []), ...left]
    const text =
      matches === 0
        ? [none, ...left].join('\n')
        : [head, ...files.map((file) => show(file, lines)), ...tail].join('\n')
    const style = { tokens: resultTokens, fixed: 2, more: REOPEN }
    return {
      ok: true,
      // Matches in several files are not one list.
      text:
        files.length === 1
          ? cutList(text, { ...style, edited: edited().filter((one) => one !== files[0]) })
          : cutResult(text, resultTokens, { more: REOPEN }),
      evidence: [
        {
          kind: 'symbol_lookup',
          subject: pattern,
          summary:
            matches === 0
              ? `${query}: ${truncated ? 'not ended in time' : 'no match'}`
              : `${head}: ${nameFirst(files, MAX_NAMED_FILES)}`,
          payload: Buffer.from(text),
          facts: { symbol: pattern, matches, files: files.length, ...searched(path, files) },
        },
      ],
    }
  },
})

/** The file, where only one was searched. */
function searched(path: string | undefined, files: readonly string[]): { path?: string } {
  const [only] = files
  return only !== undefined && path !== undefined && posix.normalize(path) === only
    ? { path: only }
    : {}
}

/** The lines of one file below its path: `12: text` for a match, `13- text` for context. */
function show(file: string, lines: readonly GrepLine[]): string {
  const own = lines.filter((line) => line.path === file)
  return [file, ...own.map((each) => `${each.line}${each.match ? ':' : '-'} ${each.text}`)].join(
    '\n',
  )
}
