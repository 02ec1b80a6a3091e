import {
  actionsNamed,
  byText,
  discover,
  matchAction,
  matchArguments,
  plainKey,
  type TextArguments,
  type ToolAliases,
  type ToolCall,
  type ToolSchema,
} from '#core'
import { coerceArguments, describeArguments, explainIssue, isPresent } from './call/arguments.js'
import { nearestNames, plainName } from './call/names.js'
import { type JsonSchema, schemaOf, slimSchema, textArguments } from './call/schema.js'
import type { NamedTool, Tool } from './declare/tool.js'
import { comesByWords, isLeast, isUsual } from './route/pick_tools.js'

export type Validated =
  | {
      ok: true
      tool: Tool
      input: Record<string, unknown>
      /** What the model has to know about how its arguments were read. */
      notes: string[]
    }
  | {
      ok: false
      message: string
      /** The tool and the names of its arguments are right. A value is not. */
      onlyValue: boolean
    }

/** What the parser of replies knows of a tool beyond the schema that is sent; nothing of an unknown one. */
export interface ToolReading {
  aliases?: ToolAliases | undefined
  texts?: TextArguments | undefined
}

export interface Registry {
  /** The tools in their fixed order. */
  list(): readonly Tool[]
  /** Finds a tool by name. Case, separators and a namespace do not matter; similar names never match. */
  find(name: string): Tool | null
  /**
   * The schemas of these tools for the request, in a fixed order, always the same bytes for the same names. Without
   * names: those of a turn in a large window.
   */
  schemas(names?: readonly string[] | null): ToolSchema[]
  reading(name: string): ToolReading
  /** The first place that a call names, whether or not the call is valid; null: it names none. */
  placeIn(call: Pick<ToolCall, 'name' | 'arguments'>): string | null
  /** The call with our names of the tool and its arguments, where exactly one reading fits. Values stay as they are. */
  named(call: ToolCall): ToolCall
  /** The tools that are not among these and may be named to the model. */
  more(names?: readonly string[] | null): readonly NamedTool[]
  /** Returns the tool of a call with valid input, or an error message for the model. */
  validate(call: ToolCall): Validated
}

/** Builds the registry; the order of the tools is the order in the prompt. */
export function createRegistry(tools: readonly Tool[]): Registry {
  const entries = tools.map((tool) => {
    const parameters = schemaOf(tool.input)
    // The arguments of another program's tool have no marks.
    return { tool, parameters, texts: tool.foreign ? undefined : textArguments(parameters) }
  })
  const byName = new Map(entries.map((entry) => [entry.tool.name, entry]))
  const listed = entries.filter(({ tool }) => !tool.unlisted)
  const names = listed.map(({ tool }) => tool.name)
  const usual = tools.filter((tool) => !tool.unlisted && isUsual(tool)).map(({ name }) => name)

  function findEntry(name: string) {
    const exact = byName.get(name)
    if (exact) return exact
    const wanted = plainName(name)
    const same = entries.filter((entry) => plainName(entry.tool.name) === wanted)
    if (same.length > 0) return same.length === 1 ? same[0] : undefined
    const meant = entries.filter(({ tool }) =>
      tool.aliases?.names?.some((alias) => plainKey(alias) === wanted),
    )
    return meant.length === 1 ? meant[0] : undefined
  }

  // Each step asks for the same few lists.
  const schemasOf = byText((wanted): readonly ToolSchema[] => {
    const shown = wanted.split(' ')
    const rest = listed.filter(
      ({ tool }) => !shown.includes(tool.name) && tool.route?.quiet !== true,
    )
    const further = rest.map(({ tool }) => tool)
    const least = isLeast(shown, tools)
    const more = least ? namesOf(further.filter((tool) => !comesByWords(tool))) : linesOf(further)
    return entries
      .filter(({ tool }) => shown.includes(tool.name))
      .map((entry) => toSchema(entry, { more, least }))
  }, 100_000)

  return {
    list: () => tools,
    find: (name) => findEntry(name)?.tool ?? null,
    schemas: (wanted) => [...schemasOf((wanted ?? usual).join(' '))],
    reading(name) {
      const entry = findEntry(name)
      return { aliases: entry?.tool.aliases, texts: entry?.texts }
    },
    placeIn: (call) => firstPlace(call.arguments, findEntry(call.name)?.texts?.places ?? []),
    more(wanted) {
      const shown = wanted ?? usual
      return listed
        .filter(({ tool }) => !shown.includes(tool.name))
        .map(({ tool: { name, summary }, parameters }) => {
          return { name, summary, form: describeArguments(parameters) }
        })
    },
    named(call) {
      const own = matchAction(call, tools)
      const entry = findEntry(own.name)
      if (!entry) return own
      const { name, aliases } = entry.tool
      const schema = entry.parameters
      const matched = matchArguments(own.arguments, { name, schema, aliases })
      return { ...own, name, arguments: matched.ok ? matched.arguments : own.arguments }
    },
    validate(given) {
      const call = matchAction(given, tools)
      const entry = findEntry(call.name)
      if (!entry) {
        const meant = actionsNamed(call.name, tools).map(({ name }) => name)
        return invalid(unknownTool(call.name, names, meant))
      }
      const { tool, parameters } = entry
      const { name, aliases } = tool
      const matched = matchArguments(call.arguments, { name, schema: parameters, aliases })
      if (!matched.ok) return invalid(`${name}: ${matched.why}. Send one of them.`)
      const { input, unknown } = coerceArguments(matched.arguments, parameters)
      const extra = unknown.map((key) => [key, matched.arguments[key]])
      const refused = tool.refuses?.(Object.fromEntries(extra)) ?? null
      if (refused !== null) return invalid(`${name}: ${refused}`)
      const parsed = tool.input.safeParse(input)
      if (parsed.success) {
        const notes = unknown.length === 0 ? [] : [ignored(unknown, name, parameters)]
        return { ok: true, tool, input: parsed.data, notes }
      }
      const errors = parsed.error.issues.map((issue) => explainIssue(issue, input, parameters))
      if (unknown.length > 0) errors.push(`${unknown.join(', ')}: no such argument`)
      const message = `${tool.name}: ${[...new Set(errors)].join('; ')}. Arguments: ${describeArguments(parameters)}. Call it again with these.`
      const isWrong = parsed.error.issues.every((issue) => isPresent(issue, input))
      return { ok: false, message, onlyValue: isWrong && unknown.length === 0 }
    },
  }
}

