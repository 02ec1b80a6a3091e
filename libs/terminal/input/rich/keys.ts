import type { Chips } from '../../editor/chips.js'
import type { Editor } from '../../editor/editor.js'
import type { History } from '../../editor/history.js'
import type { Action } from '../../keys/bindings.js'
import type { KeyEvent } from '../../keys/decode.js'
import type { ChoiceList } from '../input.js'
import type { Lines } from './lines.js'
import type { Overlay } from './list.js'
import { plainText } from './pasted_text.js'
import { picturePath } from './picture_path.js'

/** The keys of a person, each to what it does now. */
export interface Keys {
  /** @param nameKey  the name of the key in its bytes; undefined: it has none */
  press(event: KeyEvent, nameKey: (data: string) => string | undefined, editor: Editor): void
  /** Whether the list of the keys is shown. */
  isHelpShown(): boolean
}

export interface KeysOptions {
  chips: Chips
  history: History
  lines: Lines
  /** What has all keys now; null: the editor has them. */
  overlay(): Overlay | null
  openList(list: ChoiceList, onDone: (index: number | null) => void): unknown
  isPicture(path: string): boolean
  /** Calls what the session bound to a key. @returns false: it has no use for it now */
  act(name: Action): boolean
  /** Puts the texts of the program into the language of the person. */
  inWords(text: string): string
  interrupt(): void
  escape(): void
  /** The input ends. */
  end(): void
  /** Prints one line about a key that has nothing to do. */
  hint(text: string): void
  /** Clears the screen. */
  redraw(): void
  /** Gives the terminal back to the shell. */
  suspend(): void
}

/** Two presses of Esc within this time are one key. */
const TWICE_MS = 600
/** Keys that an open list of completions takes. */
const COMPLETING = new Set(['escape', 'up', 'down', 'tab', 'enter'])
/** Keys that work in front of a list too. */
const ALWAYS = new Set(['ctrl+z', 'ctrl+l'])

export function createKeys(options: KeysOptions): Keys {
  const { chips, history, lines, overlay, openList } = options
  let isHelpShown = false
  let escapedMs = Number.NEGATIVE_INFINITY

  const act = (name: Action) => () => options.act(name)
  const call = (work: () => void) => () => {
    work()
    return true
  }
  /** What a bound key does; the editor gets the key where it does not return true. */
  const bound: Record<string, (editor: Editor) => boolean> = {
    'shift+tab': act('mode'),
    'ctrl+b': act('background'),
    'ctrl+o': act('expand'),
    'ctrl+t': act('plan'),
    'ctrl+g': act('editor'),
    'ctrl+v': act('picture'),
    'alt+enter': followUp,
    'alt+up': takeBack,
    'ctrl+r': search,
    escape() {
      const now = performance.now()
      const isTwice = now - escapedMs < TWICE_MS
      escapedMs = isTwice ? Number.NEGATIVE_INFINITY : now
      options.escape()
      return isTwice ? act('rewind')() : true
    },
    'ctrl+c'(editor) {
      history.leave()
      if (editor.text() === '') options.interrupt()
      else editor.set('')
      return true
    },
    'ctrl+d'(editor) {
      if (editor.text() === '') options.end()
      else if (editor.isAtEnd())
        options.hint('Ctrl+D quits on an empty line; Ctrl+C clears the line.')
      // Elsewhere it deletes a character, as in a shell.
      else return false
      return true
    },
    'ctrl+l': call(options.redraw),
    'ctrl+z': call(options.suspend),
    up: (editor) => editor.isAtEdge('first') && walk(history.previous(editor.text()), editor),
    down: (editor) => editor.isAtEdge('last') && walk(history.next(), editor),
  }

  function walk(line: string | null, editor: Editor): boolean {
    if (line === null) return false
    editor.set(line)
    return true
  }

  function paste(raw: string, editor: Editor): void {
    const text = plainText(raw)
    const list = overlay()
    if (list !== null) {
      list.paste(text)
      return
    }
    const path = picturePath(text)
    if (path !== null && options.isPicture(path)) editor.insert(`${chips.image(path)} `)
    else editor.insert(chips.paste(text))
  }

  function followUp(editor: Editor): boolean {
    const text = editor.text().trim()
    if (lines.waiting() !== null || text === '') {
      editor.press('\r')
      return true
    }
    editor.set('')
    lines.sendLater(text)
    return true
  }

  function takeBack(editor: Editor): boolean {
    const line = lines.takeBack()
    if (line === undefined) return true
    const typed = editor.text()
    editor.set(line + (typed === '' ? '' : `\n${typed}`))
    return true
  }

  function search(editor: Editor): boolean {
    if (lines.waiting()?.isQuestion) return true
    const known = history.all()
    const items = known.map((label) => ({ label }))
    openList({ title: options.inWords('history'), items }, (index) => {
      if (index !== null) editor.set(known[index] ?? '')
    })
    return true
  }

  return {
    isHelpShown: () => isHelpShown,
    press(event, nameKey, editor) {
      if (event.kind === 'paste') {
        paste(event.text, editor)
        return
      }
      const { data } = event
      const name = nameKey(data) ?? ''
      if (name !== 'escape') escapedMs = Number.NEGATIVE_INFINITY
      const wasHelpShown = isHelpShown
      isHelpShown = false
      const list = overlay()
      const own = editor.isCompleting() && COMPLETING.has(name) ? undefined : bound[name]
      if (list !== null && !ALWAYS.has(name)) list.press(name, data)
      else if (name === '?' && editor.text() === '' && lines.waiting()?.isQuestion !== true)
        isHelpShown = !wasHelpShown
      else if (own?.(editor) !== true) editor.press(data)
    },
  }
}
