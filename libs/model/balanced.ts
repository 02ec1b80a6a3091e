/** A stretch of text, `end` exclusive. */
export interface Span {
  start: number
  end: number
}

/**
 * Finds the outermost balanced `{…}` stretches, in order, in one pass over the text.
 * Braces inside double-quoted strings do not count. JSON strings cannot span lines, so a line end
 * also ends a stray quote: prose before an object cannot hide it.
 */
export function balancedObjects(text: string): Span[] {
  const spans: Span[] = []
  const open: number[] = []
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at += 1
      else if (char === '"' || char === '\n') quoted = false
    } else if (char === '"') quoted = open.length > 0
    else if (char === '{') open.push(at)
    else if (char === '}') {
      const start = open.pop()
      if (start !== undefined) keepOutermost(spans, { start, end: at + 1 })
    }
  }
  return spans
}

function keepOutermost(spans: Span[], span: Span): void {
  while ((spans.at(-1)?.start ?? -1) > span.start) spans.pop()
  spans.push(span)
}
