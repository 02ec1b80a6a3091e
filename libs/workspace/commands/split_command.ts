import { type AndOr, type Command, type Pipeline, parse, type Statement } from 'unbash'

/** One simple command of a shell text, and what its exit code has to do with the whole text's. */
export interface CommandPart {
  /** Program and arguments, quotes removed; without redirections and variables set before it. */
  words: string[]
  /** true: the text ends with 0 only if this command did. */
  decides: boolean
  /** Programs that its output runs through, in order. */
  readers: string[]
}

type Body = Statement['command']

interface Place {
  decides: boolean
  readers: string[]
}

const NEST = 5

/**
 * Takes a shell text apart into its simple commands. Substitutions are not looked into.
 * @returns an empty list for a text that no shell would run
 */
export function splitCommand(command: string): CommandPart[] {
  return splitNested(command, { decides: true, readers: [] }, NEST)
}

function splitNested(command: string, place: Place, depth: number): CommandPart[] {
  const script = parse(command)
  if (script.errors && script.errors.length > 0) return []
  return ofList(script.commands, place, depth)
}

function ofList(list: readonly Statement[], place: Place, depth: number): CommandPart[] {
  let pipefail = false
  return list.flatMap((statement, index) => {
    const isLast = index === list.length - 1
    const decides = place.decides && isLast && !statement.background
    const parts = ofBody(statement.command, { ...place, decides }, pipefail, depth)
    pipefail ||= parts.some(({ words }) => words[0] === 'set' && words.includes('pipefail'))
    return parts
  })
}

function ofBody(node: Body, place: Place, pipefail: boolean, depth: number): CommandPart[] {
  switch (node.type) {
    case 'Command':
      return ofCommand(node, place, depth)
    case 'Pipeline':
      return ofPipeline(node, place, pipefail, depth)
    case 'AndOr':
      return ofAndOr(node, place, pipefail, depth)
    case 'Subshell':
    case 'BraceGroup':
      return ofList(node.body.commands, place, depth)
    case 'Redirected':
      return ofBody(node.command, place, pipefail, depth)
    case 'If':
      return [node.clause, node.then, ...node.elif.map((one) => one.then), node.else]
        .filter((list) => list !== undefined)
        .flatMap((list) => ofList(list.commands, { ...place, decides: false }, depth))
    case 'For':
    case 'While':
      return ofList(node.body.commands, { ...place, decides: false }, depth)
    default:
      return []
  }
}

function ofAndOr(node: AndOr, place: Place, pipefail: boolean, depth: number): CommandPart[] {
  // After `||` the text ends with 0 although a command before it failed.
  const decides = place.decides && !node.operators.includes('||')
  return node.commands.flatMap((one) => ofBody(one, { ...place, decides }, pipefail, depth))
}

function ofPipeline(node: Pipeline, place: Place, pipefail: boolean, depth: number): CommandPart[] {
  const negated = node.prefixes.some((prefix) => prefix.type === 'Negation')
  const after = node.commands.map((one) => (one.type === 'Command' ? (one.name?.value ?? '') : '?'))
  return node.commands.flatMap((one, index) => {
    const isLast = index === node.commands.length - 1
    const decides = place.decides && !negated && (isLast || pipefail)
    const readers = [...after.slice(index + 1), ...place.readers]
    return ofBody(one, { decides, readers }, pipefail, depth)
  })
}

function ofCommand(node: Command, place: Place, depth: number): CommandPart[] {
  if (node.name === undefined) return []
  const args = node.args.map((arg) => (arg.type === 'Word' ? arg.value : arg.text))
  const words = [node.name.value, ...args]
  const inner = depth > 0 ? innerCommand(words) : undefined
  return inner === undefined ? [{ words, ...place }] : splitNested(inner, place, depth - 1)
}

/** The text that `bash -c TEXT` and the like would run. */
function innerCommand(words: string[]): string | undefined {
  if (!/^(.*\/)?(ba|z|da|k)?sh$/.test(words[0] ?? '')) return undefined
  const flag = words.findIndex((word, index) => index > 0 && /^-[a-z]*c$/.test(word))
  return flag === -1 ? undefined : words[flag + 1]
}
