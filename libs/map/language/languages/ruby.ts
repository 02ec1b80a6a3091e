import type { Language } from '../language.js'

export const ruby: Language = {
  name: 'ruby',
  endings: ['.rb', '.rake', '.gemspec'],
  bareCalls: true,
  grammar: {
    file: 'ruby',
    from: 'vscode',
    query: `
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(class name: [(constant) @name (scope_resolution name: (_) @name)]) @class
(module name: [(constant) @name (scope_resolution name: (_) @name)]) @module
(assignment left: (constant) @name) @constant
`,
  },
}
