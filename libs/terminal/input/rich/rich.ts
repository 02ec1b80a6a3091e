import pc from 'picocolors'
import { wrapped } from '../../area/printer.js'
import { createChips } from '../../editor/chips.js'
import type { Editor } from '../../editor/editor.js'
import { createHistory, type KeptHistory } from '../../editor/history.js'
import type { Action } from '../../keys/bindings.js'
import { openRawTerminal, type RawStreams } from '../../keys/raw_terminal.js'
import { FEW_ROWS } from '../few_rows.js'
import type { ChoiceList, Input } from '../input.js'
import { keyRows } from './key_rows.js'
import { createKeys } from './keys.js'
import { createLines } from './lines.js'
import type { Overlay } from './list.js'
import { keysOf } from './pasted_text.js'
import { promptRows } from './prompt_rows.js'
import { createSurface, type Surface } from './surface.js'

export interface RichOptions extends RawStreams {
  color: boolean
  history?: KeptHistory
  /** Whether this path is a picture that exists: a pasted one becomes a chip. */
  isPicture?(path: string): boolean
  /** Puts the texts of the program into the language of the person. */
  inWords?(text: string): string
}

type Parts = typeof import('./parts.js')

const PROMPT = '> '
const MOST_MISSED = 20
const NOTHING = { rows: [''], caret: { row: 0, column: 0 }, below: [] }

/** Opens an editor with a live area. The prompt is drawn at once; the editor is loaded behind it. */
export function openRich(options: RichOptions): Input {
  const paint = pc.createColors(options.color)
  const inWords = options.inWords ?? ((text: string) => text)
  const chips = createChips()
  const history = createHistory(options.history)
  const actions = new Map<Action, () => unknown>()
  /** Keys that came before what they do was loaded. */
  const missed: Action[] = []
  const resizing: (() => void)[] = []
  /** What came before the editor was loaded. */
  const early: ((parts: Parts, editor: Editor) => void)[] = []
  let loaded: { parts: Parts; editor: Editor } | null = null
  let overlay: Overlay | null = null
  /** Leaves the list that is shown. */
  let leaveList = () => {}
  /** Lists that wait for a choice, also before the editor was loaded. */
  const choosing = new Set<() => void>()
  let ended = false
  let isLent = false
  let onInterrupt = () => {}
  let onEscape = () => {}
  let onEnd = () => {}

  let focused: boolean | null = null
  const terminal = openRawTerminal(options, {
    onKeys(events) {
      for (const event of events)
        whenReady(({ nameKey }, editor) => {
          if (!ended) keys.press(event, nameKey, editor)
        })
      if (!ended) surface.draw()
    },
    onEnd: () => end(),
    onFocus(isFocused) {
      focused = isFocused
    },
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
    queue: () => lines.rows(),
    prompt(columns, now) {
      if (overlay !== null) return { ...overlay.render(now), below: [] }
      const { prompt = PROMPT, short = prompt } = lines.waiting() ?? {}
      const asked = now.rows < FEW_ROWS ? short : prompt
      const typed = promptRows(asked, columns, (room) => loaded?.editor.render(room) ?? NOTHING)
      return keys.isHelpShown()
        ? { ...typed, below: keyRows(now.rows, paint.bold, inWords) }
        : typed
    },
  })
  const lines = createLines({
    chips,
    history,
    print: surface.print,
    draw: surface.drawSoon,
    bold: paint.bold,
    inWords,
    whenReady: (run) => whenReady((_, editor) => run(editor)),
  })
  const keys = createKeys({
    chips,
    history,
    lines,
    overlay: () => overlay,
    openList,
    isPicture: (path) => options.isPicture?.(path) === true,
    act(name) {
      const run = actions.get(name)
      if (run !== undefined) return run() !== false
      if (missed.length < MOST_MISSED) missed.push(name)
      return true
    },
    inWords,
    interrupt: () => onInterrupt(),
    escape: () => onEscape(),
    end,
    hint: (text) => surface.print(`${inWords(text)}\n`),
    redraw: surface.clear,
    suspend() {
      surface.leave()
      terminal.stop()
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
      onSend: lines.send,
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

  /**
   * Shows a list; one that is open is left, since nobody can choose from it any more.
   * @returns a function that leaves this one
   */
  function openList(list: ChoiceList, onDone: (index: number | null) => void): () => void {
    if (loaded === null) return () => {}
    leaveList()
    let isOpen = true
    const done = (index: number | null) => {
      if (!isOpen) return
      isOpen = false
      overlay = null
      leaveList = () => {}
      onDone(index)
    }
    const leave = () => done(null)
    overlay = loaded.parts.createList({
      list,
      dim: paint.dim,
      bold: paint.bold,
      inWords,
      onChange: surface.drawSoon,
      onDone: done,
    })
    leaveList = leave
    return leave
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
    lines.end()
    surface.end()
    terminal.close(ahead)
    for (const leave of choosing) leave()
  }

  return {
    form: 'rich',
    next: lines.next,
    ask: lines.ask,
    send: (line) => lines.send(line),
    choose(list, signal) {
      if (ended || signal.aborted) return Promise.resolve(null)
      return new Promise((resolve) => {
        const done = (index: number | null) => {
          choosing.delete(onAbort)
          signal.removeEventListener('abort', onAbort)
          resolve(index)
          if (!ended) surface.drawSoon()
        }
        let leave = () => done(null)
        const onAbort = () => leave()
        choosing.add(onAbort)
        signal.addEventListener('abort', onAbort, { once: true })
        whenReady(() => {
          if (choosing.has(onAbort)) leave = openList(list, done)
        })
        surface.drawSoon()
      })
    },
    type(text) {
      whenReady((_, editor) => editor.insert(text.replace(/\s+/g, ' ')))
      surface.drawSoon()
    },
    remember: history.add,
    attach(path) {
      whenReady((_, editor) => editor.insert(`${chips.image(path)} `))
      surface.drawSoon()
    },
    typed: () => chips.expand(loaded?.editor.text() ?? ''),
    retype(text) {
      whenReady((_, editor) => editor.set(chips.collapse(text)))
      surface.drawSoon()
    },
    takeQueued: lines.takeQueued,
    unsend: lines.unsend,
    collapse: chips.collapse,
    print(text) {
      if (ended) write(wrapped(text, size().columns))
      else surface.print(text)
    },
    status: surface.status,
    panel: surface.panel,
    bar: surface.bar,
    columns: () => Math.max(1, size().columns - 1),
    rows: () => size().rows,
    onResize: (handler) => void resizing.push(handler),
    onAction(name, handler) {
      actions.set(name, handler)
      const presses = missed.filter((one) => one === name).length
      missed.splice(0, missed.length, ...missed.filter((one) => one !== name))
      for (let press = 0; press < presses; press += 1) handler()
    },
    complete: (completer) => whenReady((_, editor) => editor.complete(completer)),
    isFocused: () => focused,
    isLent: () => isLent,
    onLine: lines.onLine,
    queued: lines.queued,
    onQueue: lines.onQueue,
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
      isLent = true
      try {
        return await run()
      } finally {
        isLent = false
        if (!ended) {
          terminal.takeBack()
          surface.resume()
        }
      }
    },
    close() {
      const typed = chips.expand(loaded?.editor.text() ?? '')
      const sent = lines.queued().map(({ text }) => `${keysOf(text)}\r`)
      finish(sent.join('') + keysOf(typed))
    },
  }
}
