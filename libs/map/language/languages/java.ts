import type { Language } from '../language.js'

export const java: Language = {
  name: 'java',
  endings: ['.java'],
  grammar: {
    file: 'java',
    from: 'vscode',
    query: `
(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(record_declaration name: (_) @name) @class
(annotation_type_declaration name: (_) @name) @interface
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @method
`,
  },
}
