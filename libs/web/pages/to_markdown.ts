import { gfm } from '@joplin/turndown-plugin-gfm'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import Turndown from 'turndown'
import type { Dom, DomElement } from './dom.js'

export interface Page {
  title: string
  text: string
}

/** Never for reading: code, forms' insides, what is drawn, and what a page hides from its readers. */
const NOISE =
  'script,style,noscript,template,iframe,object,embed,svg,canvas,link,[hidden],[aria-hidden="true"]'
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])/i
/** Below this share of the whole text the article is taken for a misjudgement of a list or an index. */
const ARTICLE_SHARE = 0.2
/** Characters that nobody sees: tags that spell a second text, zero-width marks, turns of direction. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e0fff}]/gu

/** A page as Markdown: its article where it has one, else all of it; links made absolute, title apart. */
export function toMarkdown(html: string, address: string): Page {
  // A piece without a frame has no body to be found in.
  const whole = /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`
  const document = parseHTML(whole).document as unknown as Dom
  for (const each of document.querySelectorAll(NOISE)) each.remove()
  for (const each of document.querySelectorAll('[style]'))
    if (HIDDEN_STYLE.test(each.getAttribute('style') ?? '')) each.remove()
  const base = document.querySelector('base')?.getAttribute('href')
  absoluteLinks(document, resolve(base ?? '', address) ?? address)
  for (const pre of document.querySelectorAll('pre')) nameLanguage(pre)
  const title = document.querySelector('title')?.textContent ?? ''
  // A page without a head has its title among its words.
  for (const each of document.querySelectorAll('body title, body meta')) each.remove()
  const body = document.body?.innerHTML ?? ''
  const bodyChars = document.body?.textContent?.trim().length ?? 0
  // Readability takes the document apart, so what the fallback needs is read before it.
  const article = new Readability(document as never, { keepClasses: true }).parse()
  const chars = article?.textContent?.trim().length ?? 0
  const chosen = article?.content && chars >= bodyChars * ARTICLE_SHARE ? article.content : body
  const text = writer().turndown(chosen).replace(UNSEEN, '').trim()
  return { title: clean(article?.title || title), text }
}

function writer(): Turndown {
  const made = new Turndown({
    codeBlockStyle: 'fenced',
    headingStyle: 'atx',
    bulletListMarker: '-',
  })
  made.use(gfm)
  // Pictures are no text; what they show may be said beside them.
  made.addRule('picture', {
    filter: 'img',
    replacement: (_content, node) => {
      const said = (node as unknown as DomElement).getAttribute('alt')?.trim()
      return said ? `[picture: ${said}]` : ''
    },
  })
  return made
}

function absoluteLinks(document: Dom, base: string): void {
  for (const link of document.querySelectorAll('a[href]')) {
    const target = resolve(link.getAttribute('href') ?? '', base)
    if (target === null) link.removeAttribute('href')
    else link.setAttribute('href', target)
  }
}

/** What can be fetched, as a whole address; null for scripts, data and the like. */
function resolve(href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null
  const url = new URL(href, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

/** Every highlighter names the language elsewhere; the fence reads it from the class of `code`. */
function nameLanguage(pre: DomElement): void {
  const code = pre.querySelector('code') ?? pre.ownerDocument.createElement('code')
  if (code.parentNode === null) {
    code.textContent = pre.textContent
    pre.replaceChildren(code)
  }
  const said = [code, pre, pre.parentElement, pre.parentElement?.parentElement]
    .map((each) => languageOf(each))
    .find((name) => name !== null)
  if (said) code.setAttribute('class', `language-${said}`)
}

function languageOf(each: DomElement | null | undefined): string | null {
  const data = each?.getAttribute('data-lang') ?? each?.getAttribute('data-language')
  const named = /(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#-]{1,20})/
  const brush = /(?:^|\s)brush:\s*([\w+#-]{1,20})/
  const text = each?.getAttribute('class') ?? ''
  return data || (named.exec(text)?.[1] ?? brush.exec(text)?.[1] ?? null)
}

function clean(title: string): string {
  return title.replace(UNSEEN, '').replace(/\s+/g, ' ').trim().slice(0, 200)
}
