import { editDistance, type Json } from '#core'
import { isObject } from '../../json/parse_json.js'
import { ACTION_NAMES } from './one_line_actions.js'

/** A tool as the model was offered it; without `parameters` nothing is known of its arguments. */
export interface OfferedTool {
  name: string
  parameters?: Json | undefined
}

/** Whose name was said. */
export type Named =
  | { kind: 'known'; tool: OfferedTool }
  /** Nearly the name of a tool that may change something: told, never run. */
  | { kind: 'nearly'; near: string }
  | { kind: 'unknown' }

/** The tools of one request, found by what a model may make of their names. */
export interface Offer {
  names: readonly string[]
  /** By case, separator and namespace; near names only for tools that only read. */
  find(said: string): Named
  /** The same without near names: for places where a name is all that tells a call from prose. */
  knows(said: string): boolean
  tool(name: string): OfferedTool | undefined
}

/** First words of tools that change nothing; only for these is a slip of the pen forgiven. */
const READS = /^(?:read|list|ls|get|glob|grep|find|search|view|show|symbol|cat|fetch|lookup|query)/
const CHANGES =
  /write|edit|patch|delete|remove|run|exec|create|move|rename|save|send|update|set|put|post|kill|install|download/

export function createOffer(tools: readonly OfferedTool[]): Offer {
  const exact = new Map(tools.map((tool) => [tool.name, tool]))
  for (const name of ACTION_NAMES) if (!exact.has(name)) exact.set(name, { name })
  const offered = new Set(tools.map((tool) => tool.name))
  const plain = new Map<string, string[]>()
  for (const name of offered)
    plain.set(plainName(name), [...(plain.get(plainName(name)) ?? []), name])
  // A hostile reply says one unknown name a thousand times, and a near name is dear to find.
  const seen = new Map<string, Named>()

  function same(said: string): string | undefined {
    if (offered.has(said)) return said
    const spellings = [plainName(said), plainName(withoutNamespace(said))]
    const found = spellings.map((each) => plain.get(each)).find((each) => each !== undefined)
    return found?.length === 1 ? found[0] : undefined
  }

  function look(said: string): Named {
    const name = said.length > 200 ? undefined : same(said)
    if (name !== undefined) return { kind: 'known', tool: exact.get(name) ?? { name } }
    const near = nearest(plainName(withoutNamespace(said)).slice(0, 80), [...plain.keys()])
    const [meant, ...others] = near.flatMap((each) => plain.get(each) ?? [])
    if (meant === undefined) return { kind: 'unknown' }
    const harmless = READS.test(meant) && !CHANGES.test(meant) && !CHANGES.test(plainName(said))
    const tool = exact.get(meant)
    if (harmless && others.length === 0 && tool !== undefined) return { kind: 'known', tool }
    return { kind: 'nearly', near: meant }
  }

  return {
    names: [...offered],
    tool: (name) => exact.get(name),
    knows: (said) => same(said) !== undefined,
    find(said) {
      const found = seen.get(said) ?? look(said)
      seen.set(said, found)
      return found
    },
  }
}

/** A name without case and separators: `Read-File` is `readfile`. */
export function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

function withoutNamespace(name: string): string {
  return name.replace(/(?::\d{1,4})$/, '').replace(/^.*(?:[./]|::?|__)/s, '')
}

/** The names at the smallest distance, when that is small for their length. */
function nearest(wanted: string, names: readonly string[]): string[] {
  if (wanted.length < 3) return []
  const reach = wanted.length < 7 ? 1 : 2
  const all = names.map((name) => ({ name, distance: distanceOf(wanted, name, reach) }))
  const best = Math.min(reach, ...all.map(({ distance }) => distance))
  return all.filter(({ distance }) => distance === best).map(({ name }) => name)
}

/** Beyond `reach` when the lengths alone say so: what a model calls a tool may be long. */
function distanceOf(a: string, b: string, reach: number): number {
  return Math.abs(a.length - b.length) > reach ? reach + 1 : editDistance(a, b)
}

/** The schema of each argument by name, in the order of the schema; empty when nothing is known. */
export function propertiesOf(tool: OfferedTool | undefined): Record<string, unknown> {
  const schema = tool?.parameters
  const found = isObject(schema) ? schema.properties : undefined
  return isObject(found) ? found : {}
}
