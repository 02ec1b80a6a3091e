import { discover } from '#core'

/** How definitions are found in the files of one language. */
export interface Language {
  name: string
  /** Ends of file names, with the dot. */
  endings: readonly string[]
  /** A grammar and a query in its node names; the lines of `shapes` are used where it is absent. */
  grammar?: Grammar
  /** A call needs no brackets. */
  bareCalls?: true
  /** Patterns for one line each, for a language without a grammar. The first group is the name. */
  shapes?: readonly { kind: string; shape: RegExp }[]
}

export interface Grammar {
  /** The name of the grammar's file, without `tree-sitter-` and `.wasm`. */
  file: string
  /** Which package ships it. */
  from: 'vscode' | 'repomix'
  /**
   * A tree-sitter query. `@name` is the name of a definition, any other capture the whole of it, and its kind.
   * `@inner` is text in the language `inner`.
   */
  query: string
  /** The language of `@inner`. */
  inner?: string
}

/** All languages, and the one of a path. */
export interface Languages {
  all: readonly Language[]
  of(path: string): Language | null
  named(name: string): Language | null
}

export async function loadLanguages(): Promise<Languages> {
  const all = await discover<Language>(new URL('./languages/', import.meta.url))
  const byEnding = new Map(
    all.flatMap((one) => one.endings.map((ending) => [ending, one] as const)),
  )
  const byName = new Map(all.map((one) => [one.name, one]))
  return {
    all,
    of(path) {
      const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
      const at = name.lastIndexOf('.')
      return at <= 0 ? null : (byEnding.get(name.slice(at)) ?? null)
    },
    named: (name) => byName.get(name) ?? null,
  }
}
