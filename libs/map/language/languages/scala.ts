import type { Language } from '../language.js'

export const scala: Language = {
  name: 'scala',
  endings: ['.scala', '.sc'],
  shapes: [
    {
      kind: 'class',
      shape:
        /^\s*(?:(?:private|protected|final|sealed|abstract|implicit|case)(?:\[\w+\])?\s+)*(?:class|trait|object|enum)\s+(\w+)/,
    },
    {
      kind: 'function',
      shape:
        /^\s*(?:(?:private|protected|final|implicit|inline|override)(?:\[\w+\])?\s+)*def\s+(\w+)/,
    },
    { kind: 'type', shape: /^\s*(?:opaque\s+)?type\s+(\w+)/ },
  ],
}
