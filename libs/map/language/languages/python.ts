import type { Language } from '../language.js'

export const python: Language = {
  name: 'python',
  endings: ['.py', '.pyi', '.pyx'],
  grammar: {
    file: 'python',
    from: 'vscode',
    query: `
(function_definition name: (_) @name) @function
(class_definition name: (_) @name) @class
(module (expression_statement (assignment left: (identifier) @name) @constant))
(module (type_alias_statement left: (_) @name) @type)
`,
  },
}
