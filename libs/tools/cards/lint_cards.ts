import type { Tool } from '../declare/tool.js'
import type { Card } from './choose_cards.js'

/** The tools as they are. */
interface Tools {
  list(): readonly Tool[]
}

/** Largest card (row 234). */
export const MOST_CARD_TOKENS = 150
/** A call in the text of a card: `name {"field": …}`. */
const CALL = /(?:^|[\s`])([A-Za-z_][\w-]*) ?(\{.*\})/gm
/** A name that the text marks as one. */
const MARKED = /`([A-Za-z_]\w*)`/g

/**
 * Compares a card with the tools as they are: its tool, the tools and fields that it names, and its example calls.
 * @returns what is wrong, one line each; nothing when all exists
 */
export function lintCard(card: Pick<Card, 'tool' | 'text' | 'tokens'>, registry: Tools): string[] {
  const own = registry.list().find(({ name }) => name === card.tool)
  if (own === undefined) return [`there is no tool "${card.tool}"`]
  const findings: string[] = []
  if (card.tokens > MOST_CARD_TOKENS)
    findings.push(`it has ${card.tokens} tokens, at most ${MOST_CARD_TOKENS} are shown`)
  for (const [, name = '', json = ''] of card.text.matchAll(CALL)) {
    const finding = lintCall(name, json, registry)
    if (finding !== null) findings.push(finding)
  }
  const fields = new Set(Object.keys(own.input.shape))
  for (const nested of nestedFields(own.input.shape)) fields.add(nested)
  for (const [, name = ''] of card.text.matchAll(MARKED))
    if (!fields.has(name) && registry.list().every((tool) => tool.name !== name))
      findings.push(`\`${name}\` is no tool and no field of ${own.name}`)
  return [...new Set(findings)]
}

/** Text in braces that is no JSON is prose; a call of an unknown tool, or with an unknown field, is a finding. */
function lintCall(name: string, json: string, registry: Tools): string | null {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return null
  }
  const tool = registry.list().find((one) => one.name === name)
  if (tool === undefined) return `its example calls "${name}", which is no tool`
  const known = Object.keys(tool.input.shape)
  const unknown = Object.keys(value as object).filter((key) => !known.includes(key))
  if (unknown.length > 0) return `${name} has no field ${unknown.join(', ')}`
  const read = tool.input.safeParse(value)
  if (read.success) return null
  const { path, message } = read.error.issues[0] ?? { path: [], message: '' }
  return `its example of ${name} is invalid: ${path.join('.')}: ${message}`
}

/** Names of fields of the objects in lists: those of `edits`. */
function nestedFields(shape: Record<string, unknown>): string[] {
  return Object.values(shape).flatMap((field) => {
    const element = (field as { element?: { shape?: object } }).element ?? innerOf(field)
    return Object.keys(element?.shape ?? {})
  })
}

/** The element of a list below a wrapper such as `min(1)`, optional or preprocess. */
function innerOf(field: unknown): { shape?: object } | undefined {
  const { def } = field as {
    def?: { innerType?: { element?: { shape?: object } }; out?: { element?: { shape?: object } } }
  }
  return (def?.innerType ?? def?.out)?.element
}
