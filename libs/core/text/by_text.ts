/**
 * A function of a text that remembers its results: a prompt has nearly the same texts at every step. When the texts
 * that it remembers have more characters than `keptChars`, it forgets them all. A longer text is computed each time.
 * The caller must not change a result.
 * @param compute  the same text must give the same result
 */
export function byText<T>(compute: (text: string) => T, keptChars: number): (text: string) => T {
  const kept = new Map<string, T>()
  let chars = 0
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const result = compute(text)
    if (text.length > keptChars) return result
    chars += text.length
    if (chars > keptChars) {
      kept.clear()
      chars = text.length
    }
    kept.set(text, result)
    return result
  }
}
