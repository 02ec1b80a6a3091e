import { gfm } from '@joplin/turndown-plugin-gfm'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import Turndown from 'turndown'
import type { Dom, DomElement } from './dom.js'

export interface Page {
  title: string
  text: string
}

/** Elements without readable text: code, embedded content, drawings, and what the page hides. */
const NOISE =
  'script,style,noscript,template,iframe,object,embed,svg,canvas,link,[hidden],[aria-hidden="true"]'
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])/i
/** Below this share of the whole text the article is rejected: the page is probably a list or an index. */
const ARTICLE_SHARE = 0.2
/** Invisible characters: tag characters (a hidden second text), zero-width marks, direction marks. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e0fff}]/gu

/** Converts a page to Markdown: its article if it has one, else the whole body. Links become absolute. */
export function toMarkdown(html: string, address: string): Page {
  // A fragment without <html> would have no body.
  const whole = /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`
  const document = parseHTML(whole).document as unknown as Dom
  for (const each of document.querySelectorAll(NOISE)) each.remove()
  for (const each of document.querySelectorAll('[style]'))
    if (HIDDEN_STYLE.test(each.getAttribute('style') ?? '')) each.remove()
  const base = document.querySelector('base')?.getAttribute('href')
  absoluteLinks(document, resolve(base ?? '', address) ?? address)
  for (const pre of document.querySelectorAll('pre')) nameLanguage(pre)
  const title = document.querySelector('title')?.textContent ?? ''
  // A page without a head has its title in the body.
  for (const each of document.querySelectorAll('body title, body meta')) each.remove()
  const body = document.body?.innerHTML ?? ''
  const bodyChars = document.body?.textContent?.trim().length ?? 0
  // Readability modifies the document, so the fallback is read first.
  const article = new Readability(document as never, { keepClasses: true }).parse()
  const chars = article?.textContent?.trim().length ?? 0
  const chosen = article?.content && chars >= bodyChars * ARTICLE_SHARE ? article.content : body
  const text = createWriter().turndown(chosen).replace(INVISIBLE, '').trim()
  return { title: clean(article?.title || title), text }
}

function createWriter(): Turndown {
  const writer = new Turndown({
    codeBlockStyle: 'fenced',
    headingStyle: 'atx',
    bulletListMarker: '-',
  })
  writer.use(gfm)
  // A picture is replaced by its alternative text.
  writer.addRule('picture', {
    filter: 'img',
    replacement: (_content, node) => {
      const alt = (node as unknown as DomElement).getAttribute('alt')?.trim()
      return alt ? `[picture: ${alt}]` : ''
    },
  })
  return writer
}

function absoluteLinks(document: Dom, base: string): void {
  for (const link of document.querySelectorAll('a[href]')) {
    const target = resolve(link.getAttribute('href') ?? '', base)
    if (target === null) link.removeAttribute('href')
    else link.setAttribute('href', target)
  }
}

/** The absolute http or https URL; null for other schemes such as javascript and data. */
function resolve(href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null
  const url = new URL(href, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

/** Turndown reads the language from the class of `code`; highlighters write it to different places. */
function nameLanguage(pre: DomElement): void {
  const code = pre.querySelector('code') ?? pre.ownerDocument.createElement('code')
  if (code.parentNode === null) {
    code.textContent = pre.textContent
    pre.replaceChildren(code)
  }
  const language = [code, pre, pre.parentElement, pre.parentElement?.parentElement]
    .map((each) => languageOf(each))
    .find((name) => name !== null)
  if (language) code.setAttribute('class', `language-${language}`)
}

function languageOf(each: DomElement | null | undefined): string | null {
  const data = each?.getAttribute('data-lang') ?? each?.getAttribute('data-language')
  const named = /(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#-]{1,20})/
  const brush = /(?:^|\s)brush:\s*([\w+#-]{1,20})/
  const text = each?.getAttribute('class') ?? ''
  return data || (named.exec(text)?.[1] ?? brush.exec(text)?.[1] ?? null)
}

function clean(title: string): string {
  return title.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim().slice(0, 200)
}
