import { showControls } from '#core'
import type { Chips } from '../../editor/chips.js'
import type { Editor } from '../../editor/editor.js'
import type { History } from '../../editor/history.js'
import type { QueuedLine } from '../input.js'
import { echoOf } from './prompt_rows.js'
import { createQueue } from './queue.js'

/** Which prompt gets the next line that is sent, and what happens to a line that nothing waits for. */
export interface Lines {
  /** The prompt that waits, with whether it is a question; null: nothing waits. */
  waiting(): { prompt: string; short?: string | undefined; isQuestion: boolean } | null
  next(prompt: string): Promise<string | null>
  ask(prompt: string, signal: AbortSignal, short?: string): Promise<string | null>
  /** A line was sent. @param text  with marks for pastes */
  send(text: string): void
  /** The same as a task of its own, when the running one has ended. */
  sendLater(text: string): void
  /** The last queued line, with marks; undefined: there is none. */
  takeBack(): string | undefined
  /** All queued lines for the running task, which are shown as sent. */
  takeQueued(before?: () => void): string[]
  /** Puts queued lines in front of what is typed. @param say  gets them, where there are some */
  unsend(say: (lines: string[]) => void): void
  /** Queued lines, in the order in which they were typed. */
  queued(): QueuedLine[]
  /** One row for each queued line. */
  rows(): string[]
  onLine(handler: (line: string) => boolean): void
  onQueue(handler: () => void): void
  /** Nobody types any more: every prompt gets null. */
  end(): void
}

export interface LinesOptions {
  chips: Chips
  history: History
  print(text: string): void
  draw(): void
  bold(text: string): string
  /** Puts the texts of the program into the language of the person. */
  inWords(text: string): string
  /** Calls at once, or when the editor was loaded. */
  whenReady(run: (editor: Editor) => void): void
}

interface Pending {
  prompt: string
  /** The prompt in a window of few rows. */
  short?: string | undefined
  isQuestion: boolean
  /** A line that was typed before a question was shown does not answer it. */
  isOpen: boolean
  answer(line: string | null): void
}

/** In front of a line that was queued and is delivered now. */
const PROMPT = '> '
/** A longer line is kept with its marks, not with its pastes. */
const HISTORY_CHARS = 10_000

export function createLines(options: LinesOptions): Lines {
  const { chips, history, print, draw, bold, inWords, whenReady } = options
  const queue = createQueue(inWords)
  const waiting: Pending[] = []
  let hasEnded = false
  let onLine = (_: string) => true
  let onQueue = () => {}

  /** @returns the line with the texts of its marks */
  function keep(text: string): string {
    const line = chips.expand(text)
    history.add(line.length <= HISTORY_CHARS ? line : text.slice(0, HISTORY_CHARS))
    return line
  }
  function add(text: string, isFollowUp: boolean): void {
    queue.add({ text, isFollowUp })
    onQueue()
  }
  const echo = (prompt: string, line: string) =>
    print(echoOf(bold(prompt), showControls(chips.collapse(line))))

  function ask(
    { prompt, short }: Pick<Pending, 'prompt' | 'short'>,
    signal: AbortSignal,
    resolve: (line: string | null) => void,
  ): void {
    let half = ''
    const pending: Pending = { prompt, short, isQuestion: true, isOpen: false, answer: settle }
    // A line that is half typed is no part of the answer. It comes back after it.
    whenReady((editor) => {
      half = editor.text()
      if (half !== '') editor.set('')
      pending.isOpen = true
    })
    const onAbort = () => {
      const at = waiting.indexOf(pending)
      if (at === -1) return
      waiting.splice(at, 1)
      whenReady((editor) => print(echoOf(prompt, editor.text())))
      settle(null)
    }
    function settle(line: string | null): void {
      signal.removeEventListener('abort', onAbort)
      if (!hasEnded) {
        whenReady((editor) => editor.set(half))
        draw()
      }
      resolve(line)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    waiting.unshift(pending)
    draw()
  }

  return {
    waiting: () => waiting[0] ?? null,
    next(prompt) {
      if (hasEnded) return Promise.resolve(null)
      const line = queue.shift()
      if (line !== undefined) {
        echo(prompt, line)
        return Promise.resolve(line)
      }
      return new Promise((resolve) => {
        waiting.push({ prompt, isQuestion: false, isOpen: true, answer: resolve })
        draw()
      })
    },
    ask(prompt, signal, short) {
      if (hasEnded || signal.aborted) return Promise.resolve(null)
      return new Promise((resolve) => ask({ prompt, short }, signal, resolve))
    },
    send(text) {
      history.leave()
      const first = waiting.find(({ isOpen }) => isOpen)
      if (first?.isQuestion) {
        waiting.splice(waiting.indexOf(first), 1)
        print(echoOf(first.prompt, text))
        first.answer(chips.expand(text))
        return
      }
      if (text.trim() === '') return
      const line = keep(text)
      if (first === undefined) {
        if (onLine(line)) add(line, false)
        return
      }
      waiting.splice(waiting.indexOf(first), 1)
      echo(first.prompt, line)
      first.answer(line)
    },
    sendLater: (text) => add(keep(text), true),
    takeBack() {
      const line = queue.pop()
      if (line !== undefined) onQueue()
      return line === undefined ? undefined : chips.collapse(line)
    },
    takeQueued(before) {
      const lines = queue.takeSteers()
      if (lines.length > 0) before?.()
      for (const line of lines) echo(PROMPT, line)
      return lines
    },
    unsend: (say) =>
      whenReady((editor) => {
        if (hasEnded) return
        const lines = queue.takeAll()
        if (lines.length === 0) return
        const typed = editor.text()
        editor.set([...lines.map(chips.collapse), ...(typed === '' ? [] : [typed])].join('\n'))
        say(lines)
        onQueue()
      }),
    queued: () => [...queue.all()],
    rows: () => queue.rows(),
    onLine(handler) {
      onLine = handler
    },
    onQueue(handler) {
      onQueue = handler
    },
    end() {
      hasEnded = true
      for (const { prompt, isQuestion, answer } of waiting.splice(0)) {
        // A question that nobody answered stays on the screen.
        if (isQuestion) print(echoOf(prompt, ''))
        answer(null)
      }
    },
  }
}
