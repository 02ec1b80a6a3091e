/**
 * Where the braces that open at `start` are balanced again, by a rough look; -1 when they never are.
 * Braces inside double-quoted strings do not count. JSON strings cannot span lines, so a line end also
 * ends a stray quote: prose inside the braces cannot hide their end.
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
