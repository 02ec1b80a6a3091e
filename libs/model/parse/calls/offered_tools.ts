import {
  actionsNamed,
  editDistance,
  type Json,
  matchAction,
  plainKey as plainName,
  type TextArguments,
  type ToolAliases,
} from '#core'
import { isObject } from '../../json/parse_json.js'
import { ACTION_NAMES } from './one_line_actions.js'
import type { WrittenCall } from './written_call.js'

/** A tool that the model was offered; without `parameters` its arguments are unknown. */
export interface OfferedTool {
  name: string
  parameters?: Json | undefined
  aliases?: ToolAliases | undefined
  /** Absent: it did not declare them, as tools of other programs; then the usual names count. */
  texts?: TextArguments | undefined
}

/** The result of a search for a tool name. */
export type Named =
  | { kind: 'known'; tool: OfferedTool }
  /** Similar to the name of a tool that may change something. It is reported and never run. */
  | { kind: 'nearly'; near: string }
  | { kind: 'unknown' }

/** The tools of one request, found by the spellings that models use for their names. */
export interface Offer {
  names: readonly string[]
  /** Ignores case, separators and namespace; accepts a similar name only for a tool that only reads. */
  find(said: string): Named
  /** The same without similar names: for text where only the name separates a call from prose. */
  knows(said: string): boolean
  tool(name: string): OfferedTool | undefined
  /** The call of a tool that does several things as a call of the one that it means; otherwise the same call. */
  named(call: WrittenCall): WrittenCall
  /** The tools that an unknown name may mean, best first, at most 3. For messages only. */
  like(said: string): OfferedTool[]
}

/** First words of tools that change nothing; a misspelled name is accepted only for these. */
const READS = /^(?:read|list|ls|get|glob|grep|find|search|view|show|symbol|cat|fetch|lookup|query)/
const CHANGES =
  /write|edit|patch|delete|remove|run|exec|create|move|rename|save|send|update|set|put|post|kill|install|download/

const MOST_LIKE = 3

export function createOffer(tools: readonly OfferedTool[]): Offer {
  const exact = new Map(tools.map((tool) => [tool.name, tool]))
  for (const name of ACTION_NAMES) if (!exact.has(name)) exact.set(name, { name })
  const offered = new Set(tools.map((tool) => tool.name))
  const plain = byPlainName([...offered].map((name) => [name, name]))
  const aliases = byPlainName(
    tools.flatMap(({ name, aliases }) => (aliases?.names ?? []).map((alias) => [alias, name])),
  )
  // A hostile reply may repeat an unknown name a thousand times, and the search for a similar name is slow.
  const seen = new Map<string, Named>()

  function same(said: string): string | undefined {
    if (offered.has(said)) return said
    const spellings = [plainName(said), plainName(withoutNamespace(said))]
    const found =
      spellings.map((each) => plain.get(each)).find((each) => each !== undefined) ??
      aliases.get(plainName(withoutNamespace(said)))
    return found?.length === 1 ? found[0] : undefined
  }

  function like(said: string): OfferedTool[] {
    const wanted = plainName(withoutNamespace(said.slice(0, 200))).slice(0, 64)
    const meant = [
      ...(aliases.get(wanted) ?? []),
      ...actionsNamed(said.slice(0, 200), tools).map(({ name }) => name),
    ]
    const reach = Math.max(2, Math.floor(wanted.length / 2))
    const near = [...offered]
      .map((name) => ({ name, distance: editDistance(wanted, plainName(name)) }))
      .filter(({ distance }) => distance <= reach)
      .sort((a, b) => a.distance - b.distance)
    const names = [...new Set([...meant, ...near.map(({ name }) => name)])]
    return names.slice(0, MOST_LIKE).flatMap((name) => exact.get(name) ?? [])
  }

  function search(said: string): Named {
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
    knows: (said) => same(said) !== undefined || actionsNamed(said, tools).length > 0,
    named: (call) => matchAction(call, tools),
    like,
    find(said) {
      const found = seen.get(said) ?? search(said)
      seen.set(said, found)
      return found
    },
  }
}

/** Names by their spelling without case and separators. */
function byPlainName(pairs: readonly (readonly [said: string, name: string])[]) {
  const found = new Map<string, string[]>()
  for (const [said, name] of pairs) {
    const names = found.get(plainName(said)) ?? []
    if (!names.includes(name)) found.set(plainName(said), [...names, name])
  }
  return found
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

/** The edit distance; not computed when the lengths alone put it beyond `reach`. */
function distanceOf(a: string, b: string, reach: number): number {
  return Math.abs(a.length - b.length) > reach ? reach + 1 : editDistance(a, b)
}

/** The schema of each argument by name, in the order of the schema; empty without a schema. */
export function propertiesOf(tool: OfferedTool | undefined): Record<string, unknown> {
  const schema = tool?.parameters
  const found = isObject(schema) ? schema.properties : undefined
  return isObject(found) ? found : {}
}
