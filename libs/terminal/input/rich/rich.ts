import pc from 'picocolors'
import { createChips } from '../../editor/chips.js'
import type { Editor } from '../../editor/editor.js'
import { createHistory, type KeptHistory } from '../../editor/history.js'
import type { Action } from '../../keys/bindings.js'
import type { KeyEvent } from '../../keys/decode.js'
import { openRawTerminal, type RawStreams } from '../../keys/raw_terminal.js'
import type { ChoiceList, Input } from '../input.js'
import { keyRows } from './key_rows.js'
import type { Overlay } from './list.js'
import { keysOf, plainText } from './pasted_text.js'
import { picturePath } from './picture_path.js'
import { echoOf, promptRows } from './prompt_rows.js'
import { createQueue } from './queue.js'
import { createSurface, type Surface } from './surface.js'

export interface RichOptions extends RawStreams {
  color: boolean
  history?: KeptHistory
  /** Whether this path is a picture that exists: a pasted one becomes a chip. */
  isPicture?(path: string): boolean
}

/** A prompt that waits for a line. */
interface Pending {
  prompt: string
  isQuestion: boolean
  answer(line: string | null): void
}

type Parts = typeof import('./parts.js')

/** Two presses of Esc within this time are one key. */
const TWICE_MS = 600
const PROMPT = '> '
/** A longer line is kept with its marks, not with its pastes. */
const HISTORY_CHARS = 10_000
/** Keys that an open list of completions takes. */
const COMPLETING = new Set(['escape', 'ctrl+c', 'up', 'down', 'tab', 'enter'])
const NOTHING = { rows: [''], caret: { row: 0, column: 0 }, below: [] }

