import type { Sheet } from '../../types/sheet.js'

export const sqlQueries: Sheet = {
  name: 'sql_queries',
  words: ['sql', 'query', 'join', 'index', 'transaction', 'injection'],
  pairs: ['sql injection', 'foreign key', 'prepared statement'],
  rules: [
    'Pass values as parameters. Never join them into the text.',
    'NULL equals nothing: use IS NULL.',
    'A LEFT JOIN with a condition in WHERE becomes an inner one.',
    'Group changes that belong together in one transaction.',
  ],
}
