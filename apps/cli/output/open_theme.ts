import type { Settings } from '#core'
import { chooseColors, chooseTheme, createTheme, type Theme, type ThemeChoice } from '#terminal'
import type { Flags } from '../flags/flags.js'

/** The theme of a stream, which `/theme` can change. */
export interface ThemeHolder {
  now(): Theme
  choose(choice: ThemeChoice): void
}

export function openTheme(
  flags: Pick<Flags, 'color'>,
  { theme }: Pick<Settings, 'theme'>,
  stream: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
): ThemeHolder {
  const colors = chooseColors(env, stream.isTTY === true, flags.color === false)
  let now = createTheme(chooseTheme(theme, env), colors)
  return {
    now: () => now,
    choose(choice) {
      now = createTheme(chooseTheme(choice, env), colors)
    },
  }
}