/** Opens an editor with a live area. The prompt is drawn at once; the editor is loaded behind it. */
export function openRich(options: RichOptions): Input {
  const paint = pc.createColors(options.color)
  const chips = createChips()
  const history = createHistory(options.history)
  const queue = createQueue()
  const actions = new Map<Action, () => void>()
  const waiting: Pending[] = []
  const resizing: (() => void)[] = []
  /** What came before the editor was loaded. */
  const early: ((parts: Parts, editor: Editor) => void)[] = []
  let loaded: { parts: Parts; editor: Editor } | null = null
  let overlay: Overlay | null = null
  let isHelpShown = false
  let ended = false
  let escapedMs = Number.NEGATIVE_INFINITY
  let onLine = (_: string) => true
  let onInterrupt = () => {}
  let onEscape = () => {}
  let onEnd = () => {}

  const terminal = openRawTerminal(options, {
    onKeys(events) {
      for (const event of events) whenReady((parts, editor) => handle(event, parts, editor))
      if (!ended) surface.draw()
    },
    onEnd: () => end(),
    onResize() {
      surface.resized()
      for (const handler of resizing) handler()
      surface.draw()
    },
    onContinue() {
      surface.forget()
      surface.draw()
    },
  })
  const { write, size } = terminal
  const surface: Surface = createSurface({
    write,
    size,
    dim: paint.dim,
    queue: () => queue.rows(),
    prompt(columns, now) {
      if (overlay !== null) return { ...overlay.render(now), below: [] }
      const prompt = waiting[0]?.prompt ?? PROMPT
      const typed = promptRows(prompt, columns, (room) => loaded?.editor.render(room) ?? NOTHING)
      return isHelpShown ? { ...typed, below: keyRows(now.rows, paint.bold) } : typed
    },
  })
  surface.draw()
  void import('./parts.js').then(load)

  function load(parts: Parts): void {
    if (ended) return
    const editor = parts.createEditor({
      chips,
      rows: () => size().rows,
      onChange: surface.drawSoon,
      onSend: send,
      dim: paint.dim,
    })
    loaded = { parts, editor }
    for (const run of early.splice(0)) run(parts, editor)
    if (!ended) surface.draw()
  }

  function whenReady(run: (parts: Parts, editor: Editor) => void): void {
    if (loaded === null) early.push(run)
    else run(loaded.parts, loaded.editor)
  }

  function handle(event: KeyEvent, { nameKey }: Parts, editor: Editor): void {
    if (ended) return
    if (event.kind === 'paste') {
      paste(event.text, editor)
      return
    }
    const { data } = event
    const name = nameKey(data) ?? ''
    const wasHelpShown = isHelpShown
    isHelpShown = false
    const bound = editor.isCompleting() && COMPLETING.has(name) ? undefined : keys[name]
    if (overlay !== null) overlay.press(name, data)
    else if (name === '?' && editor.text() === '' && !waiting[0]?.isQuestion)
      isHelpShown = !wasHelpShown
    else if (bound?.(editor) !== true) editor.press(data)
  }

  const act = (name: Action) => () => {
    actions.get(name)?.()
    return true
  }
  /** What a bound key does; the editor gets the key where it does not return true. */
  const keys: Record<string, (editor: Editor) => boolean> = {
    'shift+tab': act('mode'),
    'ctrl+o': act('expand'),
    'ctrl+t': act('plan'),
    'ctrl+g': act('editor'),
    'alt+enter': followUp,
    'alt+up': takeBack,
    'ctrl+r': search,
    escape() {
      const now = performance.now()
      const isTwice = now - escapedMs < TWICE_MS
      escapedMs = isTwice ? Number.NEGATIVE_INFINITY : now
      onEscape()
      return isTwice ? act('rewind')() : true
    },
    'ctrl+c'(editor) {
      history.leave()
      if (editor.text() === '') onInterrupt()
      else editor.set('')
      return true
    },
    'ctrl+d'(editor) {
      if (editor.text() !== '') return false
      end()
      return true
    },
    'ctrl+l'() {
      surface.clear()
      return true
    },
    'ctrl+z'() {
      surface.leave()
      terminal.stop()
      return true
    },
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
    if (overlay !== null) {
      overlay.paste(text)
      return
    }
    const path = picturePath(text)
    if (path !== null && options.isPicture?.(path)) editor.insert(`${chips.image(path)} `)
    else editor.insert(chips.paste(text))
  }

  function remember(line: string, text: string): void {
    history.add(line.length <= HISTORY_CHARS ? line : text.slice(0, HISTORY_CHARS))
  }

  function send(text: string): void {
    history.leave()
    const line = chips.expand(text)
    const first = waiting[0]
    if (first?.isQuestion) {
      waiting.shift()
      surface.print(echoOf(first.prompt, text))
      first.answer(line)
      return
    }
    if (text.trim() === '') return
    remember(line, text)
    if (first === undefined) {
      if (onLine(line)) queue.add({ text: line, isFollowUp: false })
      return
    }
    waiting.shift()
    surface.print(echoOf(paint.bold(first.prompt), text))
    first.answer(line)
  }

  function followUp(editor: Editor): boolean {
    const text = editor.text().trim()
    if (waiting.length > 0 || text === '') {
      editor.press('\r')
      return true
    }
    editor.set('')
    const line = chips.expand(text)
    remember(line, text)
    queue.add({ text: line, isFollowUp: true })
    return true
  }

  function takeBack(editor: Editor): boolean {
    const line = queue.pop()
    if (line === undefined) return true
    const typed = editor.text()
    editor.set(chips.collapse(line) + (typed === '' ? '' : `\n${typed}`))
    return true
  }

  function search(editor: Editor): boolean {
    if (waiting[0]?.isQuestion) return true
    const lines = history.all()
    const items = lines.map((label) => ({ label }))
    openList({ title: 'history', items }, (index) => {
      if (index !== null) editor.set(lines[index] ?? '')
    })
    return true
  }

  function openList(list: ChoiceList, onDone: (index: number | null) => void): void {
    if (loaded === null) return
    const own = loaded.parts.createList({
      list,
      dim: paint.dim,
      bold: paint.bold,
      onChange: surface.drawSoon,
      onDone(index) {
        if (overlay === own) overlay = null
        onDone(index)
      },
    })
    overlay = own
  }

  function end(): void {
    if (ended) return
    finish('')
    onEnd()
  }

  /** Prints what is left, removes the area and restores the terminal. */
  function finish(ahead: string): void {
    if (ended) return
    ended = true
    surface.end()
    terminal.close(ahead)
    for (const pending of waiting.splice(0)) pending.answer(null)
    overlay?.press('escape', '')
  }

  function ask(prompt: string, resolve: (line: string | null) => void, signal: AbortSignal): void {
    let half = ''
    // A line that is half typed is no part of the answer. It comes back after it.
    whenReady((_, editor) => {
      half = editor.text()
      if (half !== '') editor.set('')
    })
    const pending: Pending = { prompt, isQuestion: true, answer: settle }
    const onAbort = () => {
      const at = waiting.indexOf(pending)
      if (at === -1) return
      waiting.splice(at, 1)
      surface.print(echoOf(prompt, loaded?.editor.text() ?? ''))
      settle(null)
    }
    function settle(line: string | null): void {
      signal.removeEventListener('abort', onAbort)
      if (!ended) {
        loaded?.editor.set(half)
        surface.drawSoon()
      }
      resolve(line)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    waiting.unshift(pending)
    surface.draw()
  }

  return {
    form: 'rich',
    next(prompt) {
      const line = queue.shift()
      if (line !== undefined) {
        surface.print(echoOf(paint.bold(prompt), chips.collapse(line)))
        return Promise.resolve(line)
      }
      if (ended) return Promise.resolve(null)
      return new Promise((resolve) => {
        waiting.push({ prompt, isQuestion: false, answer: resolve })
        surface.draw()
      })
    },
    ask(prompt, signal) {
      if (ended || signal.aborted) return Promise.resolve(null)
      return new Promise((resolve) => ask(prompt, resolve, signal))
    },
    choose(list, signal) {
      if (ended || signal.aborted) return Promise.resolve(null)
      return new Promise((resolve) => {
        const done = (index: number | null) => {
          signal.removeEventListener('abort', onAbort)
          resolve(index)
          if (!ended) surface.drawSoon()
        }
        const onAbort = () => {
          overlay = null
          done(null)
        }
        signal.addEventListener('abort', onAbort, { once: true })
        whenReady(() => openList(list, done))
        surface.drawSoon()
      })
    },
    type(text) {
      whenReady((_, editor) => editor.insert(text.replace(/\s+/g, ' ')))
      surface.drawSoon()
    },
    typed: () => chips.expand(loaded?.editor.text() ?? ''),
    retype(text) {
      whenReady((_, editor) => editor.set(chips.collapse(text)))
      surface.drawSoon()
    },
    takeQueued() {
      const lines = queue.takeSteers()
      for (const line of lines) surface.print(echoOf(paint.bold(PROMPT), chips.collapse(line)))
      return lines
    },
    collapse: chips.collapse,
    print(text) {
      if (ended) write(text)
      else surface.print(text)
    },
    status: surface.status,
    panel: surface.panel,
    bar: surface.bar,
    columns: () => Math.max(1, size().columns - 1),
    rows: () => size().rows,
    onResize: (handler) => void resizing.push(handler),
    onAction: (name, handler) => void actions.set(name, handler),
    complete: (completer) => whenReady((_, editor) => editor.complete(completer)),
    onLine(handler) {
      onLine = handler
    },
    onInterrupt(handler) {
      onInterrupt = handler
    },
    onEscape(handler) {
      onEscape = handler
    },
    onEnd(handler) {
      onEnd = handler
    },
    async suspendFor(run) {
      surface.pause()
      terminal.lend()
      try {
        return await run()
      } finally {
        if (!ended) {
          terminal.takeBack()
          surface.resume()
        }
      }
    },
    close() {
      const typed = chips.expand(loaded?.editor.text() ?? '')
      const lines = queue.all().map(({ text }) => `${keysOf(text)}\r`)
      finish(lines.join('') + keysOf(typed))
    },
  }
}
