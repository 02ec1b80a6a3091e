import type { KeptHistory } from './editor/history.js'
import type { Form, Input } from './input/input.js'
import { openPlain, type PlainOptions } from './input/plain.js'
import { openRich } from './input/rich/rich.js'

export interface InputOptions extends PlainOptions {
  /** 'plain' if undefined. */
  form?: Form
  /** Colours in what the rich form draws. */
  color?: boolean
  /** Lines of earlier sessions. */
  history?: KeptHistory
  /** Whether this path is a picture that exists: pasted into the rich form, it becomes a chip. */
  isPicture?(path: string): boolean
}

/** Opens the only reader of the keys of a terminal or a pipe. */
export function openInput({ form = 'plain', ...options }: InputOptions): Input {
  if (form === 'plain') return openPlain(options)
  return openRich({ color: false, ...options })
}
