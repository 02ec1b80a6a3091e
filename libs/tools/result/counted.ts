/** A number with its noun: `1 file`, `2 files`, `3 matches`. */
export function counted(count: number, noun: string): string {
  const ending = /(?:s|x|ch|sh)$/.test(noun) ? 'es' : noun.endsWith('y') ? 'ies' : 's'
  const stem = ending === 'ies' ? noun.slice(0, -1) : noun
  return `${count} ${count === 1 ? noun : stem + ending}`
}
