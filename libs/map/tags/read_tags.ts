import { setFlagsFromString } from 'node:v8'
import { type Node, Parser, Query, type Tree, Language as Wasm } from 'web-tree-sitter'
import type { Language, Languages } from '../language/language.js'
import { grammarBytes, parserBytes } from './find_grammar.js'
import { lineTags } from './line_tags.js'
import { signatureAt, type Tag } from './tag.js'

interface Ready {
  wasm: Wasm
  query: Query
}

/** Kinds that win where two patterns match the same name, weakest first. */
const WEAK = new Set(['constant'])
/** Names that are only brought in from another file. */
const IMPORTED = /\brequire\s*\(|\bimport\s*\(/
/** A file with more definitions is a table; the rest adds nothing. */
const MOST_TAGS = 2_000
/** Longest parse of one file. */
const PARSE_MS = 2_000

export interface TagReader {
  /** The definitions of a text, in the order of its lines. */
  read(language: Language, text: string): Promise<Tag[]>
  /** Whether each place in a text is code. In a comment or a string it is not. */
  areCode(language: Language, text: string, places: readonly number[]): Promise<boolean[]>
}

/** Reads definitions with tree-sitter. A grammar is loaded with its first file, the parser with the first grammar. */
export function createTagReader(languages: Languages): TagReader {
  let parser: Promise<Parser> | undefined
  const ready = new Map<string, Promise<Ready | null>>()

  const load = async (language: Language): Promise<Ready | null> => {
    const { grammar } = language
    if (grammar === undefined) return null
    parser ??= startParser()
    await parser
    const wasm = await Wasm.load(grammarBytes(grammar))
    return { wasm, query: new Query(wasm, grammar.query) }
  }

  /** null: there is no grammar, or the text takes too long. The caller deletes the tree. */
  const treeOf = async (
    language: Language,
    text: string,
  ): Promise<{ tree: Tree; query: Query } | null> => {
    const loading = ready.get(language.name) ?? load(language)
    ready.set(language.name, loading)
    const grammar = await loading
    if (grammar === null || parser === undefined) return null
    const machine = await parser
    machine.setLanguage(grammar.wasm)
    const tree = parseText(machine, text)
    return tree === null ? null : { tree, query: grammar.query }
  }

  const read = async (language: Language, text: string): Promise<Tag[]> => {
    if (language.shapes !== undefined) return lineTags(language, text)
    const parsed = await treeOf(language, text)
    if (parsed === null) return []
    const { tree, query } = parsed
    const inner: Node[] = []
    try {
      const tags = tagsOf(query, tree.rootNode, text, inner)
      const other = languages.named(language.grammar?.inner ?? '')
      if (other === null) return tags
      const parts = inner.map((node) => ({ row: node.startPosition.row, text: node.text }))
      for (const part of parts) tags.push(...shift(await read(other, part.text), part.row))
      return tags
    } finally {
      tree.delete()
    }
  }

  const areCode = async (
    language: Language,
    text: string,
    places: readonly number[],
  ): Promise<boolean[]> => {
    const parsed = language.shapes === undefined ? await treeOf(language, text) : null
    if (parsed === null) return places.map((place) => !COMMENT.test(lineUpTo(text, place)))
    try {
      const { rootNode } = parsed.tree
      return places.map((place) => !NO_CODE.test(rootNode.descendantForIndex(place)?.type ?? ''))
    } finally {
      parsed.tree.delete()
    }
  }
  return { read, areCode }
}

/** Kinds of nodes whose text is for people. */
const NO_CODE = /comment|string|char|heredoc|^(?:text|content|raw_text|regex_pattern)$/
/** A line of a comment, for languages without a grammar. */
const COMMENT = /^\s*(?:\/\/|#|--|;|\*|\/\*|<!--|%)/

function lineUpTo(text: string, place: number): string {
  return text.slice(text.lastIndexOf('\n', place - 1) + 1, place + 1)
}

async function startParser(): Promise<Parser> {
  // The scanner of a grammar is one huge function: to optimise it takes longer than to parse a thousand files.
  setFlagsFromString('--wasm-tiering-budget=1000000000')
  await Parser.init({ wasmBinary: parserBytes() })
  return new Parser()
}

/** null: the text takes too long. */
function parseText(parser: Parser, text: string): Tree | null {
  const until = performance.now() + PARSE_MS
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > until })
  if (tree === null) parser.reset()
  return tree
}

function tagsOf(query: Query, root: Node, text: string, inner: Node[]): Tag[] {
  const lines = text.split('\n')
  const found = new Map<number, Tag>()
  for (const { captures } of query.matches(root)) {
    const name = captures.find((capture) => capture.name === 'name')?.node
    const whole = captures.find((capture) => capture.name !== 'name')
    if (whole?.name === 'inner') inner.push(whole.node)
    if (name === undefined || whole === undefined) continue
    const known = found.get(name.startIndex)
    if (known !== undefined && (WEAK.has(whole.name) || !WEAK.has(known.kind))) continue
    const { row } = name.startPosition
    const signature = signatureAt(lines, row)
    if (whole.name === 'constant' && IMPORTED.test(signature)) continue
    found.set(name.startIndex, {
      name: name.text.slice(0, 200),
      kind: whole.name,
      line: row + 1,
      end: whole.node.endPosition.row + 1,
      text: signature,
    })
    if (found.size >= MOST_TAGS) break
  }
  return [...found.values()].sort((a, b) => a.line - b.line || b.end - a.end)
}

function shift(tags: Tag[], rows: number): Tag[] {
  return tags.map((tag) => ({ ...tag, line: tag.line + rows, end: tag.end + rows }))
}
