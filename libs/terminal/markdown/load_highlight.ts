import type { Row } from '../rows/row.js'
import { codePieces } from './code_pieces.js'
import { type Highlight, rowsOfHtml } from './highlight.js'
import { LANGUAGES } from './languages.js'

/** A longer line is no code that a person reads, and some grammars take long for it. */
const MOST_LINE_CHARS = 2_000

/** Colours of code. Languages are loaded one by one. */
export interface Highlighter {
  /** null until the language was loaded, and where it never is. */
  highlight: Highlight
  /** Loads the grammars of these names. Unknown names are left out. */
  load(names: Iterable<string>): Promise<void>
}

export function createHighlighter(): Highlighter {
  const loaded = new Set<string>()
  let paint: ((language: string, code: string) => Row[]) | null = null

  return {
    highlight(code, name) {
      const language = languageOf(name)
      if (paint === null || language === null || !loaded.has(language)) return null
      return isTooLong(code) ? null : paint(language, code)
    },
    async load(names) {
      const wanted = new Set([...names].flatMap((name) => languageOf(name) ?? []))
      const missing = LANGUAGES.filter(([name]) => wanted.has(name) && !loaded.has(name))
      if (missing.length === 0) return
      const core = (await import('./highlight_core.mjs')).default.newInstance()
      const all = LANGUAGES.filter(([name]) => wanted.has(name) || loaded.has(name))
      for (const [name, , load] of all) core.registerLanguage(name, (await load()).default)
      for (const [name] of all) loaded.add(name)
      paint = (language, code) =>
        codePieces(code).flatMap((piece) =>
          rowsOfHtml(core.highlight(piece, { language, ignoreIllegals: true }).value),
        )
    },
  }
}

function languageOf(name: string): string | null {
  const lower = name.toLowerCase()
  const found = LANGUAGES.find(([own, others]) => own === lower || others.includes(lower))
  return found?.[0] ?? null
}

function isTooLong(code: string): boolean {
  return code.split('\n').some((line) => line.length > MOST_LINE_CHARS)
}
