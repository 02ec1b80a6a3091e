import type { Language } from '../language.js'

export const groovy: Language = {
  name: 'groovy',
  endings: ['.groovy', '.gradle'],
  shapes: [
    {
      kind: 'class',
      shape:
        /^\s*(?:(?:public|private|protected|abstract|final|static)\s+)*(?:class|interface|trait|enum)\s+(\w+)/,
    },
    {
      kind: 'function',
      shape:
        /^\s*(?:(?:public|private|protected|static|final)\s+)*(?:def|void|[A-Z]\w*(?:<[^>]*>)?)\s+(\w+)\s*\([^;]*\)\s*\{/,
    },
  ],
}
