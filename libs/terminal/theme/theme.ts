import { type Row, type StyleName, span } from '../rows/row.js'
import { type Colors, codesOf, type ThemeName } from './styles.js'

/** Paints rows. It is a value: another theme is another value. */
export interface Theme {
  name: ThemeName
  colors: Colors
  /** A row as text for a terminal. Each piece ends its own colours, so a row can be cut or left out anywhere. */
  paint(row: Row): string
  /** One text in one style. */
  text(text: string, ...styles: StyleName[]): string
}

const RESET = '\x1b[0m'

export function createTheme(name: ThemeName, colors: Colors): Theme {
  const codes = codesOf(name, colors)
  const paint = (row: Row): string => {
    let out = ''
    for (const { text, styles } of row) {
      const code = codes === null ? '' : styles.map((style) => codes[style]).join(';')
      out += code === '' || text === '' ? text : `\x1b[${code}m${text}${RESET}`
    }
    return out
  }
  return {
    name: codes === null ? 'none' : name,
    colors: codes === null ? 0 : colors,
    paint,
    text: (text, ...styles) => paint([span(text, ...styles)]),
  }
}
