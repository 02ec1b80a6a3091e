import sharp from 'sharp'
import t from 'tap'
import { findBrowser, openBrowser, signIn, textOf, type Watched } from '../kit/browser.js'
import { playScene } from '../kit/page_scene.js'
import { openProxyBox, startCountedEngine, tokenIn } from '../kit/proxy_process.js'
import { startRelay } from '../kit/relay.js'

const place = findBrowser()
const WHERE = place === null ? { skip: 'there is no Chromium (apt-get install chromium)' } : {}
let opened: ReturnType<typeof openBrowser> | null = null
/** Set to a folder, the test leaves its pictures there: those in docs/proxy come from it. */
const PICTURES = process.env.AIRCODER_PAGE_PICTURES
/** A name that would be markup; in a picture for people, one as they know it. */
const THIRD_MODEL = PICTURES === undefined ? '<img src=x onerror=alert(1)>' : 'devstral:24b'

async function open(url: string): Promise<Watched> {
  opened ??= openBrowser(t, place ?? '')
  return (await opened).open(url)
}

t.test(
  'the built page asks for a token once, and says when it is no longer good',
  WHERE,
  async (t) => {
    const engine = await startCountedEngine(t, 'counts')
    const box = openProxyBox(t)
    const token = tokenIn(await box.run('token', 'add', 'anna'))
    const proxy = await box.serve(engine.flags)
    const { page, errors } = await open(proxy.url)
    const doorError = page.locator('#door-error')
    await page.getByLabel('Token').waitFor()
    t.notOk(await doorError.isVisible(), 'nobody did anything wrong yet')
    t.same(errors, [])

    await signIn(page, 'wrong')
    await page.getByText('token is invalid').waitFor()
    await signIn(page, 'two words')
    await page.getByText('Invalid token: it has spaces').waitFor()
    await signIn(page, ` Bearer ${token} `)
    await page.getByText('You have nothing running or waiting.').waitFor()
    await page.getByText('Nothing has happened yet.').waitFor()
    await page.getByText('None yet. Here you will see').waitFor()
    t.equal(await textOf(page.locator('#who')), 'anna interactive')
    t.notMatch(page.url(), token)
    t.notMatch(await page.content(), token)
    await page.reload()
    await page.locator('#board').waitFor()
    t.notOk(await page.getByLabel('Token').isVisible(), 'this tab still knows it')

    await box.run('token', 'revoke', 'anna')
    await page.getByText('token is invalid').waitFor()
    t.notOk(await page.locator('#board').isVisible(), 'what was shown is gone')
    t.equal(await page.evaluate('sessionStorage.length'), 0)

    const fresh = tokenIn(await box.run('token', 'add', 'ben'))
    await signIn(page, fresh)
    await page.locator('#board').waitFor()
    proxy.child.kill('SIGKILL')
    await page
      .getByText(/The proxy does not answer\. What you see is .* old\. The next try/)
      .waitFor()
    t.equal(await textOf(page.locator('#status')), 'Proxy away')
  },
)

t.test(
  'a plot that ends at midnight cuts no word off, and no line has the number of another',
  WHERE,
  async (t) => {
    const engine = await startCountedEngine(t, 'counts')
    const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin, models: ['m'] })
    t.teardown(() => relay.stop())
    const { page, errors } = await open(relay.url)
    await page.locator('#board').waitFor()
    const drawn = await page.evaluate(`(async () => {
    const place = [...document.scripts].map(({ src }) => src).find((src) => src.endsWith('page.mjs'))
    const { drawBars } = await import(new URL('bars.mjs', place).href)
    const bars = Array.from({ length: 24 }, (_, at) => ({ hour: (at + 1) % 24, parts: [at === 23 ? 1 : 0], text: '' }))
    const figure = drawBars({ title: 'Wait', sum: '', bars, label: (value) => Math.ceil(value) + ' ms' })
    document.body.append(figure)
    const edge = figure.querySelector('svg').getBoundingClientRect().right
    const texts = [...figure.querySelectorAll('svg text')]
    return {
      cut: texts.filter((one) => one.getBoundingClientRect().right > edge + 0.5).map((one) => one.textContent),
      words: texts.map((one) => one.textContent),
    }
  })()`)
    t.same(errors, [])
    t.same(drawn, { cut: [], words: ['1 ms', '06:00', '12:00', '18:00', '00:00'] })
  },
)

