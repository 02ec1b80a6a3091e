import type { Language } from '../language.js'

export const zig: Language = {
  name: 'zig',
  endings: ['.zig'],
  shapes: [
    { kind: 'function', shape: /^\s*(?:pub\s+|export\s+|inline\s+|extern\s+)*fn\s+(\w+)/ },
    {
      kind: 'type',
      shape:
        /^\s*(?:pub\s+)?const\s+(\w+)\s*=\s*(?:extern\s+|packed\s+)?(?:struct|enum|union|error)\b/,
    },
  ],
}
