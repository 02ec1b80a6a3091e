import type { Language } from '../language.js'
import { SCRIPT_QUERY, TYPE_QUERY } from '../script_query.js'

export const tsx: Language = {
  name: 'tsx',
  endings: ['.tsx'],
  grammar: { file: 'tsx', from: 'vscode', query: SCRIPT_QUERY + TYPE_QUERY },
}
