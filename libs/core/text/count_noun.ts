/** A number with its noun: `1 file`, `2 files`, `3 matches`, `0 entries`. */
export function countNoun(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : pluralOf(noun)}`
}

function pluralOf(noun: string): string {
  if (noun.endsWith('y')) return `${noun.slice(0, -1)}ies`
  return noun + (/(?:s|x|ch|sh)$/.test(noun) ? 'es' : 's')
}

/**
 * A number for people: `32,768`, `1.5`. Not with Intl: its data cost a session 7 MiB, and the first line of a session has a
 * number.
 */
export function figure(value: number): string {
  const [whole = '', part] = String(Math.round(value * 10) / 10).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return part === undefined ? grouped : `${grouped}.${part}`
}
