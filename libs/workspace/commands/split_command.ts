import { type AndOr, type Command, type Pipeline, parse, type Statement } from 'unbash'

/** One simple command of a shell text, and how its exit code affects the exit code of the whole text. */
export interface CommandPart {
  /** Program and arguments without quotes, redirections and variable assignments. */
  words: string[]
  /** true: the text exits with 0 only if this command does. */
  decides: boolean
  /** Programs that its output is piped through, in order. */
  readers: string[]
}

type Body = Statement['command']

/** Where a command is in the text. */
interface Context {
  decides: boolean
  readers: string[]
  /** `set -o pipefail` was run before it. */
  pipefail: boolean
  /** How many `sh -c` may still be opened. */
  depth: number
}

const MAX_DEPTH = 5
/** A longer pipeline is not read: each command has the list of those behind it. */
const MAX_PIPED = 500

/**
 * Splits a shell text into its simple commands. Substitutions are not expanded.
 * @returns an empty list for a text that is not valid shell syntax, or nests too deeply to be read
 */
export function splitCommand(command: string): CommandPart[] {
  try {
    return splitText(command, { decides: true, readers: [], pipefail: false, depth: MAX_DEPTH })
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function splitText(command: string, context: Context): CommandPart[] {
  const script = parse(command)
  if (script.errors && script.errors.length > 0) return []
  return ofList(script.commands, context)
}

function ofList(list: readonly Statement[], context: Context): CommandPart[] {
  let pipefail = false
  return list.flatMap((statement, index) => {
    const isLast = index === list.length - 1
    const decides = context.decides && isLast && !statement.background
    const parts = ofBody(statement.command, { ...context, decides, pipefail })
    pipefail ||= parts.some(({ words }) => words[0] === 'set' && words.includes('pipefail'))
    return parts
  })
}

function ofBody(node: Body, context: Context): CommandPart[] {
  switch (node.type) {
    case 'Command':
      return ofCommand(node, context)
    case 'Pipeline':
      return ofPipeline(node, context)
    case 'AndOr':
      return ofAndOr(node, context)
    case 'Subshell':
    case 'BraceGroup':
      return ofList(node.body.commands, context)
    case 'Redirected':
      return ofBody(node.command, context)
    case 'If':
      return [node.clause, node.then, ...node.elif.map((one) => one.then), node.else]
        .filter((list) => list !== undefined)
        .flatMap((list) => ofList(list.commands, { ...context, decides: false }))
    case 'For':
    case 'While':
      return ofList(node.body.commands, { ...context, decides: false })
    default:
      return []
  }
}

function ofAndOr(node: AndOr, context: Context): CommandPart[] {
  // After `||` the text can exit with 0 although a command before it failed.
  const decides = context.decides && !node.operators.includes('||')
  return node.commands.flatMap((one) => ofBody(one, { ...context, decides }))
}

function ofPipeline(node: Pipeline, context: Context): CommandPart[] {
  if (node.commands.length > MAX_PIPED) return []
  const negated = node.prefixes.some((prefix) => prefix.type === 'Negation')
  const after = node.commands.map((one) => (one.type === 'Command' ? (one.name?.value ?? '') : '?'))
  return node.commands.flatMap((one, index) => {
    const isLast = index === node.commands.length - 1
    const decides = context.decides && !negated && (isLast || context.pipefail)
    const readers = [...after.slice(index + 1), ...context.readers]
    return ofBody(one, { ...context, decides, readers })
  })
}

function ofCommand(node: Command, context: Context): CommandPart[] {
  const { decides, readers, depth } = context
  if (node.name === undefined) return []
  const args = node.args.map((arg) => (arg.type === 'Word' ? arg.value : arg.text))
  const words = [node.name.value, ...args]
  const inner = depth > 0 ? innerCommand(words) : undefined
  return inner === undefined
    ? [{ words, decides, readers }]
    : splitText(inner, { ...context, depth: depth - 1 })
}

/** The text that a command such as `bash -c TEXT` would run. */
function innerCommand(words: string[]): string | undefined {
  if (!/^(.*\/)?(ba|z|da|k)?sh$/.test(words[0] ?? '')) return undefined
  const flag = words.findIndex((word, index) => index > 0 && /^-[a-z]*c$/.test(word))
  return flag === -1 ? undefined : words[flag + 1]
}
