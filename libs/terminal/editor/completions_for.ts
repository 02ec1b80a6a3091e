import type { AutocompleteProvider } from '@mariozechner/pi-tui/dist/autocomplete.js'
import type { Completer } from './complete.js'

/**
 * A completer in the form that the editor's library wants.
 * @param onItems  gets the names of the items of each list, and what is said about them
 */
export function completionsFor(
  completer: Completer,
  onItems: (names: readonly string[], details: readonly string[]) => void = () => {},
): AutocompleteProvider {
  /** Where the replaced words begin. What is typed while completions are found moves their end only. */
  let start = 0
  return {
    async getSuggestions(lines, line, column, { signal }) {
      const found = await completer((lines[line] ?? '').slice(0, column), line === 0, signal)
      if (signal.aborted || found === null || found.items.length === 0) return null
      start = column - found.prefix.length
      onItems(
        found.items.map(({ value, label = value }) => label),
        found.items.flatMap(({ detail = [] }) => detail),
      )
      const items = found.items.map(({ value, label = value, detail }) => ({
        value,
        label,
        ...(detail === undefined ? {} : { description: detail }),
      }))
      return { items, prefix: found.prefix }
    },
    applyCompletion(lines, line, column, { value }) {
      const text = lines[line] ?? ''
      const before = text.slice(0, Math.min(start, column)) + value
      const next = [...lines]
      next[line] = before + text.slice(column)
      return { lines: next, cursorLine: line, cursorCol: before.length }
    },
  }
}
