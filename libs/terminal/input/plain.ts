import { clearScreenDown, createInterface, cursorTo, moveCursor } from 'node:readline'
import { pictureWords } from '../editor/chips.js'
import { createPastes, PASTE_OFF, PASTE_ON } from '../keys/pastes.js'
import { type KeySource, openKeys } from '../keys/plain_keys.js'
import { restoreAtEnd } from '../keys/restore_at_end.js'
import { wrapLine } from '../rows/wrap_line.js'
import { choosePlain } from './choose_plain.js'
import type { Input } from './input.js'
import { setRaw, stopAndContinue } from './stop_and_continue.js'

/** A question on its way to the person, and where its answer goes. */
interface Pending {
  prompt: string
  answer(line: string | null): void
}

/** A line that nothing waited for, and the keys that type it. */
interface Queued {
  text: string
  keys: string
}

export interface PlainOptions {
  input: KeySource
  output: NodeJS.WritableStream
  terminal: boolean
  /** It reads no escape sequence: nothing is marked or removed, and no status is shown. */
  isDumb?: boolean
  /** Puts the texts of the program into the language of the person. */
  inWords?(text: string): string
}

/** How long Esc waits for the rest of an arrow key: a terminal sends it at once, and a person should not wait. */
const ESCAPE_MS = 50

/** What a terminal has that does not report its size. */
const USUAL = { columns: 80, rows: 24 }

