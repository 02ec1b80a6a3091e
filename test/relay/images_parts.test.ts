import fc from 'fast-check'
import t from 'tap'
import type { ChatMessage } from '../../libs/relay/chat/chat_body.js'
import { createImageCache } from '../../libs/relay/images/cache.js'
import { readDataUrl } from '../../libs/relay/images/data_url.js'
import { findImages } from '../../libs/relay/images/find.js'
import { fit, gridOf, tokensOf } from '../../libs/relay/images/grid.js'
import { type Lifted, parseLifted } from '../../libs/relay/images/lift.js'
import { createLine } from '../../libs/relay/images/line.js'
import { type Fate, selectImages } from '../../libs/relay/images/select.js'
import { Refusal } from '../../libs/relay/refusals/refusal.js'

const words = (fates: Fate[]) => fates.map(({ is, number }) => `${is} ${number}`)

t.test(
  'repeats refer to the first, the newest stay, older ones are dropped together',
  async (t) => {
    t.same(words(selectImages(['a', 'b', 'a'], 4)), ['shown 1', 'shown 2', 'repeat 1'])
    t.same(words(selectImages(['a', 'b'], 1)), ['old 1', 'shown 2'], 'row 98: only the latest')
    t.same(
      words(selectImages(['a', 'b', 'c'], 0)),
      ['shown 1', 'shown 2', 'shown 3'],
      '0 keeps all',
    )
    const shown = (count: number, keep: number) =>
      selectImages(
        Array.from({ length: count }, (_, index) => String(index)),
        keep,
      ).filter(({ is }) => is === 'shown').length
    t.same(
      [4, 5, 7, 8, 11, 12].map((count) => shown(count, 4)),
      [4, 5, 7, 4, 7, 4],
    )
    t.same(
      words(selectImages(['a', 'b', 'c', 'a', 'd'], 2)),
      ['shown 1', 'old 2', 'old 3', 'repeat 1', 'shown 4'],
      'what was just sent again is not old',
    )
  },
)

t.test('in every conversation the newest are visible and the beginning is unchanged', async () => {
  const ids = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 40 })
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 5 }), (all, keep) => {
      let changes = 0
      let firsts = 0
      let before: string[] = []
      for (let length = 1; length <= all.length; length += 1) {
        const some = all.slice(0, length)
        const fates = selectImages(some, keep)
        const visible = new Set(some.filter((_, index) => fates[index]?.is === 'shown'))
        const newest = new Set<string>()
        for (const id of [...some].reverse()) if (newest.size < keep) newest.add(id)
        for (const id of newest) if (!visible.has(id)) return false
        if (visible.size >= 2 * keep) return false
        const now = words(fates)
        if (now.slice(0, -1).join() !== before.join()) changes += 1
        if (now.at(-1)?.startsWith('repeat') === false) firsts += 1
        before = now
      }
      // Each change makes the engine read again: at most one for `keep` new pictures.
      return changes <= Math.floor(firsts / keep)
    }),
    { numRuns: 300 },
  )
})

t.test('a picture is scaled down to whole tiles of its model, never up', async (t) => {
  const at = (model: string, width: number, height: number, longSide = 768) => {
    const grid = gridOf(model, undefined)
    const size = fit(grid, { width, height }, longSide)
    return [size.width, size.height, tokensOf(grid, size)]
  }
  t.same(at('qwen2.5vl:7b', 1920, 1080), [756, 420, 27 * 15])
  t.same(at('Qwen/Qwen3-VL-8B-Instruct', 1080, 1920), [448, 768, 14 * 24])
  t.same(at('qwen3.5:27b', 20, 20), [32, 32, 64], 'the least that this family makes of a picture')
  t.same(at('mistral-small3.2:24b', 1920, 1080), [756, 420, 28 * 15])
  t.same(at('pixtral-12b', 1000, 500), [768, 384, 49 * 24])
  t.same(at('gemma3:27b', 1920, 1080), [896, 504, 256])
  t.same(at('gemma3:27b', 100, 50), [100, 50, 256])
  t.same(at('unheard-of', 300, 200), [308, 196, 77])
  t.same(at('unheard-of', 4000, 20), [756, 28, 27], 'no side is less than a tile')
  t.same(tokensOf(gridOf('qwen2.5vl', undefined), { width: 1920, height: 1080 }), 69 * 39)
  t.same(gridOf('qwen3-vl', 14).tile, 14, 'the operator knows better')
  t.same(gridOf('gemma3n:e4b', undefined).side, 768)
  for (const name of ['magistral', 'devstral-small-2', 'ministral-3', 'mistral'])
    t.same(gridOf(name, undefined).rowTokens, 1, name)
})