t.test('an open proxy is shown at once, and nobody asks while nobody looks', WHERE, async (t) => {
  const engine = await startCountedEngine(t, 'counts')
  const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin, models: ['m'] })
  t.teardown(() => relay.stop())
  const { page, asked, errors } = await open(relay.url)
  await page.locator('#board').waitFor()
  t.notOk(await page.getByRole('button', { name: 'Forget token' }).isVisible())
  const look = (hidden: boolean) =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} })
      document.dispatchEvent(new Event('visibilitychange'))`)
  await look(true)
  await page.waitForTimeout(300)
  const before = asked.length
  await page.waitForTimeout(2_500)
  t.equal(asked.length, before)
  await look(false)
  while (asked.length === before) await page.waitForTimeout(20)
  await relay.post({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })
  await page.getByText('first of its session').waitFor()
  t.same(errors, [])
})

t.test('a busy afternoon: own requests in detail, all else as counts', WHERE, async (t) => {
  const { relay, tokenOf } = await playScene(t, THIRD_MODEL)
  const { page, asked, errors } = await open(relay.url)
  await signIn(page, tokenOf('anna'))
  await page.locator('#board').waitFor()

  const queue = page.getByRole('region', { name: 'Queue' })
  const rows = queue.getByRole('row')
  t.equal(await rows.count(), 5, 'a head, one running, three waiting')
  t.match(await textOf(rows.nth(1)), /Running[\s\S]*qwen3-coder:30b[\s\S]*interactive/)
  t.match(await textOf(rows.nth(2)), /Waiting[\s\S]*\d of 8/)
  t.match(
    await textOf(queue),
    /Beside you: 4 people with 3 running, 5 waiting \(\d interactive, \d batch\)\./,
  )
  const text = await textOf(page.locator('body'))
  t.notMatch(text, /\bben\b|chiara|emil|nightly/, 'nobody else is named')
  const tiles = await textOf(page.getByRole('list', { name: 'At this moment' }))
  t.match(tiles, /Running\s+4 of 4 slots\s+1 yours[\s\S]*Waiting\s+8\s+3 yours/)
  t.match(tiles, /Tokens written[\s\S]*Queue wait[\s\S]*median[\s\S]*Prompt reuse[\s\S]*%/)
  t.match(tiles, /Images saved[\s\S]*6 images/)
  t.match(
    await textOf(page.getByRole('region', { name: 'Your last prompts' })),
    /messages\[0\][\s\S]*first of its session/,
  )
  t.equal(await page.locator('#plots figure svg').count(), 3)
  await page.getByText('The same as a table').click()
  t.equal(await page.locator('#usage-table tbody tr').count(), 24)

  t.ok(text.includes(THIRD_MODEL), 'a name that would be markup is text')
  t.equal(await page.locator('img').count(), 1, 'the page’s own sign')
  t.same(errors, [])
  t.same(
    asked.filter((address) => !address.startsWith(`${relay.url}/`)),
    [],
    'no other host',
  )
  t.notMatch(asked.join(' '), /token-/)

  await page.getByText('The same as a table').click()
  const grounds = new Set<unknown>()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    grounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'))
    if (PICTURES === undefined) continue
    const picture = await page.screenshot({ fullPage: true })
    // Few colours are enough, and make a quarter of the bytes.
    await sharp(picture)
      .png({ palette: true, colours: 128 })
      .toFile(`${PICTURES}/page-${colorScheme}.png`)
  }
  t.equal(grounds.size, 2, 'light and dark differ')
  await page.setViewportSize({ width: 360, height: 740 })
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
  t.ok(width <= 360, `a telephone shows it without scrolling sideways (${width})`)
  const cut = await page.evaluate(
    '[...document.querySelectorAll(".scroll")].filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth).map((one) => one.textContent.slice(0, 60))',
  )
  t.same(cut, [], 'nor a table in it')
})

t.test('nothing that comes in is run: the policy holds in the browser', WHERE, async (t) => {
  const engine = await startCountedEngine(t, 'counts')
  const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin, models: ['m'] })
  t.teardown(() => relay.stop())
  const { page, asked } = await open(relay.url)
  await page.locator('#board').waitFor()
  const tried = await page.evaluate(`(async () => {
    const attempt = (work) => Promise.resolve().then(work).then(() => 'done', ({ name }) => name)
    const script = document.createElement('script')
    return {
      markup: await attempt(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')),
      inline: await attempt(() => {
        script.append('window.ran = 1')
        document.body.append(script)
      }),
      ran: 'ran' in window,
      foreign: await attempt(() => fetch('${engine.origin}/v1/models')),
    }
  })()`)
  t.match(tried, { markup: 'TypeError', ran: false, foreign: 'TypeError' })
  t.same(
    asked.filter((address) => address.startsWith(engine.origin)),
    [],
  )
})
