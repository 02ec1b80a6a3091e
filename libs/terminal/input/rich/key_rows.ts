import { BINDINGS } from '../../keys/bindings.js'

/** The keys of a session as rows, as many as there is room for. */
export function keyRows(
  height: number,
  bold: (text: string) => string,
  inWords: (text: string) => string,
): string[] {
  const shown = BINDINGS.map(({ keys, help }) => ({ keys: label(keys), help: inWords(help) }))
  const wide = Math.max(...shown.map(({ keys }) => keys.length))
  const rows = shown.map(({ keys, help }) => `  ${bold(keys.padEnd(wide))}  ${help}`)
  const room = Math.max(1, height - 4)
  return rows.length <= room
    ? rows
    : [...rows.slice(0, room - 1), `  … ${inWords('more in a higher window')}`]
}

/** `shift+tab` as a person writes it: Shift+Tab. */
function label(keys: string): string {
  return keys
    .split(/(?=[ +])|(?<=[ +])/)
    .map((part) => (part === 'escape' ? 'Esc' : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('')
}
