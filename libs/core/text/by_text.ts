import { byKey } from './by_key.js'

/**
 * A function of a text that remembers its results: a prompt has nearly the same texts at every step. When the texts
 * that it remembers have more characters than `keptChars`, it forgets them all. A longer text is computed each time.
 * The caller must not change a result.
 * @param compute  the same text must give the same result
 */
export function byText<T>(compute: (text: string) => T, keptChars: number): (text: string) => T {
  const remembered = byKey<T>(keptChars)
  return (text) => remembered(text, text.length, () => compute(text))
}
