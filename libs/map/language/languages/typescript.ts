import type { Language } from '../language.js'
import { SCRIPT_QUERY, TYPE_QUERY } from '../script_query.js'

export const typescript: Language = {
  name: 'typescript',
  endings: ['.ts', '.mts', '.cts'],
  grammar: { file: 'typescript', from: 'vscode', query: SCRIPT_QUERY + TYPE_QUERY },
}
