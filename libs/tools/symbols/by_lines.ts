import type { Explained, Use } from '#map'
import type { Workspace } from '#workspace'
import { definitionIn } from '../search/definitions.js'
import type { Found } from './found.js'

type Line = { path: string; line: number; text: string }

/** Number of uses for which the enclosing function is found. */
const MOST_USES = 30

/**
 * Definitions and uses of a name by a search for the word and the shapes of lines, for a session without an index.
 * Comments and strings count as uses.
 */
export async function lookUpByLines(
  name: string,
  { workspace, signal }: { workspace: Workspace; signal: AbortSignal },
): Promise<Found | { message: string }> {
  const word = `(?:^|[^\\w$])${name.replaceAll('$', '\\$')}(?:[^\\w$]|$)`
  const found = await workspace.grep({ pattern: word, signal })
  if (!found.ok) return { message: found.message }
  const { lines, truncated } = found
  const isDefinition = ({ path, text }: Line) => definitionIn(path, text)?.name === name
  const definitions: Explained['definitions'] = lines.filter(isDefinition).map((one) => ({
    path: one.path,
    line: one.line,
    end: one.line,
    kind: 'definition',
    name,
    text: one.text.trim(),
  }))
  const uses: Use[] = lines
    .filter((one) => !isDefinition(one))
    .map((use, at) => ({
      path: use.path,
      line: use.line,
      text: use.text.trim(),
      inside: at < MOST_USES ? enclosing(use, workspace) : null,
      isCall: false,
    }))
  return { name, definitions, uses, unread: 0, callees: [], left: 0, isCut: truncated }
}

/** The definition that contains a line: the nearest one above it with less indentation. */
function enclosing({ path, line, text }: Line, workspace: Workspace): Use['inside'] {
  const from = Math.max(1, line - 400)
  const file = workspace.readFile(path, { start: from, end: line })
  if (!file.ok) return null
  let indent = indentOf(text)
  const above = file.text.split('\n').slice(0, -1)
  for (let row = above.length - 1; row >= 0; row--) {
    const own = above[row] ?? ''
    if (own.trim() === '' || indentOf(own) >= indent) continue
    const definition = definitionIn(path, own)
    if (definition?.scope) return { name: definition.name, line: from + row }
    indent = indentOf(own)
    if (indent === 0) return null
  }
  return null
}

function indentOf(line: string): number {
  return /^\s*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0
}
