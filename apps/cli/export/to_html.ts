import { showControls } from '#core'
import { type Block, blocksOf } from './blocks_of.js'
import type { StoryPart } from './session_story.js'

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem }
.asked { border-left: 3px solid #48c; padding-left: .8rem; white-space: pre-wrap }
.said { white-space: pre-wrap } .small { color: #888; font-size: .85rem }
pre { background: var(--soft); padding: .6rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere }
details { border: 1px solid var(--line); border-radius: 4px; padding: .3rem .6rem; margin: .4rem 0 }
summary { cursor: pointer; font-family: ui-monospace, monospace; font-size: .85rem; overflow-wrap: anywhere }
`

/** A session as one page: no script, nothing from elsewhere, every text escaped. */
export function* toHtml(parts: Iterable<StoryPart>): Generator<string> {
  for (const part of parts) yield `${blocksOf(part).map(write).join('\n')}\n`
  yield '</body>\n</html>\n'
}

function write(block: Block): string {
  switch (block.kind) {
    case 'title':
      return [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
        '<meta name="viewport" content="width=device-width">\n<meta name="referrer" content="no-referrer">',
        `<title>${escaped(block.text)}</title>\n<style>${STYLE}</style>\n</head>\n<body>`,
        `<h1>${escaped(block.text)}</h1>`,
      ].join('\n')
    case 'about':
      return small(`Session ${block.id} · ${block.text}`)
    case 'heading':
      return `<h2>${escaped(block.text)}</h2>`
    case 'step':
    case 'note':
      return small(block.text)
    case 'asked':
    case 'said':
      return `<p class="${block.kind}">${escaped(block.text)}</p>`
    case 'call':
    case 'result':
      return details(block.line, block.text)
  }
}

function small(text: string): string {
  return `<p class="small">${escaped(text)}</p>`
}

function details(summary: string, text: string): string {
  return `<details><summary>${escaped(summary)}</summary><pre>${escaped(text)}</pre></details>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return showControls(text).replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '')
}
