import { Editor as PiEditor } from '@mariozechner/pi-tui/dist/components/editor.js'
import { getSegmenter, visibleWidth } from '@mariozechner/pi-tui/dist/utils.js'
import { bindEditorKeys } from './bind_editor_keys.js'
import type { Chips } from './chips.js'
import type { Completer } from './complete.js'
import { completionsFor } from './completions_for.js'
import { markCut, markCutName } from './mark_cut.js'

/** The text that is being typed. */
export interface Editor {
  /** Handles a key as a terminal sent it. */
  press(data: string): void
  /** Types a text at the caret; one undo removes it. */
  insert(text: string): void
  /** What is typed, with marks for pastes. */
  text(): string
  /** Replaces it. The caret is at its end. */
  set(text: string): void
  /** The caret is in the first or the last row that is shown, so that an arrow leaves the text. */
  isAtEdge(edge: 'first' | 'last'): boolean
  /** Nothing is behind the caret. */
  isAtEnd(): boolean
  isCompleting(): boolean
  complete(completer: Completer): void
  /** @param columns  room for the text; the caret at its end needs one more */
  render(columns: number): Rendered
}

export interface Rendered {
  rows: string[]
  caret: { row: number; column: number }
  /** The list of completions, if one is open. */
  below: string[]
}

export interface EditorOptions {
  chips: Chips
  /** Rows of the terminal. */
  rows(): number
  /** Something changed that no key caused: a completion arrived. */
  onChange(): void
  onSend(text: string): void
  /** Makes words dim; the same words where there are no colours. */
  dim(text: string): string
}

/** What this library keeps private, and this file relies on: its version is pinned, and tests cover each. */
interface Inside {
  segment(text: string): Iterable<Intl.SegmentData>
  isOnFirstVisualLine(): boolean
  isOnLastVisualLine(): boolean
}

/** In front of the borders that the library draws, so that they can be removed. */
const BORDER = '\x00'
/** How the library marks the caret. */
const CARET = '\x1b[7m'
const CARET_END = '\x1b[0m'
const COMPLETIONS_SHOWN = 8
/** Marks without a width that would turn the rest of a row round. They stay in the text, and are shown when it is sent. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** The editor of pi-tui: words, undo, kill ring, wrapping and graphemes are its work. */
export function createEditor({ chips, rows, onChange, onSend, dim }: EditorOptions): Editor {
  bindEditorKeys()
  const terminal = {
    get rows() {
      return rows()
    },
  }
  let names: readonly string[] = []
  let details: readonly string[] = []
  const selectList = {
    selectedPrefix: asIs,
    selectedText: (row: string) => markCut(row, details),
    description: (text: string) => dim(markCut(text, details)),
    scrollInfo: dim,
    noMatch: dim,
  }
  const surface = { requestRender: onChange, terminal }
  const editor = new PiEditor(
    // The whole screen of the library is not used: its editor needs these two.
    surface as unknown as ConstructorParameters<typeof PiEditor>[0],
    { borderColor: (text) => BORDER + text, selectList },
    { autocompleteMaxVisible: COMPLETIONS_SHOWN },
  )
  const inside = editor as unknown as Inside
  // A mark is one character for the caret, for deleting and for wrapping.
  inside.segment = (text) => segment(text, chips)
  editor.onSubmit = onSend

  return {
    press: (data) => editor.handleInput(data),
    insert: (text) => editor.insertTextAtCursor(text),
    text: () => editor.getText(),
    set: (text) => editor.setText(text),
    isAtEdge: (edge) =>
      edge === 'first' ? inside.isOnFirstVisualLine() : inside.isOnLastVisualLine(),
    isAtEnd() {
      const { line, col } = editor.getCursor()
      const lines = editor.getLines()
      return line === lines.length - 1 && col === (lines[line] ?? '').length
    },
    isCompleting: () => editor.isShowingAutocomplete(),
    complete: (completer) =>
      editor.setAutocompleteProvider(
        completionsFor(completer, (labels, texts) => {
          names = labels
          details = texts
        }),
      ),
    render(columns) {
      const drawn = read(editor.render(Math.max(2, columns + 1)))
      return { ...drawn, below: drawn.below.map((row) => markCutName(row, names)) }
    },
  }
}

function asIs(text: string): string {
  return text
}

function segment(text: string, chips: Chips): Intl.SegmentData[] {
  const marks = chips.find(text)
  const found: Intl.SegmentData[] = []
  for (const part of getSegmenter().segment(text)) {
    const mark = marks.find(({ start, end }) => part.index >= start && part.index < end)
    if (mark === undefined) found.push(part)
    else if (part.index === mark.start)
      found.push({ segment: text.slice(mark.start, mark.end), index: mark.start, input: text })
  }
  return found
}

/** Separates the rows of the text, without borders and with the caret as a place, from the completions. */
function read(lines: readonly string[]): Rendered {
  const bottom = lines.findLastIndex((line) => line.startsWith(BORDER))
  const rows: string[] = []
  const caret = { row: 0, column: 0 }
  for (const drawn of lines.slice(1, bottom)) {
    const line = drawn.replace(TURNS, '')
    const at = line.indexOf(CARET)
    if (at === -1) {
      rows.push(line.trimEnd())
      continue
    }
    caret.row = rows.length
    caret.column = visibleWidth(line.slice(0, at))
    rows.push((line.slice(0, at) + line.slice(at + CARET.length).replace(CARET_END, '')).trimEnd())
  }
  return { rows, caret, below: lines.slice(bottom + 1).map((line) => line.trimEnd()) }
}
