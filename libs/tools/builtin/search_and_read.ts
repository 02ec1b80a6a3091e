import { z } from 'zod'
import { countNoun, summarise } from '#core'
import { OpenPlace } from '../declare/texts.js'
import { defineTool } from '../declare/tool.js'
import { FOLDER_WORDS, PATH_WORDS } from '../declare/words.js'
import { describeSkipped } from '../search/left_out.js'
import { nameSearch } from '../search/name_search.js'
import { grep } from './grep.js'
import { readFile } from './read_file.js'

/** Files per call: with more, each would have too few lines. */
const MOST_FILES = 3
/** Lines before the first and after the last match that is shown of a file. */
const AROUND = 15
/** Matches of one file that are further apart than this are not read together. */
const SPAN = 60

export const searchAndRead = defineTool({
  name: 'search_and_read',
  summary: 'Search by regular expression and read the places with the most matches.',
  input: z.object({
    pattern: z.string().min(1),
    path: OpenPlace.optional(),
    glob: z.string().optional().describe('e.g. *.ts'),
  }),
  aliases: {
    fields: {
      pattern: ['query', 'regex', 'search', 'text'],
      path: [...PATH_WORDS, ...FOLDER_WORDS],
      glob: ['include', 'file_pattern'],
    },
  },
  effect: 'read',
  danger: false,
  evidence: 'file_read',
  route: { quiet: true },
  paths: ({ path }) => [{ path: path ?? '.', access: 'read' }],
  describe: ({ pattern, path }) => `search and read ${pattern}${path ? ` in ${path}` : ''}`,

  async run(input, context) {
    const { signal, workspace } = context
    const found = await workspace.grep({ ...input, signal })
    const matches = found.ok ? found.lines.filter((line) => line.match) : []
    if (!found.ok || matches.length === 0) return grep.run(input, context)
    const places = bestPlaces(matches)
    const chosen = places.slice(0, MOST_FILES)
    const resultTokens = Math.floor(context.resultTokens / (chosen.length + 0.5))
    const read = await Promise.all(
      chosen.map(({ path, from, to, lines }) =>
        readFile.run(
          { path, start_line: Math.max(1, from - AROUND), end_line: to + AROUND },
          { ...context, resultTokens, focus: () => ({ lines, by: 'this search' }) },
        ),
      ),
    )
    const query = nameSearch('search_and_read', input.pattern, [input.path, input.glob])
    const head = `${query}: ${found.truncated ? 'more than ' : ''}${countNoun(matches.length, 'match')} in ${countNoun(places.length, 'file')}`
    const left = places.slice(MOST_FILES).map(({ path }) => path)
    const more = `… also in ${left.slice(0, 5).join(', ')}. Call grep to see these lines.`
    return {
      ok: read.some(({ ok }) => ok),
      text: [
        head,
        ...read.map(({ text }) => text),
        ...(left.length > 0 ? [more] : []),
        ...(found.skipped === null ? [] : describeSkipped(found.skipped, false)),
      ].join('\n\n'),
      evidence: read
        .flatMap(({ evidence }) => evidence ?? [])
        .map((row) => ({ ...row, summary: summarise(`${query}: ${row.summary}`) })),
    }
  },
})

interface Spot {
  path: string
  count: number
  from: number
  to: number
  lines: readonly number[]
}

/** The part of each file with the most matches, files with more matches first. */
function bestPlaces(matches: readonly { path: string; line: number }[]): Spot[] {
  const byFile = new Map<string, number[]>()
  for (const { path, line } of matches) byFile.set(path, [...(byFile.get(path) ?? []), line])
  return [...byFile]
    .map(([path, lines]): Spot => {
      const spans = lines.map((from) => lines.filter((line) => line >= from && line <= from + SPAN))
      const best = spans.reduce((most, one) => (one.length > most.length ? one : most))
      return { path, count: lines.length, from: best[0] ?? 1, to: best.at(-1) ?? 1, lines }
    })
    .sort((a, b) => b.count - a.count)
}
