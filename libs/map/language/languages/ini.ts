import type { Language } from '../language.js'

export const ini: Language = {
  name: 'ini',
  endings: ['.ini', '.cfg', '.conf', '.properties'],
  grammar: {
    file: 'ini',
    from: 'vscode',
    query: `
(section (section_name (text) @name)) @section
`,
  },
}
