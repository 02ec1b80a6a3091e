import type { Language } from '../language.js'

export const css: Language = {
  name: 'css',
  endings: ['.css', '.scss', '.less'],
  grammar: {
    file: 'css',
    from: 'vscode',
    query: `
(rule_set (selectors (class_selector (class_name) @name))) @rule
(rule_set (selectors (id_selector (id_name) @name))) @rule
(keyframes_statement (keyframes_name) @name) @rule
`,
  },
}
