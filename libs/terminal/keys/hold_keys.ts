import { StringDecoder } from 'node:string_decoder'
import { createKeyDecoder, type KeyEvent, PASTE_END, PASTE_START } from './decode.js'
import { PASTE_OFF, PASTE_ON } from './pastes.js'
import type { KeySource } from './plain_keys.js'
import { rawOff, rawOn } from './raw_mode.js'
import { restoreAtEnd } from './restore_at_end.js'
import { sentLines } from './sent_lines.js'

/** A terminal that shows no key until an input is open. */
export interface HeldKeys {
  /** Gives the terminal back. Its next reader gets the keys first. Repeating it is harmless. */
  release(): void
}

export interface HoldOptions {
  input: KeySource & { isTTY?: boolean }
  output: { write(text: string): unknown }
  /** The next reader is the rich form: it reads marks of pastes and names of keys. */
  isRich: boolean
}

/** Keys that a terminal without raw mode turns into signals. */
const SIGNALS: Readonly<Record<string, NodeJS.Signals>> = {
  '\x03': 'SIGINT',
  '\x1a': 'SIGTSTP',
  '\x1c': 'SIGQUIT',
}
/** Shift+Enter, in the place of Ctrl+J: the next reader takes a line feed in its first keys for Enter. */
const NEW_LINE = '\x1b[13;2u'

/**
 * Holds the keys of a terminal back while nothing can show them: they are not echoed into what is printed, and none is
 * lost. Ctrl+C, Ctrl+Z and Ctrl+\ reach the foreground group as signals. Without a terminal nothing is held.
 */
export function holdKeys({ input, output, isRich }: HoldOptions): HeldKeys {
  if (input.isTTY !== true || input.setRawMode === undefined) return { release() {} }
  const decoder = new StringDecoder('utf8')
  const keys = createKeyDecoder()
  let held = ''
  let isFirst = true
  let isOn = false
  let isOver = false

  function turnOn(): void {
    if (isOn) return
    isOn = true
    rawOn(input)
    if (isRich) output.write(PASTE_ON)
  }
  function turnOff(): void {
    if (!isOn) return
    isOn = false
    if (isRich) output.write(PASTE_OFF)
    rawOff(input)
  }
  const onContinue = () => {
    isOn = false
    turnOn()
  }
  function signal(name: NodeJS.Signals): void {
    if (name !== 'SIGTSTP') return void process.kill(0, name)
    turnOff()
    // Returns after `fg`, or at once in a group that no shell controls.
    process.kill(0, name)
    onContinue()
  }
  function keep(event: KeyEvent): void {
    if (event.kind === 'paste') {
      held += PASTE_START + event.text + PASTE_END
      return
    }
    // Esc that is held back may be in front of it.
    const name = SIGNALS[event.data.slice(-1)]
    if (name !== undefined) signal(name)
    else held += isRich && event.data === '\n' ? NEW_LINE : event.data
  }
  const onData = (chunk: Buffer | string) => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk)
    for (const event of keys.push(isFirst ? sentLines(text) : text)) keep(event)
    isFirst = false
  }
  const onGone = () => {
    release()
    process.kill(process.pid, 'SIGHUP')
  }

  input.on('data', onData)
  input.on('end', onGone)
  input.on('error', onGone)
  process.on('SIGCONT', onContinue)
  const endRestore = restoreAtEnd(turnOff, () => false)
  turnOn()
  input.resume()

  function release(): void {
    if (isOver) return
    isOver = true
    turnOff()
    input.off('data', onData)
    input.off('end', onGone)
    input.off('error', onGone)
    process.off('SIGCONT', onContinue)
    endRestore()
    input.pause()
    const text = held + keys.rest()
    if (text !== '' && input.readable) input.unshift(Buffer.from(text))
  }
  return { release }
}
