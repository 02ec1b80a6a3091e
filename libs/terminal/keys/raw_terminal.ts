import { StringDecoder } from 'node:string_decoder'
import { createKeyDecoder, type KeyEvent } from './decode.js'
import type { KeySource } from './plain_keys.js'
import { rawOff, rawOn } from './raw_mode.js'
import { restoreAtEnd } from './restore_at_end.js'
import { sentLines } from './sent_lines.js'

/** A terminal whose keys are read one by one, and whose modes are restored on every way out. */
export interface RawTerminal {
  /** Writes; after an error of the output nothing more is written. */
  write(text: string): void
  size(): { columns: number; rows: number }
  /** Stops the program as Ctrl+Z does it. Returns after `fg`. */
  stop(): void
  /** Gives the terminal back to its usual mode while another program has it. */
  lend(): void
  /** Takes it again. */
  takeBack(): void
  /** Restores the terminal and stops reading. Keys that were read and not used are given back to the source. */
  close(ahead: string): void
}

export interface RawHandlers {
  /** All keys of one read. */
  onKeys(events: readonly KeyEvent[]): void
  /** The input or the output is gone. */
  onEnd(): void
  onResize(): void
  /** The terminal got or lost the focus. */
  onFocus(isFocused: boolean): void
  /** `fg` after a stop, however it came: what is on the screen is not known. */
  onContinue(): void
}

/** Where keys come from and where the screen is. */
export interface RawStreams {
  input: KeySource
  output: NodeJS.WritableStream & { columns?: number; rows?: number }
}

/** How long Esc waits for the rest of an arrow key: a terminal sends it at once, and a person should not wait. */
const ESCAPE_MS = 50
/** What a terminal has that does not report its size. */
const USUAL = { columns: 80, rows: 24 }
/** Pastes in marks (mode 2004), reports of the focus (1004), and keys with modifiers, such as Shift+Enter (kitty's protocol, level 1). */
const ON = '\x1b[?2004h\x1b[?1004h\x1b[>1u'
const OFF = '\x1b[?2026l\x1b[?7h\x1b[<u\x1b[?1004l\x1b[?2004l\x1b[?25h\x1b[0m'
const FOCUS = '\x1b[I'
const BLUR = '\x1b[O'

/** Takes the terminal: raw mode, pastes in marks, and hooks that restore it when the process ends in any way. */
export function openRawTerminal({ input, output }: RawStreams, on: RawHandlers): RawTerminal {
  const decoder = new StringDecoder('utf8')
  const keys = createKeyDecoder()
  let timer: NodeJS.Timeout | undefined
  let isOn = false
  let isGone = false
  let isBroken = false
  let isFirst = true

  const write = (text: string) => {
    if (!isBroken) output.write(text)
  }
  const pass = (events: readonly KeyEvent[]) => {
    const isReport = (event: KeyEvent) =>
      event.kind === 'key' && (event.data === FOCUS || event.data === BLUR)
    for (const event of events)
      if (event.kind === 'key' && isReport(event)) on.onFocus(event.data === FOCUS)
    const typed = events.filter((event) => !isReport(event))
    if (typed.length > 0) on.onKeys(typed)
  }
  const onData = (chunk: Buffer | string) => {
    clearTimeout(timer)
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk)
    pass(keys.push(isFirst ? sentLines(text) : text))
    isFirst = false
    if (keys.isHolding()) timer = setTimeout(() => pass(keys.flush()), ESCAPE_MS)
  }
  const onGone = () => {
    if (isGone) return
    isGone = true
    on.onEnd()
  }
  const onBroken = () => {
    isBroken = true
    onGone()
  }
  function turnOn(): void {
    if (isOn) return
    isOn = true
    rawOn(input)
    write(ON)
  }
  function turnOff(): void {
    if (!isOn) return
    isOn = false
    write(OFF)
    rawOff(input)
  }
  const onContinue = () => {
    isOn = false
    turnOn()
    on.onContinue()
  }
  const onSize = () => on.onResize()

  input.on('data', onData)
  input.on('end', onGone)
  input.on('close', onGone)
  input.on('error', onGone)
  output.on('error', onBroken)
  output.on('resize', onSize)
  process.on('SIGCONT', onContinue)
  const endRestore = restoreAtEnd(turnOff, () => !isOn)
  turnOn()
  // A source that an earlier reader gave back is paused, and a listener alone does not start it again.
  input.resume()

  return {
    write,
    size: () => ({
      columns: output.columns || USUAL.columns,
      rows: output.rows || USUAL.rows,
    }),
    stop() {
      turnOff()
      // A second picture, for the signal of `fg`, would begin in the middle of the first.
      process.off('SIGCONT', onContinue)
      // Returns after `fg`, or at once in a group that no shell controls: such a group cannot be stopped.
      process.kill(0, 'SIGTSTP')
      process.on('SIGCONT', onContinue)
      onContinue()
    },
    lend() {
      input.off('data', onData)
      input.pause()
      turnOff()
    },
    takeBack() {
      turnOn()
      input.on('data', onData)
      input.resume()
    },
    close(ahead) {
      clearTimeout(timer)
      turnOff()
      input.off('data', onData)
      input.off('end', onGone)
      input.off('close', onGone)
      input.off('error', onGone)
      output.off('resize', onSize)
      process.off('SIGCONT', onContinue)
      endRestore()
      input.pause()
      const text = ahead + keys.rest()
      if (text !== '' && input.readable) input.unshift(Buffer.from(text))
    },
  }
}
