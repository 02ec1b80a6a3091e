import type { Token, Tokens } from 'marked'
import { type Span, type StyleName, span } from '../rows/row.js'

/** How the marks of Markdown are shown. */
export interface InlineOptions {
  /** true: `**` and backticks stay, for a terminal without colours. */
  keepsMarks: boolean
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** The pieces of inline tokens. What is no known token is shown as it was written. */
export function inlineSpans(
  tokens: readonly Token[],
  options: InlineOptions,
  styles: readonly StyleName[] = [],
): Span[] {
  return tokens.flatMap((token) => spansOf(token, options, styles))
}

function spansOf(token: Token, options: InlineOptions, styles: readonly StyleName[]): Span[] {
  const inner = (...more: StyleName[]) =>
    inlineSpans((token as Tokens.Generic).tokens ?? [], options, [...styles, ...more])
  const marked = (mark: string, pieces: Span[]) =>
    options.keepsMarks ? [{ text: mark, styles }, ...pieces, { text: mark, styles }] : pieces
  switch (token.type) {
    case 'strong':
      return marked('**', inner('strong'))
    case 'em':
      return marked('*', inner('emphasis'))
    case 'del':
      return marked('~~', inner('struck'))
    case 'codespan':
      return marked('`', [{ text: decode(token.text), styles: [...styles, 'code'] }])
    case 'br':
      return [{ text: '\n', styles }]
    case 'link': {
      const pieces = inner()
      const text = pieces.map((piece) => piece.text).join('')
      const { href } = token
      if (text === href || `mailto:${text}` === href) return [span(text, ...styles, 'link')]
      // The address is always shown: a text may name another one.
      return [
        ...pieces,
        { text: ' (', styles },
        span(href, ...styles, 'link'),
        { text: ')', styles },
      ]
    }
    case 'image':
      return [span(`[image ${token.text}] `, 'dim'), span(token.href, ...styles, 'link')]
    default: {
      const { tokens, text, raw } = token as Tokens.Generic
      if (tokens !== undefined && tokens.length > 0) return inner()
      return [{ text: decode(String(text ?? raw)), styles }]
    }
  }
}

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:lt|gt|amp|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
}
