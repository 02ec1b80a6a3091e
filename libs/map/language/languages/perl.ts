import type { Language } from '../language.js'

export const perl: Language = {
  name: 'perl',
  endings: ['.pl', '.pm'],
  bareCalls: true,
  shapes: [
    { kind: 'function', shape: /^\s*sub\s+(\w+)/ },
    { kind: 'module', shape: /^\s*package\s+([\w:]+)/ },
  ],
}
