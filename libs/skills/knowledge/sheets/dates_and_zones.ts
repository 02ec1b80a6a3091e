import type { Sheet } from '../../types/sheet.js'

export const datesAndZones: Sheet = {
  name: 'dates_and_zones',
  words: ['timezone', 'utc', 'datetime', 'timestamp', 'dst', 'offset'],
  pairs: ['time zone', 'summer time', 'leap year'],
  rules: [
    'Store times in UTC. Convert when you show them.',
    'Never add 24 hours for a day: days have 23 to 25 hours where clocks change.',
    'JavaScript counts months from 0.',
    'In Python use datetime.now(timezone.utc).',
  ],
}
