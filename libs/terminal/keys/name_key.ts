import { parseKey } from '@mariozechner/pi-tui/dist/keys.js'

/** The name of a key, for example `shift+tab`; undefined: it has none. */
export function nameKey(data: string): string | undefined {
  // Ctrl+J is a new line, although a terminal could send it for Enter.
  return data === '\n' ? 'ctrl+j' : parseKey(data)
}
