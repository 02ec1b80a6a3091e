import type { Language } from '../language.js'

export const haskell: Language = {
  name: 'haskell',
  endings: ['.hs'],
  bareCalls: true,
  shapes: [
    { kind: 'type', shape: /^(?:data|newtype|type|class)\s+(?:[^=]*=>\s*)?(\w+)/ },
    { kind: 'function', shape: /^([a-z_][\w']*)\s*::/ },
  ],
}
