import type { Language } from '../language.js'

export const csharp: Language = {
  name: 'csharp',
  endings: ['.cs'],
  grammar: {
    file: 'c-sharp',
    from: 'vscode',
    query: `
(class_declaration name: (_) @name) @class
(struct_declaration name: (_) @name) @struct
(record_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(delegate_declaration name: (_) @name) @type
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @method
(property_declaration name: (_) @name) @property
(local_function_statement name: (_) @name) @function
`,
  },
}
