import type { Language } from '../language.js'

export const powershell: Language = {
  name: 'powershell',
  endings: ['.ps1', '.psm1'],
  bareCalls: true,
  grammar: {
    file: 'powershell',
    from: 'vscode',
    query: `
(function_statement (function_name) @name) @function
(class_statement (simple_name) @name) @class
(class_method_definition (simple_name) @name) @method
(enum_statement (simple_name) @name) @enum
`,
  },
}
