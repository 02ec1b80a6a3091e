import { createTagReader, type Languages, loadLanguages, type Tag, type TagReader } from '#map'
import { LINK_QUERIES, LINK_SHAPES } from './link_queries.js'

/** What one file defines and what it needs. */
export interface CodeFacts {
  language: string
  /** In the order of their lines. */
  definitions: Tag[]
  /** `kind`: import, call, extends, implements or uses. */
  links: Tag[]
}

type Language = Languages['all'][number]

/** Marks the second reading of a language, for its links. */
const LINKS = ' links'

let loading: Promise<{ languages: Languages; reader: TagReader }> | undefined

/** Reads a file with tree-sitter. Parser and grammars load with the first file that needs them. */
export async function readCode(path: string, text: string): Promise<CodeFacts | null> {
  loading ??= load()
  const { languages, reader } = await loading
  const language = languages.of(path)
  if (language === null) return null
  const other = languages.named(language.name + LINKS)
  return {
    language: language.name,
    definitions: await reader.read(language, text),
    links: other === null ? [] : await reader.read(other, text),
  }
}

async function load() {
  const plain = await loadLanguages()
  const linked = plain.all.flatMap((language): Language[] => {
    const { name, grammar, endings } = language
    const shape = LINK_SHAPES[name]
    if (shape !== undefined) {
      return [{ name: name + LINKS, endings, shapes: [{ kind: 'import', shape }] }]
    }
    const query = LINK_QUERIES[name]
    if (grammar === undefined || query === undefined) return []
    const inner = grammar.inner === undefined ? undefined : grammar.inner + LINKS
    return [{ name: name + LINKS, endings, grammar: { ...grammar, query, inner } }]
  })
  const byName = new Map(linked.map((one) => [one.name, one]))
  const languages: Languages = {
    ...plain,
    named: (name) => plain.named(name) ?? byName.get(name) ?? null,
  }
  return { languages, reader: createTagReader(languages) }
}
