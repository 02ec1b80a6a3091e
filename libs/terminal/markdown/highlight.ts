import { type Row, type Span, type StyleName, span } from '../rows/row.js'

/** Code as rows of coloured pieces, one a line; null: the language is unknown, or not loaded yet. */
export type Highlight = (code: string, language: string) => Row[] | null

/** Classes of highlight.js and what they are here; of two that fit, the later one. A class in no line stays plain. */
const STYLES: Record<string, StyleName> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  literal: 'keyword',
  built_in: 'type',
  type: 'type',
  title: 'function',
  class_: 'type',
  section: 'heading',
  name: 'keyword',
  number: 'number',
  string: 'string',
  regexp: 'string',
  symbol: 'string',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  attr: 'function',
  attribute: 'function',
  property: 'function',
  meta: 'meta',
  addition: 'added',
  deletion: 'removed',
  variable: 'variable',
  bullet: 'action',
  link: 'link',
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

const CLOSE = '</span>'
const PARTS = /(<span class="[^"]*">|<\/span>|\n)/

/** The rows of what highlight.js returns: spans with classes, which may span lines. The innermost known class counts. */
export function rowsOfHtml(html: string): Row[] {
  const rows: Row[] = []
  let row: Span[] = []
  const open: (StyleName | undefined)[] = []
  for (const part of html.split(PARTS)) {
    if (part === '\n') {
      rows.push(row)
      row = []
    } else if (part === CLOSE) open.pop()
    else if (part.startsWith('<span class="')) open.push(styleOf(part) ?? open.at(-1))
    else if (part !== '') {
      const style = open.at(-1)
      const text = part.replace(
        /&(?:amp|lt|gt|quot|#x27);/g,
        (entity) => ENTITIES[entity] ?? entity,
      )
      row.push(style === undefined ? span(text) : span(text, style))
    }
  }
  return [...rows, row]
}

/** `<span class="hljs-title function_">` */
function styleOf(tag: string): StyleName | undefined {
  const classes = tag.slice('<span class="'.length, -2).replaceAll('hljs-', '').split(' ')
  return classes.flatMap((name) => STYLES[name] ?? []).at(-1)
}
