import {
  type ParameterExpansionPart,
  type ParsedScript,
  parse,
  type Word,
  type WordPart,
} from 'unbash'
import type { Expander } from '../state/expander.js'
import type { State, Values } from '../state/state.js'
import { type Field, known, type Output, unknown } from '../state/types.js'
import { expandBraces } from './braces.js'
import { expandPattern } from './expand_pattern.js'
import { expandParameter, valuesOf } from './parameter.js'
import { escapePattern, isPattern, plainText } from './pattern.js'
import { homedirOf } from './tilde.js'

/** A piece of a word; `text` null where unknown. `split`: unquoted, so blanks in it part words. */
interface Piece {
  text: string | null
  pattern: boolean
  split: boolean
  harmless?: boolean
  hits?: readonly string[]
}

const MAX_VARIANTS = 64

/** Expands one word as bash does, in its order: braces, tilde, parameters and commands, fields, patterns. */
export function expandWord(word: Word, state: State, to: Expander): Field[] {
  const brace =
    word.text.includes('{') && (word.parts ?? []).some((part) => part.type === 'BraceExpansion')
  if (!brace) return expandPlain(word, state, to, true)
  const spelled = expandBraces(word.text)
  if (spelled === null) return tooMany(word, state, to)
  return spelled.flatMap((text) => {
    const again = wordOf(text)
    return again === null ? [] : expandPlain(again, state, to, true)
  })
}

/** The values of a word that is not split into fields: assignments, redirect targets, patterns. */
export function expandValue(word: Word, state: State, to: Expander): Values {
  const variants = variantsOf(word, state, to)
  if (variants === null) return null
  const texts = variants.map((pieces) =>
    pieces.every(({ text }) => text !== null) ? pieces.map(({ text }) => text).join('') : null,
  )
  return texts.every((text) => text !== null) ? texts : null
}

function wordOf(text: string): Word | null {
  if (text === '') return null
  const [statement] = parse(`x ${text}`).commands
  const command = statement?.command
  if (command?.type !== 'Command') return null
  const [first] = command.args
  return first?.type === 'Word' ? first : null
}

function expandPlain(word: Word, state: State, to: Expander, globs: boolean): Field[] {
  const variants = variantsOf(word, state, to)
  if (variants === null) return tooMany(word, state, to)
  const fields = variants.flatMap((pieces) =>
    fieldsOf(pieces, state.ownSplit).flatMap((field) => finish(field, word.text, state, to, globs)),
  )
  return variants.length > 1 ? fields.map((field) => ({ ...field, several: true })) : fields
}

/** A word with too many values; the commands in it are walked all the same. */
function tooMany(word: Word, state: State, to: Expander): Field[] {
  for (const script of scriptsIn(word.parts)) to.capture(script, state)
  return [unknown(word.text)]
}

/** Every way in which the pieces of a word may turn out; null when there are too many. */
function variantsOf(word: Word, state: State, to: Expander): Piece[][] | null {
  const parts: readonly WordPart[] = word.parts ?? [
    { type: 'Literal', value: word.value, text: word.text, pos: 0, end: 0 },
  ]
  let variants: Piece[][] = [[]]
  for (const [index, part] of parts.entries()) {
    const found = choicesOf(part, index === 0, state, to)
    // An empty `$@` alone is no word; beside other pieces it is an empty string.
    const choices = found.length === 0 ? [[]] : found
    variants = crossed(variants, choices)
    if (variants.length > MAX_VARIANTS) return null
  }
  return variants
}

/** Each of the variants with each of the choices behind it. One choice is added in place: a word may have thousands of parts. */
function crossed(variants: Piece[][], choices: readonly Piece[][]): Piece[][] {
  const [only] = choices
  if (only === undefined || choices.length > 1)
    return variants.flatMap((pieces) => choices.map((more) => [...pieces, ...more]))
  for (const pieces of variants) pieces.push(...only)
  return variants
}

