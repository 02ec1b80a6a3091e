/**
 * Index after the brace that balances the one at `start`; -1 without one. An approximation: braces inside
 * double-quoted strings are ignored. A line end also ends a string, because JSON strings cannot span lines;
 * so a stray quote in prose cannot hide the end.
 */
export function balancedEnd(text: string, start: number): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 92) at += 1
      else if (code === 34 || code === 10) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 123) depth += 1
    else if (code === 125) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}
