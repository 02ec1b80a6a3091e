import type { Language } from '../language.js'

/** Only the script of a component has definitions. */
export const vue: Language = {
  name: 'vue',
  endings: ['.vue'],
  grammar: {
    file: 'vue',
    from: 'repomix',
    query: '(script_element (raw_text) @inner)',
    inner: 'typescript',
  },
}
