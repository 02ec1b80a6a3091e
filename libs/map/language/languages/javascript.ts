import type { Language } from '../language.js'
import { SCRIPT_QUERY } from '../script_query.js'

export const javascript: Language = {
  name: 'javascript',
  endings: ['.js', '.mjs', '.cjs', '.jsx'],
  grammar: { file: 'javascript', from: 'vscode', query: SCRIPT_QUERY },
}
