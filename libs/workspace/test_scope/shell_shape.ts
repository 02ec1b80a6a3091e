import { type Command, parse, type Statement } from 'unbash'
import { splitCommand } from '../commands/split_command.js'
import type { ShellItem, ShellShape } from './types.js'

const MAX_DEPTH = 5

/** Programs that can give another meaning to the name of a program in the same text. */
const REDEFINES = new Set(['alias', 'eval', 'trap', 'hash', 'enable', 'shopt', 'bind', 'exec'])
/** Files that a shell may read before a test run: they set paths and versions. */
const KNOWN_SOURCES =
  /(^|\/)(activate|nvm\.sh|\.nvm\/nvm\.sh|cargo\/env|\.cargo\/env|sdkman-init\.sh)$/

/** Reads the commands of a shell text, also those inside `sh -c`. */
export function shellShape(command: string): ShellShape {
  const items: ShellItem[] = []
  const hazard = readText(command, items, { depth: MAX_DEPTH, background: false })
  const decides = splitCommand(command)
  const order = items.filter(({ words }) => words.length > 0)
  // Both lists have the simple commands in the order of the text.
  const known = order.length === decides.length
  const withEnds = items.map((item) => {
    const at = order.indexOf(item)
    return { ...item, decides: at === -1 || (known && decides[at]?.decides === true) }
  })
  return { items: withEnds, hazard }
}

interface Place {
  depth: number
  background: boolean
}

function readText(text: string, items: ShellItem[], place: Place): string | null {
  const script = parse(text)
  if (script.errors && script.errors.length > 0) return 'it is not valid shell syntax'
  return readList(script.commands, items, place)
}

function readList(list: readonly Statement[], items: ShellItem[], place: Place): string | null {
  for (const statement of list) {
    const background = place.background || statement.background === true
    const hazard = readNode(statement.command, items, { ...place, background })
    if (hazard !== null) return hazard
  }
  return null
}

function readNode(node: Statement['command'], items: ShellItem[], place: Place): string | null {
  switch (node.type) {
    case 'Command':
      return readCommand(node, items, place)
    case 'Pipeline':
    case 'AndOr':
      return first(node.commands, (one) => readNode(one, items, place))
    case 'Subshell':
    case 'BraceGroup':
      return readList(node.body.commands, items, place)
    case 'Redirected':
      return readNode(node.command, items, place)
    case 'If':
      return first(
        [node.clause, node.then, ...node.elif.flatMap((one) => [one.clause, one.then]), node.else],
        (one) => (one === undefined ? null : readList(one.commands, items, place)),
      )
    case 'For':
    case 'While':
      return readList(node.body.commands, items, place)
    case 'Function':
      return `it defines the function ${node.name.value}`
    default:
      return 'it has a construct that hides what runs'
  }
}

function readCommand(node: Command, items: ShellItem[], place: Place): string | null {
  const args = node.args.map((arg) => (arg.type === 'Word' ? arg.value : arg.text))
  const words = node.name === undefined ? [] : [node.name.value, ...args]
  const text = [node.name?.text ?? '', ...node.args.map((arg) => arg.text)].join(' ')
  const prefix = node.prefix.flatMap((one) => (one.type === 'Assignment' ? [one.text] : []))
  const exported = /^(export|declare|typeset|readonly|local)$/.test(words[0] ?? '') ? args : []
  const program = words[0] ?? ''
  const inner = innerText(words)
  if (REDEFINES.has(program) && !(program === 'exec' && args.length > 0))
    return `it runs ${program}, which can replace a program`
  if (/^(\.|source)$/.test(program) && !KNOWN_SOURCES.test(args[0] ?? ''))
    return `it reads ${args[0] ?? 'a file'} into the shell`
  if (program.includes('$')) return 'the name of a program is computed'
  if (inner !== undefined) {
    items.push({ ...EMPTY, sets: prefix.map(toSet), background: place.background })
    return place.depth === 0
      ? 'it nests too many shells'
      : readText(inner, items, { ...place, depth: place.depth - 1 })
  }
  items.push({
    words,
    sets: [...prefix, ...exported.filter((one) => one.includes('='))].map(toSet),
    writes: node.redirects.some(isFileWrite),
    dynamic: /\$\(|`|<\(|>\(/.test(text),
    background: place.background,
    decides: false,
  })
  return null
}

const EMPTY: ShellItem = {
  words: [],
  sets: [],
  writes: false,
  dynamic: false,
  background: false,
  decides: false,
}

/** The text that `bash -c TEXT` would run. */
function innerText(words: readonly string[]): string | undefined {
  if (!/^(.*\/)?(ba|z|da|k)?sh$/.test(words[0] ?? '')) return undefined
  const flag = words.findIndex((word, index) => index > 0 && /^-[a-z]*c$/.test(word))
  return flag === -1 ? undefined : words[flag + 1]
}

function toSet(text: string): { name: string; value: string } {
  const at = text.indexOf('=')
  return { name: text.slice(0, at).replace(/\+$/, ''), value: text.slice(at + 1) }
}

function isFileWrite(one: Command['redirects'][number]): boolean {
  if (one.type !== 'Redirect' || !/>/.test(one.operator)) return false
  const target = one.target?.value ?? ''
  return !/^(\d+|-)$/.test(target) && target !== '/dev/null'
}

function first<T>(list: readonly T[], read: (one: T) => string | null): string | null {
  for (const one of list) {
    const found = read(one)
    if (found !== null) return found
  }
  return null
}
