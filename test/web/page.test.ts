import t, { type Test } from 'tap'
import { fetchPage } from '#web'
import { decodePage } from '../../libs/web/pages/decode_page.js'
import { type PageResult, readPage } from '../../libs/web/pages/read_page.js'
import { openSite, page } from '../kit/web_site.js'

const LIVE = new AbortController().signal
const WORDS = 'Plain words that make up the article of this page, again and again. '.repeat(12)

async function read(html: string, address = 'https://example.org/docs/page'): Promise<string> {
  const made: PageResult = await readPage({ html, address }, LIVE)
  if (!made.ok) throw new Error(made.message)
  return `# ${made.page.title}\n${made.page.text}`
}

function article(inner: string, head = '<title>The  title</title>'): string {
  return `<!doctype html><html><head>${head}</head><body><nav><a href="/home">Home</a></nav><article><p>${WORDS}</p>${inner}</article></body></html>`
}

t.test(
  'row 176: converts a page to Markdown: title, tables, code with its language, absolute links',
  async (t) => {
    const text = await read(
      article(`<h2>Install</h2>
      <table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>x|y</td></tr></tbody></table>
      <pre><code class="language-ts">const x = 1\n  let y</code></pre>
      <div class="highlight-source-python"><pre>def f():\n    pass</pre></div>
      <pre class="brush: java">class A {}</pre>
      <ul><li>one</li><li>two</li></ul>
      <p>See <a href="../other#part">there</a>, <a href="//cdn.example.org/x">here</a>, <a href="javascript:evil()">not this</a>.</p>
      <p><img src="cat.png" alt="a cat"></p>`),
    )
    t.match(text, /^# The title\n/)
    t.match(text, /## Install/)
    t.match(text, /\| a +\| b +\|\n\| --- \| --- \|\n\| 1 +\| x\\\|y +\|/)
    t.match(text, /```ts\nconst x = 1\n {2}let y\n```/)
    t.match(text, /```python\ndef f\(\):\n {4}pass\n```/)
    t.match(text, /```java\nclass A \{\}\n```/)
    t.match(text, /- {3}one\n- {3}two/)
    t.match(text, /\[there\]\(https:\/\/example\.org\/other#part\)/)
    t.match(text, /\[here\]\(https:\/\/cdn\.example\.org\/x\)/)
    t.match(text, /\[picture: a cat\]/)
    t.notMatch(text, /javascript:/)
  },
)

t.test('removes text that a page hides from its readers', async (t) => {
  const text = await read(
    article(`<script>one()</script><style>.two{}</style><p hidden>three</p><p aria-hidden="true">four</p>
      <p style="color:red; display : none">five</p><p style="visibility:hidden">six</p><p style="font-size:0px">seven</p>
      <noscript>eight</noscript><template>nine</template><!-- ten --><iframe src="x">eleven</iframe>
      <p>zero\u200bwidth \u202eturned\u2066 tag\u{e0041}\u{e0042}</p>`),
  )
  t.notMatch(text, /one\(\)|two|three|four|five|six|seven|eight|nine|\bten\b|eleven/)
  t.match(text, /zerowidth turned tag/)
  t.notMatch(text, /[\u200b\u202e\u2066\u{e0041}]/u)
})

t.test('converts an index without an article completely; handles base and fragments', async (t) => {
  const links = Array.from(
    { length: 40 },
    (_, at) => `<li><a href="p${at}">Entry number ${at}</a></li>`,
  )
  const index = `<html><head><base href="https://other.example/base/"><title>Index</title></head><body><p>x</p><ul>${links.join('')}</ul></body></html>`
  const text = await read(index)
  t.match(text, /\[Entry number 0\]\(https:\/\/other\.example\/base\/p0\)/)
  t.match(text, /\[Entry number 39\]/)
  t.match(await read('<p>a piece alone</p>'), /a piece alone/)
  t.equal((await read('')).trim(), '#')
})

t.test('stops at the deadline, at very deep nesting, and when the user stops it', async (t) => {
  const address = 'https://example.org/'
  const short = { html: article('x'), address }
  const long = { html: article('x').replace('x', '<p>x y</p>'.repeat(20_000)), address }
  const late = await readPage(long, LIVE, 1)
  t.match(late, { ok: false, message: /takes too long/ })
  const deep = await readPage({ html: '<div>'.repeat(100_000), address }, LIVE, 1_500)
  t.match(deep, { ok: false, message: /could not be converted/ })
  const abort = new AbortController()
  const stopped = readPage(short, abort.signal)
  abort.abort()
  t.match(await stopped, { ok: false, message: /stopped by the user/ })
  t.match(await readPage(short, abort.signal), { ok: false })
})

t.test(
  'takes the charset from the byte order mark, the header, the page, else UTF-8',
  async (t) => {
    const text = (bytes: Buffer, charset: string | null = null) => decodePage({ bytes, charset })
    t.equal(text(Buffer.from('ä')), 'ä')
    t.equal(text(Buffer.from('ä', 'latin1'), 'iso-8859-1'), 'ä')
    t.equal(
      text(Buffer.from('<meta charset="windows-1252"><p>ä', 'latin1')),
      '<meta charset="windows-1252"><p>ä',
    )
    t.equal(text(Buffer.from('\ufeffä', 'utf16le'), 'utf-8'), 'ä')
    t.equal(text(Buffer.from('ä'), 'no-such-charset'), 'ä')
  },
)

async function serve(t: Test, type: string, body: string | Buffer) {
  const site = await openSite(t, (_request, response) => page(response, body, type))
  return fetchPage(site.origin, site.access, { signal: LIVE })
}

t.test('row 176: refuses types that are not text and points to download_file', async (t) => {
  for (const type of [
    'text/plain',
    'application/json',
    'application/ld+json',
    'text/csv',
    'application/xml',
  ])
    t.match(await serve(t, type, '{"a": 1}'), { ok: true, text: '{"a": 1}', title: '' }, type)
  t.match(await serve(t, 'text/html; charset=utf-8', '<title>T</title><p>words'), {
    ok: true,
    title: 'T',
  })
  t.match(await serve(t, '', '<!doctype html><title>T</title><p>words'), { ok: true, title: 'T' })
  for (const type of [
    'application/pdf',
    'image/png',
    'application/zip',
    'application/octet-stream',
  ])
    t.match(
      await serve(t, type, 'bytes'),
      { ok: false, message: /not text \(5 bytes\)\. Save it with download_file/ },
      type,
    )
  t.match(await serve(t, '', Buffer.from([1, 0, 2])), { ok: false, message: /not text/ })
})