/**
 * Loads the built-in tools, one per file, in the order of their names.
 * @param has  what the session has; a tool that needs something else is left out
 */
export async function loadBuiltinTools(has: readonly Tool['needs'][] = []): Promise<Tool[]> {
  const tools = await discover<Tool>(new URL('./builtin/', import.meta.url))
  return tools.filter(({ needs }) => needs === undefined || has.includes(needs))
}

function invalid(message: string): Validated {
  return { ok: false, message, onlyValue: false }
}

/** The first text under one of these names, in the arguments or in a list of them. */
function firstPlace(given: unknown, places: readonly string[]): string | null {
  if (typeof given !== 'object' || given === null) return null
  for (const [key, value] of Object.entries(given)) {
    const isPlace = typeof value === 'string' && !Array.isArray(given) && places.includes(key)
    const found = isPlace ? value : firstPlace(value, places)
    if (found !== null) return found
  }
  return null
}

interface Entry {
  tool: Tool
  parameters: JsonSchema
}

/** One line for each tool that the prompt has no schema of. */
function linesOf(tools: readonly Tool[]): string {
  return tools.map(({ name, summary }) => `\n${name}: ${summary}`).join('')
}

function namesOf(tools: readonly Tool[]): string {
  return ` ${tools.map(({ name }) => name).join(', ')}`
}

/**
 * @param more   the tools that the prompt has no schema of, for the tool that lists them
 * @param least  for a smallest window: without the arguments that a task can do without
 */
function toSchema(
  { tool, parameters }: Entry,
  { more, least }: { more: string; least: boolean },
): ToolSchema {
  const { name, summary, lists } = tool
  return {
    type: 'function',
    function: {
      name,
      description: lists ? `${summary}${more}` : summary,
      parameters: slimSchema(parameters, least),
    },
  }
}

/** Arguments beyond this are counted. */
const MAX_NAMED = 5

function ignored(unknown: readonly string[], name: string, parameters: JsonSchema): string {
  const named = unknown.slice(0, MAX_NAMED).map((key) => key.slice(0, 40))
  const more = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : ''
  return `Ignored: ${named.join(', ')}${more}. ${name} has no such argument. Its arguments: ${describeArguments(parameters)}.`
}

function unknownTool(name: string, names: readonly string[], meant: readonly string[]): string {
  const near = meant.length > 0 ? meant : nearestNames(name, names)
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  return `There is no tool "${name}".${hint} Tools: ${names.join(', ')}.`
}
