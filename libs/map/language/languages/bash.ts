import type { Language } from '../language.js'

export const bash: Language = {
  name: 'bash',
  endings: ['.sh', '.bash', '.zsh'],
  bareCalls: true,
  grammar: {
    file: 'bash',
    from: 'vscode',
    query: `
(function_definition name: (_) @name) @function
(program (variable_assignment name: (_) @name) @constant)
`,
  },
}