t.test('a data URL gives its bytes, or an error with the fix', async (t) => {
  const nothing = new Map<string, Buffer>()
  const read = async (url: string, most = 100) =>
    (await readDataUrl(url, nothing, most, 'messages.0.content.1')).bytes
  t.same((await read('data:image/png;base64,AAEC')).toString('hex'), '000102')
  t.same((await read('DATA:;BASE64,AAE=')).toString('hex'), '0001')
  t.same(
    (await read('data:image/png;charset=x;base64,AA')).toString('hex'),
    '00',
    'padding may lack',
  )
  t.same((await read('data:a/b;base64,AA\r\nEC\n')).toString('hex'), '000102', 'wrapped lines')
  t.same((await read('data:a/b;base64,-_-_')).toString('hex'), 'fbffbf', 'the alphabet for URLs')
  t.equal((await read(`data:;base64,${'A'.repeat(132)}`)).length, 99)
  const bad: [url: string, says: RegExp][] = [
    ['https://example.org/a.png', /fetches nothing.*data URL/s],
    ['http://169.254.169.254/latest', /fetches nothing/],
    ['file:///etc/passwd', /fetches nothing/],
    ['/etc/passwd', /fetches nothing/],
    ['', /fetches nothing/],
    [`data:${'x'.repeat(300)};base64,AAEC`, /in base64/],
    ['data:image/png,AAEC', /must be in base64/],
    ['data:image/png;base64,', /is empty/],
    ['data:image/png;base64,====', /not valid base64/],
    ['data:image/png;base64,=', /not valid base64/],
    ['data:image/png;base64,AA*C', /not valid base64/],
    ['data:image/png;base64,AAEC=AAEC', /not valid base64/],
    ['data:image/png;base64,A', /not valid base64/],
    [`data:image/png;base64,${'A'.repeat(140)}`, /105 bytes, 100 are allowed/],
  ]
  for (const [url, says] of bad)
    await t.rejects(read(url), { code: 'invalid_image', message: says }, url.slice(0, 60))
})

t.test('images are found in every shape that clients use', async (t) => {
  const url = 'data:image/png;base64,AAEC'
  const find = (...parts: object[]) =>
    findImages([
      { role: 'system', content: 'text' },
      { role: 'user', content: [{ type: 'text', text: 'x' }, ...parts] } as ChatMessage,
    ])
  t.same(find({ type: 'image_url', image_url: { url, detail: 'high' } }), [
    { message: 1, part: 1, at: 'messages.1.content.1', url, detail: 'high' },
  ])
  t.match(find({ type: 'input_image', image_url: url, detail: 'low' }), [{ url, detail: 'low' }])
  t.match(find({ type: 'input_image', image_url: { url } }), [{ url, detail: 'auto' }])
  const source = { type: 'base64', media_type: 'image/png', data: 'AAEC' }
  t.match(find({ type: 'image', source }), [{ url }])
  t.same(find({ type: 'input_audio', input_audio: { data: 'AA' } }), [])
  t.same(find({ type: 'audio_url', audio_url: { url: 'data:audio/wav;base64,AA' } }), [])
  for (const part of [
    { type: 'image', source: { type: 'url', url: 'http://a/b' } },
    { type: 'image', image: 'http://a/b' },
    { type: 'image_embeds', image_embeds: 'AA' },
    { type: 'input_image', file_id: 'f' },
  ])
    t.throws(() => find(part), { code: 'invalid_image', message: /send an image as/ })
  for (const type of ['video_url', 'audio_url', 'file_url'])
    for (const named of ['http://a/b', { url: 'http://169.254.169.254' }, {}])
      t.throws(() => find({ type, [type]: named }), { code: 'invalid_request' }, type)
})

t.test(
  'long base64 is taken out of the body before it is parsed, wherever it is safe',
  async (t) => {
    const long = 'QUJD'.repeat(30_000)
    const url = `data:image/png;base64,${long}`
    const bodyOf = (content: unknown, rest: object = {}) => ({
      model: 'm',
      messages: [{ role: 'user', content }],
      ...rest,
    })
    const lift = (value: unknown, text = JSON.stringify(value)) => {
      const texts: string[] = []
      const { json, lifted } = parseLifted(Buffer.from(text), (part) => {
        texts.push(part)
        return JSON.parse(part)
      })
      return { json, lifted, texts }
    }
    const part = { type: 'image_url', image_url: { url } }
    const one = lift(bodyOf([{ type: 'text', text: 'ü' }, part, { ...part, image_url: url }]))
    t.equal(one.lifted.size, 2)
    t.ok((one.texts[0]?.length ?? 0) < 1_000, 'what is parsed is small')
    const [found] = findImages((one.json as { messages: ChatMessage[] }).messages)
    t.same(
      (await readDataUrl(found?.url ?? '', one.lifted, 1e6, '')).bytes.toString('latin1'),
      long && 'ABC'.repeat(30_000),
    )
    const read = (lifted: Lifted, most: number) => readDataUrl(found?.url ?? '', lifted, most, '')
    await t.rejects(read(one.lifted, 100), { message: /90000 bytes/ })
    await t.rejects(read(new Map(), 1e6), { code: 'invalid_image' })
    const bad = new Map([...one.lifted].map(([mark]) => [mark, Buffer.from('QU*D'.repeat(20_000))]))
    await t.rejects(read(bad, 1e6), { message: /not valid base64/ })

    // Everything else is parsed unchanged.
    const elsewhere: unknown[] = [
      bodyOf(`look: "url":"data:image/png;base64,${long}"`),
      bodyOf([{ type: 'text', text: 'x', image_url: { url } }]),
      bodyOf([part], { metadata: { url } }),
      bodyOf([part], { tools: [{ default: { image_url: url } }] }),
      { messages: [{ content: [part, { type: 'image_url', image_url: { alt: { url } } }] }] },
      { url },
      [url, { url }],
    ]
    for (const value of elsewhere) {
      const { json, lifted } = lift(value)
      t.same(json, value)
      t.equal(lifted.size, 0)
    }
    const twice = `{"messages":[{"content":[{"type":"image_url","image_url":{"url":"${url}","url":"data:x;base64,AA"}}]}]}`
    t.same(lift(null, twice).json, JSON.parse(twice), 'a name that comes twice')
    const escaped = JSON.stringify(bodyOf([part]))
      .replace('QUJD', 'QUJ\\u0044')
      .replaceAll('/', '\\/')
    t.same(lift(null, escaped).json, bodyOf([part]))
    t.throws(
      () => lift(null, JSON.stringify(bodyOf([part])).slice(0, -20)),
      'cut inside the base64',
    )
    t.throws(() => lift(null, `${JSON.stringify(bodyOf([part]))}]`), 'and behind it')
  },
)

