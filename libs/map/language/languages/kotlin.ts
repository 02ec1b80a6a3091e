import type { Language } from '../language.js'

export const kotlin: Language = {
  name: 'kotlin',
  endings: ['.kt', '.kts'],
  shapes: [
    {
      kind: 'class',
      shape:
        /^\s*(?:(?:public|private|internal|protected|open|abstract|sealed|data|enum|annotation|inner|value)\s+)*(?:class|interface|object)\s+(\w+)/,
    },
    {
      kind: 'function',
      shape:
        /^\s*(?:(?:public|private|internal|protected|open|abstract|override|suspend|inline|operator|infix|tailrec|external)\s+)*fun\s+(?:<[^>]*>\s*)?(?:[\w<>?]+\.)?(\w+)/,
    },
    {
      kind: 'constant',
      shape: /^(?:(?:public|private|internal|const|lateinit)\s+)*va[lr]\s+(\w+)/,
    },
  ],
}
