import type { Language } from '../language.js'

export const php: Language = {
  name: 'php',
  endings: ['.php'],
  grammar: {
    file: 'php',
    from: 'vscode',
    query: `
(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(trait_declaration name: (_) @name) @trait
(enum_declaration name: (_) @name) @enum
(function_definition name: (_) @name) @function
(method_declaration name: (_) @name) @method
(const_element (name) @name) @constant
`,
  },
}
