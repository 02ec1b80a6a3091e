import type { Language } from '../language.js'

export const cpp: Language = {
  name: 'cpp',
  endings: ['.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx', '.cu', '.cuh', '.mm'],
  grammar: {
    file: 'cpp',
    from: 'repomix',
    query: `
(function_definition declarator: (function_declarator declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name)) @function
(function_definition declarator: (function_declarator declarator: (qualified_identifier name: [(identifier) (destructor_name) (operator_name)] @name))) @function
(function_definition declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (_) @name)))) @function
(function_definition declarator: (_ (function_declarator declarator: [(identifier) (field_identifier)] @name))) @function
(function_definition declarator: (_ (function_declarator declarator: (qualified_identifier name: (identifier) @name)))) @function
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name)) @method
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: (_) @name body: (_)) @struct
(union_specifier name: (_) @name body: (_)) @struct
(enum_specifier name: (_) @name body: (_)) @enum
(type_definition declarator: (type_identifier) @name) @type
(alias_declaration name: (_) @name) @type
(namespace_definition name: (_) @name) @module
(preproc_def name: (_) @name) @macro
(preproc_function_def name: (_) @name) @macro
`,
  },
}
