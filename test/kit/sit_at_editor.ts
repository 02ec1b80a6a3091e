import type { Test } from 'tap'
import { type Input, type InputOptions, openInput } from '#terminal'
import { type Headless, openHeadless } from './headless.js'

interface Sitting {
  screen: Headless
  input: Input
}

/** An editor on a terminal without a program around it. */
export function sit(
  t: Test,
  [columns, rows]: readonly [number, number] = [80, 24],
  options: Partial<InputOptions> = {},
): Sitting {
  const screen = openHeadless(columns, rows)
  const { input: keys, output } = screen
  const input = openInput({ input: keys, output, terminal: true, form: 'rich', ...options })
  t.teardown(() => input.close())
  return { screen, input }
}
