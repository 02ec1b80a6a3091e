import type { Language } from '../language.js'

export const lua: Language = {
  name: 'lua',
  endings: ['.lua'],
  shapes: [
    { kind: 'function', shape: /^\s*(?:local\s+)?function\s+(?:[\w.]+[.:])?(\w+)/ },
    { kind: 'function', shape: /^\s*(?:local\s+)?(?:[\w.]+\.)?(\w+)\s*=\s*function\b/ },
  ],
}
