/**
 * What a file brings in, calls and builds on: tree-sitter queries by the name of the language. `@name` is the other end,
 * the second capture says how: import, call, extends, implements, uses.
 */
const SCRIPT = `
(import_statement source: (string (string_fragment) @name)) @import
(export_statement source: (string (string_fragment) @name)) @import
(call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @name)) (#eq? @_require "require")) @import
(call_expression function: (import) arguments: (arguments . (string (string_fragment) @name))) @import
(call_expression function: (identifier) @name) @call
`
const TYPED = `
(class_heritage (extends_clause value: (identifier) @name) @extends)
(class_heritage (implements_clause (type_identifier) @name) @implements)
(extends_type_clause type: (type_identifier) @name) @extends
(type_identifier) @name @uses
`

export const LINK_QUERIES: Readonly<Record<string, string>> = {
  javascript: `${SCRIPT}
(class_heritage (identifier) @name) @extends
`,
  typescript: SCRIPT + TYPED,
  tsx: SCRIPT + TYPED,
  vue: '(script_element (raw_text) @inner)',
  python: `
(import_statement name: (dotted_name) @name) @import
(import_statement name: (aliased_import name: (dotted_name) @name)) @import
(import_from_statement module_name: (_) @name) @import
(class_definition superclasses: (argument_list (identifier) @name) @extends)
(call function: (identifier) @name) @call
`,
  go: `
(import_spec path: (interpreted_string_literal) @name) @import
(call_expression function: (identifier) @name) @call
(type_identifier) @name @uses
`,
  rust: `
(use_declaration argument: (_) @name) @import
(impl_item trait: (type_identifier) @name) @implements
(call_expression function: (identifier) @name) @call
(type_identifier) @name @uses
`,
  java: `
(import_declaration (scoped_identifier) @name) @import
(superclass (type_identifier) @name) @extends
(super_interfaces (type_list (type_identifier) @name)) @implements
(method_invocation name: (identifier) @name) @call
(type_identifier) @name @uses
`,
  c: `
(preproc_include path: (_) @name) @import
(call_expression function: (identifier) @name) @call
(type_identifier) @name @uses
`,
  cpp: `
(preproc_include path: (_) @name) @import
(base_class_clause (type_identifier) @name) @extends
(call_expression function: (identifier) @name) @call
(type_identifier) @name @uses
`,
  csharp: `
(using_directive (qualified_name) @name) @import
(using_directive (identifier) @name) @import
(base_list (identifier) @name) @extends
(invocation_expression function: (identifier) @name) @call
`,
  ruby: `
(call method: (identifier) @_require arguments: (argument_list . (string (string_content) @name)) (#match? @_require "^require")) @import
(superclass (constant) @name) @extends
`,
  php: `
(namespace_use_clause (qualified_name) @name) @import
(base_clause (name) @name) @extends
(class_interface_clause (name) @name) @implements
(function_call_expression function: (name) @name) @call
`,
  swift: `
(import_declaration (identifier) @name) @import
(inheritance_specifier inherits_from: (user_type (type_identifier) @name)) @extends
`,
  dart: `
(import_specification (configurable_uri (uri (string_literal) @name))) @import
(superclass (type_identifier) @name) @extends
`,
  bash: `
(command name: (command_name) @_source argument: (word) @name (#match? @_source "^(source|[.])$")) @import
`,
  solidity: `
(import_directive source: (string) @name) @import
(inheritance_specifier ancestor: (user_defined_type) @name) @extends
`,
}

/** The same by the shape of single lines, for languages without a grammar. */
export const LINK_SHAPES: Readonly<Record<string, RegExp>> = {
  kotlin: /^\s*import\s+([\w.]+)/,
  scala: /^\s*import\s+([\w.]+)/,
  groovy: /^\s*import\s+(?:static\s+)?([\w.]+)/,
  haskell: /^import\s+(?:qualified\s+)?([\w.]+)/,
  lua: /\brequire\s*\(?\s*["']([\w./-]+)["']/,
  perl: /^\s*(?:use|require)\s+([A-Z][\w:]+)/,
  elixir: /^\s*(?:import|alias|use|require)\s+([A-Z][\w.]+)/,
  zig: /@import\("([^"]+)"\)/,
  protobuf: /^\s*import\s+(?:public\s+|weak\s+)?"([^"]+)"/,
  svelte: /^\s*import\s.*?from\s+["']([^"']+)["']/,
}
