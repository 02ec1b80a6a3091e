/** Converted pictures by key; the least recently used are dropped first. */
export interface ImageCache<T> {
  /** Creates a missing value; concurrent calls with the same key share one creation. A failure is not kept. */
  get(key: string, make: () => Promise<T>): Promise<T>
  /** null: missing, or not created yet. */
  peek(key: string): T | null
  bytes(): number
}

/**
 * @param maxBytes  sum of `sizeOf` over what is kept; a larger value is returned and not kept
 */
export function createImageCache<T>(maxBytes: number, sizeOf: (value: T) => number): ImageCache<T> {
  // A Map keeps the order of insertion: the first key is the one unused for longest.
  const kept = new Map<string, T>()
  const making = new Map<string, Promise<T>>()
  let bytes = 0

  function keep(key: string, value: T): void {
    if (sizeOf(value) > maxBytes) return
    kept.set(key, value)
    bytes += sizeOf(value)
    for (const [oldest, old] of kept) {
      if (bytes <= maxBytes) return
      kept.delete(oldest)
      bytes -= sizeOf(old)
    }
  }

  return {
    get(key, make) {
      const value = kept.get(key)
      if (value !== undefined) {
        kept.delete(key)
        kept.set(key, value)
        return Promise.resolve(value)
      }
      const underWay = making.get(key)
      if (underWay !== undefined) return underWay
      const made = make()
        .then((fresh) => {
          keep(key, fresh)
          return fresh
        })
        .finally(() => making.delete(key))
      making.set(key, made)
      return made
    },
    peek: (key) => kept.get(key) ?? null,
    bytes: () => bytes,
  }
}
