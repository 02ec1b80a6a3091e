import type { Sheet } from '../../types/sheet.js'

export const csvFiles: Sheet = {
  name: 'csv_files',
  words: ['csv', 'tsv', 'delimiter', 'quoting'],
  pairs: ['csv file', 'quoted field'],
  rules: [
    'Use the CSV module of the language. Do not split at commas.',
    'A quoted field can contain commas, quotes and line breaks.',
    'Open the file with newline="" in Python. Drop a byte order mark.',
  ],
}
