import type { Language } from '../language.js'

export const sql: Language = {
  name: 'sql',
  endings: ['.sql'],
  shapes: [
    {
      kind: 'table',
      shape:
        /^\s*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:table|view|function|procedure|trigger|type)\s+(?:if\s+not\s+exists\s+)?(?:["`[]?\w+["`\]]?\.)*["`[]?(\w+)/i,
    },
  ],
}
