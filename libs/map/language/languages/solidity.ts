import type { Language } from '../language.js'

export const solidity: Language = {
  name: 'solidity',
  endings: ['.sol'],
  grammar: {
    file: 'solidity',
    from: 'repomix',
    query: `
(contract_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(library_declaration name: (_) @name) @class
(struct_declaration name: (_) @name) @struct
(enum_declaration name: (_) @name) @enum
(event_definition name: (_) @name) @event
(modifier_definition name: (_) @name) @function
(function_definition name: (_) @name) @function
`,
  },
}
