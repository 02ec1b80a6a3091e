import type { StyleName } from '../rows/row.js'

/** How many colours a terminal has. 0: it gets no escape sequence for colours. */
export type Colors = 0 | 16 | 256

export const THEME_NAMES = ['dark', 'light', 'none'] as const
export type ThemeName = (typeof THEME_NAMES)[number]

/** Parameters of the escape sequence that selects a style (ECMA-48, SGR); '' paints nothing. */
type Codes = Record<StyleName, string>

/**
 * The one table of colours: on a dark background, on a light one. The sixteen colours of the terminal are used
 * where they are readable on every palette: what a person chose for the terminal stays.
 */
const DARK: Codes = {
  strong: '1',
  emphasis: '3',
  struck: '9',
  dim: '2',
  heading: '1;36',
  code: '33',
  link: '4;34',
  quote: '3;2',
  frame: '2',
  action: '36',
  good: '32',
  warning: '33',
  bad: '31',
  added: '32',
  removed: '31',
  addedWord: '32;7',
  removedWord: '31;7',
  hunk: '36',
  keyword: '35',
  string: '32',
  number: '36',
  comment: '2;3',
  function: '34',
  type: '33',
  variable: '0',
  meta: '36',
  modePlan: '36',
  modeEdits: '33',
  modeYolo: '1;31',
}

/** Yellow and cyan are too pale on white. */
const LIGHT: Codes = {
  ...DARK,
  heading: '1;34',
  code: '35',
  action: '34',
  warning: '35',
  hunk: '34',
  number: '34',
  type: '34',
  meta: '34',
  modePlan: '34',
  modeEdits: '35',
}

/** Where there are 256 colours, marked words have a background, and text keeps its contrast. */
const MORE_DARK: Partial<Codes> = {
  addedWord: '97;48;5;28',
  removedWord: '97;48;5;88',
  link: '4;38;5;75',
  function: '38;5;75',
  comment: '38;5;245',
  dim: '38;5;245',
  frame: '38;5;240',
  quote: '3;38;5;245',
  warning: '38;5;214',
}
const MORE_LIGHT: Partial<Codes> = {
  addedWord: '30;48;5;157',
  removedWord: '30;48;5;217',
  code: '38;5;90',
  comment: '38;5;243',
  dim: '38;5;241',
  frame: '38;5;248',
  quote: '3;38;5;241',
  warning: '38;5;130',
  type: '38;5;94',
  modeEdits: '38;5;130',
}

/** @returns the codes of each style; null: no colours at all */
export function codesOf(name: ThemeName, colors: Colors): Codes | null {
  if (name === 'none' || colors === 0) return null
  const [base, more] = name === 'light' ? [LIGHT, MORE_LIGHT] : [DARK, MORE_DARK]
  return colors === 256 ? { ...base, ...more } : base
}
