import type { Language } from '../language.js'

export const rust: Language = {
  name: 'rust',
  endings: ['.rs'],
  grammar: {
    file: 'rust',
    from: 'vscode',
    query: `
(function_item name: (_) @name) @function
(function_signature_item name: (_) @name) @function
(struct_item name: (_) @name) @struct
(enum_item name: (_) @name) @enum
(union_item name: (_) @name) @struct
(trait_item name: (_) @name) @trait
(type_item name: (_) @name) @type
(mod_item name: (_) @name body: (_)) @module
(macro_definition name: (_) @name) @macro
(const_item name: (_) @name) @constant
(static_item name: (_) @name) @constant
(impl_item type: (type_identifier) @name) @impl
`,
  },
}
