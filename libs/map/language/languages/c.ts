import type { Language } from '../language.js'

export const c: Language = {
  name: 'c',
  endings: ['.c', '.h'],
  grammar: {
    file: 'c',
    from: 'repomix',
    query: `
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @function
(struct_specifier name: (_) @name body: (_)) @struct
(union_specifier name: (_) @name body: (_)) @struct
(enum_specifier name: (_) @name body: (_)) @enum
(type_definition declarator: (type_identifier) @name) @type
(preproc_def name: (_) @name) @macro
(preproc_function_def name: (_) @name) @macro
(translation_unit (declaration declarator: (function_declarator declarator: (identifier) @name)) @function)
`,
  },
}