function literal(text: string | null): Piece {
  return { text, pattern: false, split: false }
}

function choicesOf(part: WordPart, first: boolean, state: State, to: Expander): Piece[][] {
  switch (part.type) {
    case 'Literal': {
      const home = first && part.text.startsWith('~') ? homedirOf(part.value, state, to.disk) : null
      return (home ?? [part.value]).map((text) => [literal(text)])
    }
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [[literal(part.value)]]
    case 'Glob':
      if (scriptsIn(part).length > 0) return [[computed(part, state, to)[0] ?? literal(null)]]
      return [[{ text: part.text, pattern: true, split: false }]]
    case 'DoubleQuoted':
    case 'LocaleString':
      return quotedChoices(part.parts, state, to)
    case 'ProcessSubstitution':
      to.connect(part.script, part.operator, state)
      return [[literal('/dev/fd/63')]]
    default:
      return computed(part, state, to).map((piece) => [{ ...piece, split: true }])
  }
}

function quotedChoices(parts: readonly WordPart[], state: State, to: Expander): Piece[][] {
  let variants: Piece[][] = [[literal('')]]
  for (const part of parts) {
    const found = part.type === 'Literal' ? [literal(part.value)] : computed(part, state, to)
    if (found.length === 0 && parts.length === 1) return []
    const choices = found.length === 0 ? [literal('')] : found
    variants = crossed(
      variants,
      choices.map((one) => [one]),
    )
    if (variants.length > MAX_VARIANTS) return [[literal(null)]]
  }
  return variants
}

function computed(part: WordPart, state: State, to: Expander): Piece[] {
  const of = (text: string | null): Piece => ({ text, pattern: false, split: false })
  switch (part.type) {
    case 'SimpleExpansion':
      return (valuesOf(part.text.slice(1), state) ?? [null]).map(of)
    case 'ParameterExpansion':
      inspectNumbers(part, state, to)
      return expandParameter(part, state, (word) => expandValue(word, state, to)).map(of)
    case 'CommandExpansion':
      return [outputPiece(to.capture(part.script, state))]
    case 'ArithmeticExpansion':
      inspectArithmetic(part.text, part.expression, state, to)
      return [of(null)]
    default:
      for (const script of scriptsIn(part)) to.capture(script, state)
      return [of(null)]
  }
}

