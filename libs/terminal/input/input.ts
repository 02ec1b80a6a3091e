import type { Completer } from '../editor/complete.js'
import type { Action, PanelName } from '../keys/bindings.js'

/** How the input is shown: an editor with a live area, or one line at a time without cursor movement. */
export type Form = 'rich' | 'plain'

/**
 * The only reader of keys and the only writer to the terminal: prompts, queued messages, the gate's questions,
 * printed lines and panels share it. What a form cannot show, it ignores or prints as lines.
 */
export interface Input {
  readonly form: Form
  /** The next line; null when the input ended. A paste of many lines is one line with line ends. */
  next(prompt: string): Promise<string | null>
  /**
   * Asks a question before everything else; null when the input ended or the signal aborts.
   * @param short  the same question in a window of few rows, where what it is about would leave the screen
   */
  ask(prompt: string, signal: AbortSignal, short?: string): Promise<string | null>
  /** Shows a list and lets the person choose. @returns the index in `items`; null: nothing was chosen */
  choose(list: ChoiceList, signal: AbortSignal): Promise<number | null>
  /** Puts words on the line that is being typed. They stay there while questions are asked. */
  type(text: string): void
  /** Keeps a line that was not sent, so that Up brings it back at the prompt. Absent in the plain form. */
  remember?(line: string): void
  /** Adds a picture to what is typed. @param path  absolute */
  attach(path: string): void
  /** What is typed now, with its pastes. */
  typed(): string
  /** Replaces what is typed. */
  retype(text: string): void
  /** Acts as if this line had been typed and sent; what is typed stays. A key that is bound to a command does it. */
  send(line: string): void
  /** Lines that were typed while nothing waited for one. @param before  called where there is one, before it is shown as sent */
  takeQueued(before?: () => void): string[]
  /** Lines that wait for the running task, or for its end, in the order in which they were sent. */
  queued(): QueuedLine[]
  /** Handles a change of these lines by a key; taking them with `next` or `takeQueued` is none. */
  onQueue(handler: () => void): void
  /** Puts queued lines back onto the line that is typed. @param say  gets them, where there are some, before a question that follows */
  unsend(say: (lines: string[]) => void): void
  /** Puts a mark in the place of each paste of several lines, so that only typed words are left. */
  collapse(text: string): string
  /** Prints above the line that is being typed. The text may have colours; a last line without an end stays open. */
  print(text: string): void
  /** What the program waits for, in front of what is typed; null: nothing. Shown while no prompt is. */
  status(text: string | null): void
  /** Rows above the prompt; null removes them. They may have colours; a row that is too long is cut. */
  panel(name: PanelName, rows: readonly string[] | null): void
  /** The row under the prompt; null removes it. */
  bar(row: string | null): void
  /** Columns that a row may use: one less than the terminal has, so that no row wraps by itself. */
  columns(): number
  /** Rows of the terminal. */
  rows(): number
  /** Whether the terminal has the focus; null: it has not reported that. Absent in the plain form. */
  isFocused?(): boolean | null
  /** Whether another program has the terminal, see `suspendFor`. */
  isLent?(): boolean
  /** Handles a change of the terminal's size, before the area is drawn again. */
  onResize(handler: () => void): void
  /** Handles a line that nothing waits for. Without a handler, or when it returns true, the line is queued. */
  onLine(handler: (line: string) => boolean): void
  /**
   * Handles a bound key, see `BINDINGS`; a later handler replaces an earlier one. The editor gets a key whose handler
   * returns false.
   */
  onAction(name: Action, handler: () => unknown): void
  /** Completes what is typed. */
  complete(completer: Completer): void
  onInterrupt(handler: () => void): void
  /** Esc alone: no part of an arrow key or of Alt with a letter. */
  onEscape(handler: () => void): void
  /** The input ended: Ctrl+D, or the terminal is gone. Not called by `close`. */
  onEnd(handler: () => void): void
  /** Gives the terminal to another program, such as an editor, while `run` lasts. */
  suspendFor<T>(run: () => Promise<T>): Promise<T>
  /** Ends the input. What was typed ahead and not used goes to the next input of the same terminal. */
  close(): void
}

/** A line that was sent while nothing waited for one. */
export interface QueuedLine {
  text: string
  /** false: it is delivered after the step that runs; true: it is a task of its own, for later. */
  isFollowUp: boolean
}

/** A list that a person chooses from. */
export interface ChoiceList {
  title: string
  items: readonly ChoiceItem[]
  /** The item that is marked first; 0 if undefined. */
  selected?: number
}

export interface ChoiceItem {
  /** One line; typing filters the list by it. */
  label: string
  /** Words behind the label, for example a date. */
  detail?: string
  /** Rows that are shown while the item is marked; called once, when it is first marked. */
  preview?: () => readonly string[] | Promise<readonly string[]>
}
