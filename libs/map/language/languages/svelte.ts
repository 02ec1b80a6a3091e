import type { Language } from '../language.js'

export const svelte: Language = {
  name: 'svelte',
  endings: ['.svelte'],
  shapes: [
    { kind: 'function', shape: /^\s*(?:export\s+)?(?:async\s+)?function\s+(\w+)/ },
    { kind: 'constant', shape: /^\s*export\s+(?:let|const)\s+(\w+)/ },
  ],
}
