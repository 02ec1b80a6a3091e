import type { Language } from '../language.js'

export const swift: Language = {
  name: 'swift',
  endings: ['.swift'],
  grammar: {
    file: 'swift',
    from: 'repomix',
    query: `
(class_declaration name: (_) @name) @class
(protocol_declaration name: (_) @name) @interface
(function_declaration name: (simple_identifier) @name) @function
(protocol_function_declaration name: (simple_identifier) @name) @function
(init_declaration "init" @name) @method
(typealias_declaration name: (_) @name) @type
`,
  },
}