/** Arithmetic runs the commands in it, and once more those that its subscripts hold as text. */
export function inspectArithmetic(text: string, node: unknown, state: State, to: Expander): void {
  for (const script of scriptsIn(node)) to.capture(script, state)
  const bare = text.replace(/['"\\]/g, '')
  if (bare !== text && mayRun(bare)) to.again(bare, state)
}

/** Subscripts and the numbers of a slice are arithmetic; `@P` expands the value as a prompt. */
function inspectNumbers(part: ParameterExpansionPart, state: State, to: Expander): void {
  const { index, operation, parameter } = part
  const words = [
    index,
    ...(operation?.type === 'Slice' ? [operation.offset, operation.length] : []),
  ]
  for (const word of words) if (word) inspectArithmetic(word.text, word.parts, state, to)
  if (operation?.type !== 'Transform' || operation.operand.text !== 'P') return
  for (const value of valuesOf(parameter, state) ?? [null]) to.again(value, state)
}

/** Whether a text holds what the shell would run if it expanded it. */
export function mayRun(text: string): boolean {
  return /\$\(|`|\$\{|[<>]\(/.test(text)
}

const LAZY = ['parts', 'expression', 'operation', 'index', 'script']

/** Command substitutions anywhere below a node of the grammar that is no word. */
export function scriptsIn(node: unknown): ParsedScript[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(scriptsIn)
  const { type, script } = node as { type?: string; script?: ParsedScript }
  if (script !== undefined && /CommandExpansion|ProcessSubstitution/.test(type ?? ''))
    return [script]
  // What the grammar reads only when it is asked for is no value of the node's own.
  const asked = LAZY.map((key) => (Object.hasOwn(node, key) ? undefined : Reflect.get(node, key)))
  return [...Object.values(node), ...asked].flatMap(scriptsIn)
}

function outputPiece(output: Output): Piece {
  const piece = { text: null, pattern: false, split: false }
  if (output.kind === 'text')
    return { ...piece, text: output.text.replaceAll('\0', '').replace(/\n+$/, '') }
  if (output.kind === 'none') return { ...piece, text: '' }
  if (output.kind === 'number') return { ...piece, harmless: true }
  if (output.kind !== 'names') return piece
  return { ...piece, harmless: output.hits.length === 0, hits: output.hits }
}

/** Parts the pieces at the blanks of unquoted expansions. */
function fieldsOf(pieces: readonly Piece[], ownSplit: boolean): Piece[][] {
  const fields: Piece[][] = []
  let current: Piece[] | null = null
  for (const piece of pieces) {
    if (!piece.split || piece.text === null) {
      current ??= []
      current.push(piece)
      continue
    }
    if (ownSplit) return [[{ ...piece, text: null }]]
    const words = piece.text.split(/[ \t\n]+/)
    for (const [index, text] of words.entries()) {
      if (index > 0) {
        if (current) fields.push(current)
        current = null
      }
      if (text === '') continue
      current ??= []
      // What an expansion brings in is a pattern as well.
      current.push({ ...piece, text, pattern: true })
    }
  }
  if (current) fields.push(current)
  return fields
}

function finish(
  pieces: readonly Piece[],
  raw: string,
  state: State,
  to: Expander,
  globs: boolean,
): Field[] {
  const lost = pieces.filter(({ text }) => text === null)
  if (lost.length > 0) {
    // `-j$(nproc)` is as harmless as `$(nproc)`.
    const before = pieces.filter(({ text }) => text !== null).map(({ text }) => text)
    const isOption = pieces.at(-1)?.text === null && /^--?[a-zA-Z][\w-]*=?$/.test(before.join(''))
    const isAlone = pieces.length === 1 || isOption
    const harmless = isAlone && lost.length === 1 && lost[0]?.harmless === true
    return [{ ...unknown(raw, harmless), hits: pieces.length === 1 ? (lost[0]?.hits ?? []) : [] }]
  }
  const pattern = pieces
    .map(({ text, pattern: active }) => (active ? (text ?? '') : escapePattern(text ?? '')))
    .join('')
  const text = pieces.map((piece) => piece.text).join('')
  if (!globs || !isPattern(pattern)) return [{ ...known(text), raw }]
  if (state.cwds === null && !pattern.startsWith('/')) return [unknown(raw)]
  to.globbed(pattern, raw, state)
  const found = (state.cwds ?? ['/']).map((cwd) =>
    expandPattern(pattern, cwd, to.disk, state.dotglob, to.patterns),
  )
  if (found.some((paths) => paths === null)) return [unknown(raw)]
  const paths = [...new Set(found.flat())].filter((path) => path !== null)
  for (const folder of foldersOf(pattern, paths)) to.listed(folder, raw, state)
  if (paths.length === 0) return [{ ...known(plainText(pattern)), raw, globbed: true }]
  return paths.map((path) => ({ ...known(path), raw, globbed: true }))
}

/** The folders whose names a pattern shows: the one that it begins in, and those of what it found. */
function foldersOf(pattern: string, paths: readonly string[]): Set<string> {
  const parts = pattern.split('/')
  const start = parts.slice(0, parts.findIndex(isPattern)).join('/')
  const inLast = isPattern(parts.findLast((part) => part !== '') ?? '')
  const folders = inLast ? paths.map((path) => path.replace(/\/?[^/]*\/*$/, '')) : []
  return new Set([plainText(start), ...folders].filter((folder) => folder !== ''))
}
