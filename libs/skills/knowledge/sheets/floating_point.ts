import type { Sheet } from '../../types/sheet.js'

export const floatingPoint: Sheet = {
  name: 'floating_point',
  words: ['float', 'rounding', 'decimal', 'precision', 'cents', 'currency'],
  pairs: ['floating point', 'round money', 'rounding error'],
  rules: [
    'Compare floats with a tolerance.',
    'Count money in whole cents, or use a decimal type.',
    'Python and C round halves to even in places; JavaScript Math.round rounds halves up.',
    'Round once, at the end.',
  ],
}
