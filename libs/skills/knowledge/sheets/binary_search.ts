import type { Sheet } from '../../types/sheet.js'

export const binarySearch: Sheet = {
  name: 'binary_search',
  words: ['sorted', 'bisect', 'lower_bound'],
  pairs: ['binary search', 'lower bound', 'upper bound'],
  rules: [
    'Keep low inclusive and high exclusive, and loop while low < high.',
    'Set low to middle + 1, and high to middle.',
    'Test with an empty list, one item, the first, the last and a missing one.',
  ],
}
