import type { Sheet } from '../../types/sheet.js'

export const textEncoding: Sheet = {
  name: 'text_encoding',
  words: ['unicode', 'utf', 'encoding', 'ascii', 'surrogate', 'mojibake'],
  pairs: ['byte order', 'character encoding', 'unicode error'],
  rules: [
    'Name the encoding when you open a file: UTF-8.',
    'Length counts code units or bytes, not what people see.',
    'Normalize (NFC) before you compare.',
    'Decode once at the edge, encode once at the end.',
  ],
}
