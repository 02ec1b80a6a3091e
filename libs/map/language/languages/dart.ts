import type { Language } from '../language.js'

export const dart: Language = {
  name: 'dart',
  endings: ['.dart'],
  grammar: {
    file: 'dart',
    from: 'repomix',
    query: `
(class_definition name: (_) @name) @class
(enum_declaration name: (_) @name) @enum
(mixin_declaration (identifier) @name) @class
(extension_declaration name: (_) @name) @class
(type_alias (type_identifier) @name) @type
(function_signature name: (_) @name) @function
(getter_signature name: (_) @name) @method
(setter_signature name: (_) @name) @method
(constructor_signature name: (_) @name) @method
`,
  },
}
