import { countNoun, type Event, limitLines, showControls } from '#core'
import { type Row, span } from '../rows/row.js'
import { wrapRow } from '../rows/wrap.js'

/** The last results of tools and the last thinking, for a person who asks for them. */
export interface Results {
  watch(event: Event): void
  /** The rows of the last result; called again, of the one before. null: there is none, or no more. */
  expand(columns: number): Row[] | null
  /** The rows of what the model thought last; null: it did not think, or it was shown and `once` is asked for. */
  thinking(columns: number, how: 'once' | 'again'): Row[] | null
}

const KEPT = 30
const MOST_LINES = 400
const MOST_CHARS = 100_000

/** @param inWords  puts the texts of the program into the language of the person */
export function createResults(inWords: (text: string) => string = (text) => text): Results {
  const described = new Map<string, string>()
  const results: { describe: string; text: string }[] = []
  let thought = ''
  let isThinking = false
  let wasShown = false
  /** The result that was shown last, counted from the newest. */
  let shown = -1
  return {
    watch(event) {
      if (event.type === 'thinking') {
        if (!isThinking) thought = ''
        wasShown = false
        isThinking = true
        thought = (thought + event.text).slice(-MOST_CHARS)
      } else if (event.type === 'reply') isThinking = false
      else if (event.type === 'tool_call') described.set(event.call.id, event.describe)
      else if (event.type === 'tool_result') {
        const describe = described.get(event.callId) ?? event.tool
        described.delete(event.callId)
        results.unshift({ describe, text: event.text })
        results.splice(KEPT)
        shown = -1
      }
    },
    expand(columns) {
      const result = results[shown + 1]
      if (result === undefined) return null
      shown += 1
      const before =
        shown === 0 ? '' : ` (${inWords(`${countNoun(shown, 'result')} before the last`)})`
      const head = [span('┌ ', 'frame'), span(`${flat(result.describe)}${before}`, 'strong')]
      return [head, ...framed(result.text, columns), [span('└', 'frame')]]
    },
    thinking(columns, how) {
      if (thought.trim() === '' || (how === 'once' && wasShown)) return null
      wasShown = true
      return limitedRows(thought.trim(), columns, wrapRow).map((row) =>
        row.map(({ text }) => span(text, 'dim')),
      )
    },
  }
}

function framed(text: string, columns: number): Row[] {
  // The spaces of a source matter.
  return limitedRows(text, Math.max(1, columns - 2), indented).map((row) => [
    span('│ ', 'frame'),
    ...row,
  ])
}

/** Control characters are shown, lines and characters are bounded, and what is left out is counted. */
function limitedRows(text: string, columns: number, lay: typeof wrapRow): Row[] {
  const cut = text.length - MOST_CHARS
  const rest = cut > 0 ? [`… ${countNoun(cut, 'more character')}`] : []
  const lines = limitLines(showControls(text.slice(0, MOST_CHARS)).split('\n'), MOST_LINES)
  return [...lines, ...rest].flatMap((line) => lay([span(line)], columns))
}

function flat(text: string): string {
  return showControls(text).replace(/\s+/g, ' ')
}

/** Rows of a line that keeps the spaces before its first word. */
function indented(row: Row, columns: number): Row[] {
  const line = row
    .map(({ text }) => text)
    .join('')
    .replaceAll('\t', '  ')
  const spaces = /^ */.exec(line)?.[0].slice(0, Math.floor(columns / 2)) ?? ''
  const rows = wrapRow([span(line.trimStart())], columns - spaces.length)
  return spaces === '' ? rows : rows.map((each) => [span(spaces), ...each])
}
