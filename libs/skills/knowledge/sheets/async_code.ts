import type { Sheet } from '../../types/sheet.js'

export const asyncCode: Sheet = {
  name: 'async_code',
  words: ['async', 'await', 'promise', 'race', 'concurrent', 'deadlock', 'hangs'],
  pairs: ['race condition', 'unhandled rejection', 'event loop'],
  rules: [
    'Await every promise, or return it.',
    'forEach does not wait: use a for loop or Promise.all.',
    'Read and write a shared value without an await in between, or use a lock.',
    'Catch errors where they can be handled.',
  ],
}
