/**
 * Remembers what was computed for a key, such as the hash of a text. When what it remembers is larger than `most`, it
 * forgets all of it; what is larger by itself is computed each time. The caller must not change a result.
 * @param most  in the unit of `size`
 */
export function byKey<T>(most: number): (key: string, size: number, compute: () => T) => T {
  const kept = new Map<string, T>()
  let whole = 0
  return (key, size, compute) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const result = compute()
    if (size > most) return result
    whole += size
    if (whole > most) {
      kept.clear()
      whole = size
    }
    kept.set(key, result)
    return result
  }
}
