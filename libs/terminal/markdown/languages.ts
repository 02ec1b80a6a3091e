type Load = () => Promise<{ default: object }>

/** Names after a fence, and the grammar: one file each, loaded with the first code of its language. */
export const LANGUAGES: readonly (readonly [string, readonly string[], Load])[] = [
  ['bash', ['sh', 'shell', 'zsh', 'console'], () => import('highlight.js/lib/languages/bash')],
  ['c', ['h'], () => import('highlight.js/lib/languages/c')],
  ['cpp', ['c++', 'cc', 'hpp', 'cxx'], () => import('highlight.js/lib/languages/cpp')],
  ['csharp', ['cs', 'c#'], () => import('highlight.js/lib/languages/csharp')],
  ['css', ['scss', 'less'], () => import('highlight.js/lib/languages/css')],
  ['diff', ['patch'], () => import('highlight.js/lib/languages/diff')],
  ['dockerfile', ['docker'], () => import('highlight.js/lib/languages/dockerfile')],
  ['go', ['golang'], () => import('highlight.js/lib/languages/go')],
  ['ini', ['toml', 'cfg'], () => import('highlight.js/lib/languages/ini')],
  ['java', [], () => import('highlight.js/lib/languages/java')],
  [
    'javascript',
    ['js', 'jsx', 'mjs', 'cjs'],
    () => import('highlight.js/lib/languages/javascript'),
  ],
  ['json', ['jsonc', 'json5'], () => import('highlight.js/lib/languages/json')],
  ['kotlin', ['kt'], () => import('highlight.js/lib/languages/kotlin')],
  ['makefile', ['make', 'mk'], () => import('highlight.js/lib/languages/makefile')],
  ['php', [], () => import('highlight.js/lib/languages/php')],
  ['python', ['py', 'python3'], () => import('highlight.js/lib/languages/python')],
  ['ruby', ['rb'], () => import('highlight.js/lib/languages/ruby')],
  ['rust', ['rs'], () => import('highlight.js/lib/languages/rust')],
  ['sql', ['sqlite', 'postgres'], () => import('highlight.js/lib/languages/sql')],
  ['swift', [], () => import('highlight.js/lib/languages/swift')],
  ['typescript', ['ts', 'tsx', 'mts'], () => import('highlight.js/lib/languages/typescript')],
  ['xml', ['html', 'svg', 'vue'], () => import('highlight.js/lib/languages/xml')],
  ['yaml', ['yml'], () => import('highlight.js/lib/languages/yaml')],
]
