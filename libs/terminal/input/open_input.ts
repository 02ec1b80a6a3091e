import type { Form, Input } from './input.js'
import { openPlain, type PlainOptions } from './plain.js'

export interface InputOptions extends PlainOptions {
  /** 'plain' if undefined. */
  form?: Form
}

/** Opens the only reader of the keys of a terminal or a pipe. */
export function openInput({ form = 'plain', ...options }: InputOptions): Input {
  // The rich form follows; until then both are plain.
  return form === 'rich' ? openPlain(options) : openPlain(options)
}
