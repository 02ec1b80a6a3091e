import type { Colors, ThemeName } from './styles.js'

/** What the setting `theme` and `/theme` accept. `auto` follows the terminal. */
export const THEME_CHOICES = ['auto', 'dark', 'light', 'none'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

type Environment = Record<string, string | undefined>

/**
 * The theme for a terminal. `auto` reads COLORFGBG, which some terminals set; without it the background counts
 * as dark, and the sixteen colours are used as the terminal's own palette has them. Nothing is asked of the terminal:
 * one that does not answer would hang the start.
 */
export function chooseTheme(choice: ThemeChoice, env: Environment): ThemeName {
  if (choice !== 'auto') return choice
  // `15;0`, or `15;default;0`: the last number is the background.
  const background = /(\d+)$/.exec(env.COLORFGBG ?? '')?.[1]
  return background === '7' || background === '15' ? 'light' : 'dark'
}

/**
 * The colours of a stream: none for `--no-color`, NO_COLOR, TERM=dumb and what is no terminal. FORCE_COLOR decides
 * before the stream does: 0 or false none, 1 sixteen, else 256.
 * @param isOff  `--no-color` was given
 */
export function chooseColors(env: Environment, isTerminal: boolean, isOff = false): Colors {
  if (isOff || env.NO_COLOR) return 0
  const forced = env.FORCE_COLOR
  if (forced === '0' || forced === 'false') return 0
  if (forced === '1') return 16
  if (forced !== undefined) return 256
  if (!isTerminal || env.TERM === 'dumb') return 0
  const isRich = /256|direct|kitty|ghostty|alacritty|wezterm/.test(env.TERM ?? '')
  return isRich || env.COLORTERM !== undefined || env.WT_SESSION !== undefined ? 256 : 16
}