t.test(
  'the cache is bounded in bytes, drops the least used, and makes each picture once',
  async (t) => {
    const made: string[] = []
    const cache = createImageCache<string>(10, (value) => value.length)
    const get = (key: string, value = key.repeat(4)) =>
      cache.get(key, async () => {
        made.push(key)
        return value
      })
    t.same(await Promise.all([get('a'), get('a'), get('b')]), ['aaaa', 'aaaa', 'bbbb'])
    await get('a')
    await get('c')
    t.same(made, ['a', 'b', 'c'])
    t.equal(cache.bytes(), 8)
    t.same([cache.peek('a'), cache.peek('b'), cache.peek('c')], ['aaaa', null, 'cccc'])
    t.equal(await get('d', 'd'.repeat(11)), 'd'.repeat(11))
    t.equal(cache.bytes(), 8, 'what is too large for it pushes nothing out')
    await t.rejects(
      cache.get('e', () => Promise.reject(new Error('bad'))),
      { message: 'bad' },
    )
    t.equal(await get('e'), 'eeee', 'a failure is not kept')
  },
)

t.test('few work at once, people without a lane go first, no request is lost', async (t) => {
  const bounds = { lanes: 2, personWaiting: 2, waiting: 4, waitingBytes: 100 }
  const line = createLine(bounds)
  const never = new AbortController().signal
  const order: string[] = []
  const enter = async (person: string, signal = never, bytes = 10) => {
    const free = await line.enter({ person, bytes, signal })
    order.push(person)
    return free
  }
  const first = await enter('a')
  await enter('a')
  const waiting = [enter('a'), enter('a'), enter('b')]
  await t.rejects(enter('a'), { code: 'queue_full', status: 429, message: /2 of them yours/ })
  const leaver = new AbortController()
  const left = enter('c', leaver.signal)
  await t.rejects(enter('d'), { code: 'engine_unavailable', status: 503 })
  leaver.abort(new Refusal('client_closed', 'gone'))
  await t.rejects(left, { code: 'client_closed' })
  await t.rejects(enter('e', never, 80), { code: 'engine_unavailable' }, 'bytes are bounded too')
  await t.rejects(enter('e', leaver.signal), { code: 'client_closed' })
  t.same(line.counts(), { running: 2, waiting: 3 })
  first()
  first()
  await waiting[2]
  t.same(order, ['a', 'a', 'b'], 'b goes before a, once for two calls')
  t.same(line.counts(), { running: 2, waiting: 2 })
})

t.test('in any order of requests the lanes are never exceeded and never idle', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('enter', 'leave', 'free'), fc.nat(9)), {
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (all, lanes) => {
      const line = createLine({ lanes, personWaiting: 99, waiting: 99, waitingBytes: 1e9 })
      const frees: (() => void)[] = []
      const leavers: AbortController[] = []
      for (const [what, number] of all) {
        if (what === 'enter') {
          const leaver = new AbortController()
          leavers.push(leaver)
          const entered = line.enter({
            person: String(number % 3),
            bytes: 1,
            signal: leaver.signal,
          })
          void entered.then(
            (free) => frees.push(free),
            () => {},
          )
        }
        if (what === 'leave') leavers[number % (leavers.length || 1)]?.abort(new Error('left'))
        if (what === 'free') frees[number % (frees.length || 1)]?.()
        await null
        const { running, waiting } = line.counts()
        if (running > lanes || (waiting > 0 && running < lanes)) return false
      }
      return true
    }),
    { numRuns: 200 },
  )
})