/** Opens the line input of a plain session: readline, with nothing drawn above or below its line. */
export function openPlain({ input, output, terminal, isDumb, inWords }: PlainOptions): Input {
  const isMoving = terminal && isDumb !== true
  const mark = (sequence: string) => {
    if (isMoving) output.write(sequence)
  }
  const pastes = createPastes()
  const source = terminal ? openKeys(input, pastes) : null
  const reader = createInterface({
    input: source?.keys ?? input,
    output,
    terminal,
    historySize: 200,
    escapeCodeTimeout: ESCAPE_MS,
  })
  mark(PASTE_ON)
  const restore = () => {
    setRaw(reader, false)
    mark(PASTE_OFF)
  }
  const endRestore = terminal ? restoreAtEnd(restore, () => isLent) : () => {}
  const queued: Queued[] = []
  const waiting: Pending[] = []
  let ended = false
  let isClosing = false
  let isLent = false
  let status: string | null = null
  /** The cursor is after text that was printed without a line end. */
  let isMidLine = false
  /** A prompt or a status is on the screen. */
  let isDrawn = false
  /** Keys that nobody used. */
  let ahead = ''
  let onLine = (_: string) => true
  let onQueue = () => {}
  let onEnd = () => {}

  reader.on('line', (line) => {
    isDrawn = false
    const text = pastes.expand(line)
    const first = waiting.shift()
    isMidLine = false
    if (first === undefined && isMoving) eraseTyped(line)
    if (first !== undefined) first.answer(text)
    else if (onLine(text)) {
      queued.push({ text, keys: `${pastes.keysOf(line)}\r` })
      onQueue()
    }
    draw()
  })
  reader.on('close', () => {
    if (!isClosing) leaveLine()
    ended = true
    mark(PASTE_OFF)
    endRestore()
    endStops()
    source?.close(ahead)
    for (const pending of waiting.splice(0)) pending.answer(null)
    if (!isClosing) onEnd()
  })
  const endStops = terminal ? stopAndContinue(reader, mark, draw) : () => {}

  function draw(): void {
    if (ended || isMidLine) return
    const prompt = waiting[0]?.prompt ?? (isMoving ? status : null)
    reader.setPrompt(broken(prompt ?? ''))
    if (prompt === null && !(terminal && reader.line !== '')) return
    reader.prompt(true)
    isDrawn = true
  }

  /** Lines whose rows end between words, where a terminal shows them. */
  function broken(text: string): string {
    const { columns } = output as { columns?: number }
    if (!terminal || !columns) return text
    const spaces = / *$/.exec(text)?.[0] ?? ''
    const lines = text.slice(0, text.length - spaces.length).split('\n')
    return lines.map((line) => wrapLine(line, columns)).join('\n') + spaces
  }

  /** Removes the prompt and what is typed from the screen; `draw` shows both again. */
  function clear(): void {
    if (!terminal || ended || isMidLine || (!isDrawn && reader.line === '')) return
    isDrawn = false
    if (!isMoving) return void output.write('\n')
    moveCursor(output, 0, -reader.getCursorPos().rows)
    cursorTo(output, 0)
    clearScreenDown(output)
    // Readline moves up by the rows that it drew last. They are gone.
    Object.assign(reader, { prevRows: 0 })
  }

  /** Ctrl+D: a question stays on the screen, what follows begins on its own line; a status is removed. */
  function leaveLine(): void {
    if (waiting.length === 0) clear()
    else if (terminal && isDrawn) output.write('\n')
  }

  /** The handler says what happens to the line, so the status and the line in front of it are removed. */
  function eraseTyped(line: string): void {
    const { columns } = output as { columns?: number }
    // Other characters may be two columns wide.
    if (!columns || !/^[\x20-\x7e]*$/.test(line)) return
    moveCursor(output, 0, -Math.ceil((reader.getPrompt().length + line.length || 1) / columns))
    clearScreenDown(output)
  }

  function takeHalf(): string {
    const half = reader.line
    if (!terminal || half === '') return ''
    reader.write(null, { ctrl: true, name: 'e' })
    reader.write(null, { ctrl: true, name: 'u' })
    return half
  }

  const size = () => {
    const { columns, rows } = output as { columns?: number; rows?: number }
    return { columns: columns || USUAL.columns, rows: rows || USUAL.rows }
  }
  const self: Input = {
    form: 'plain',
    next(prompt) {
      const line = queued.shift()
      if (line !== undefined) return Promise.resolve(line.text)
      if (ended) return Promise.resolve(null)
      return new Promise((resolve) => {
        waiting.push({ prompt, answer: resolve })
        draw()
      })
    },
    ask(prompt, signal) {
      if (ended || signal.aborted) return Promise.resolve(null)
      return new Promise((resolve) => {
        const pending: Pending = { prompt, answer: settle }
        const onAbort = () => settle(null)
        // A line that is half typed is no part of the answer. It comes back after it.
        const half = takeHalf()
        function settle(line: string | null): void {
          signal.removeEventListener('abort', onAbort)
          if (half !== '' && !ended) queueMicrotask(() => reader.write(half))
          const at = waiting.indexOf(pending)
          if (at !== -1) {
            waiting.splice(at, 1)
            // The question stays on the screen, and what follows begins on its own line.
            if (terminal && at === 0) output.write('\n')
          }
          resolve(line)
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.unshift(pending)
        draw()
      })
    },
    choose: (list, signal) => choosePlain(list, self, signal, inWords),
    typed: () => pastes.expand(reader.line),
    retype(text) {
      takeHalf()
      self.type(text)
    },
    send(line) {
      if (!ended) reader.write(`${line}\n`)
    },
    type(text) {
      if (terminal && !ended) reader.write(text.replace(/\s+/g, ' '))
    },
    attach: (path) => self.type(`${pictureWords(path)} `),
    collapse: pastes.collapse,
    takeQueued(before) {
      const lines = queued.splice(0).map(({ text }) => text)
      const said = lines.filter((line) => line.trim() !== '')
      if (said.length > 0) before?.()
      return said
    },
    unsend(say) {
      // Without a terminal there is no line to go back to.
      if (!terminal || ended) return
      const lines = queued.splice(0).map(({ text }) => text)
      if (lines.length === 0) return
      say(lines)
      self.retype([...lines, self.typed()].filter((line) => line !== '').join(' '))
      onQueue()
    },
    queued: () => queued.map(({ text }) => ({ text, isFollowUp: false })),
    onQueue(handler) {
      onQueue = handler
    },
    print(text) {
      clear()
      // The rest of a line begins where its first part ended.
      output.write(isMidLine ? text : broken(text))
      isMidLine = !text.endsWith('\n')
      draw()
    },
    status(text) {
      if (status === text) return
      status = text
      if (waiting.length > 0 || ended || isMidLine) return
      if (text === null) clear()
      draw()
    },
    // Nothing is drawn around the line of this form.
    panel() {},
    bar() {},
    columns: () => size().columns - 1,
    rows: () => size().rows,
    isLent: () => isLent,
    onResize(handler) {
      output.on('resize', handler)
    },
    // Readline has keys of its own, and completes nothing.
    onAction() {},
    complete() {},
    async suspendFor(run) {
      input.pause()
      isLent = true
      setRaw(reader, false)
      mark(PASTE_OFF)
      try {
        return await run()
      } finally {
        isLent = false
        setRaw(reader, true)
        if (!ended) mark(PASTE_ON)
        input.resume()
        draw()
      }
    },
    onLine(handler) {
      onLine = handler
    },
    onInterrupt(handler) {
      reader.on('SIGINT', () => {
        // What was typed is discarded, as a shell does it.
        takeHalf()
        handler()
      })
    },
    onEscape(handler) {
      source?.keys.on('keypress', (_, { name }: { name?: string }) => {
        if (name === 'escape') handler()
      })
    },
    onEnd(handler) {
      onEnd = handler
    },
    close() {
      isClosing = true
      ahead = [...queued.map(({ keys }) => keys), pastes.keysOf(reader.line)].join('')
      if (!ended) clear()
      reader.close()
    },
  }
  return self
}
