import OpenAI from 'openai'
import t from 'tap'
import { ANSWER, partsOf, picturesOf, type Sent, setupImages } from '../kit/image_relay.js'
import { dataUrl, imagePart, noise, paint, plainPng, userSays } from '../kit/images.js'

async function headOf(bytes: Buffer) {
  const { format, width, height, ...rest } = await (await load(bytes)).metadata()
  return { format, width, height, exif: rest.exif, icc: rest.icc, xmp: rest.xmp }
}

async function load(bytes: Buffer) {
  const { default: sharp } = await import('sharp')
  return sharp(bytes)
}

/** The colour of one pixel. */
async function pixel(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const image = (await load(bytes)).extract({ left, top, width: 1, height: 1 })
  return [...(await image.raw().toBuffer())]
}

t.test(
  'row 254: a large picture arrives small, the rest of the body is unchanged, savings are reported',
  async (t) => {
    const { engine, relay } = await setupImages(t)
    const picture = await noise(1_500, 1_000, 'png')
    const body = {
      model: 'qwen2.5vl',
      messages: [
        { role: 'system', content: 'Look.' },
        {
          role: 'user',
          name: 'kim',
          content: [{ type: 'text', text: 'ü', x: 1 }, imagePart(picture)],
        },
      ],
      stream: true,
      stream_options: { include_usage: true },
      x_unknown: [1, { url: 'data:image/png;base64,AAEC' }],
    }
    const answer = await relay.post(body)
    t.equal(await answer.text(), ANSWER.join(''))
    const sent = JSON.parse(engine.asks[0]?.body ?? '') as Sent
    const [small = Buffer.alloc(0)] = picturesOf(sent)
    t.match(await headOf(small), { format: 'jpeg', width: 756, height: 504 })
    t.equal(answer.headers.get('x-aircoder-images'), `1 ${picture.length}->${small.length}`)
    const expected = structuredClone(body) as typeof body & Sent
    const part = partsOf(expected)[1]
    if (part?.image_url) part.image_url.url = dataUrl(small, 'image/jpeg')
    t.same(sent, expected, 'row 253: equal except images')
    t.ok(small.length < picture.length / 5, 'row 254')
  },
)

t.test(
  'a text request has no such header; the whole answer for a stock client has one',
  async (t) => {
    const { relay, post } = await setupImages(t)
    t.equal((await post([{ role: 'user', content: 'hi' }])).headers.get('x-aircoder-images'), null)
    const sdk = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: 'x', maxRetries: 0 })
    const url = dataUrl(await plainPng(40, 40, 'red'))
    const { data, response } = await sdk.chat.completions
      .create({
        model: 'qwen2.5vl',
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
      })
      .withResponse()
    t.equal(data.choices[0]?.message.content, 'seen')
    t.match(response.headers.get('x-aircoder-images'), /^1 \d+->\d+$/)
  },
)

t.test('drawings stay lossless, photographs become JPEG, animations one frame', async (t) => {
  const { sent, post } = await setupImages(t, { imagesKept: 0 })
  const two = await paint({
    create: { width: 600, height: 300, channels: 4, background: '#00000000' },
  })
  const half = await paint({
    create: { width: 300, height: 300, channels: 3, background: '#0000ff' },
  })
  const glass = await two
    .composite([{ input: await half.png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer()
  // White, then greys: equal frames would be put together.
  const frames = Buffer.alloc(60 * 60 * 3 * 20)
  for (let at = 0; at < 20; at += 1)
    frames.fill(at === 0 ? 255 : at * 10, at * 60 * 60 * 3, (at + 1) * 60 * 60 * 3)
  const { default: sharp } = await import('sharp')
  const gif = await sharp(frames, {
    raw: { width: 60, height: 1_200, channels: 3, pageHeight: 60 },
  })
    .gif({ delay: Array(20).fill(50) })
    .toBuffer()
  t.equal((await sharp(gif).metadata()).pages, 20)
  await post([
    userSays(glass, await noise(400, 300, 'webp'), await noise(400, 300, 'jpeg', 2), gif),
    userSays(imagePart(await plainPng(2_000, 1_000, 'green'), { detail: 'high' })),
    userSays(imagePart(await plainPng(2_000, 1_000, 'green'), { detail: 'low' })),
  ])
  const [clear, webp, jpeg, frame, high, low] = picturesOf(sent()[0]) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  t.match(await headOf(clear), { format: 'png', width: 588, height: 308 })
  t.same(await pixel(clear, 500, 100), [255, 255, 255], 'glass lies on white')
  t.same(await pixel(clear, 20, 100), [0, 0, 255])
  t.match(await headOf(webp), { format: 'jpeg', width: 392, height: 308 })
  t.match(await headOf(jpeg), { format: 'jpeg', width: 392, height: 308 })
  t.match(await headOf(frame), { format: 'png', width: 56, height: 56 })
  t.same(await pixel(frame, 30, 30), [255, 255, 255], 'the first frame')
  t.match(await headOf(high), { width: 1_512, height: 756 }, 'detail: high doubles the long side')
  t.match(await headOf(low), { width: 364, height: 196 }, 'detail: low halves it')
})

t.test(
  'a picture is turned by its EXIF, which is then removed with place, owner and profile',
  async (t) => {
    const { sent, post } = await setupImages(t, { imagesKept: 0 })
    const { default: sharp } = await import('sharp')
    // Left half red; the camera was held so that its left is the top.
    const red = await plainPng(100, 100, 'red')
    const base = sharp({ create: { width: 200, height: 100, channels: 3, background: 'blue' } })
    const photo = await base
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Artist: 'Kim Canary' },
        IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">canary-xmp</x:xmpmeta>')
      .jpeg({ quality: 95 })
      .toBuffer()
    const before = await headOf(photo)
    t.ok(before.exif && before.icc && before.xmp)
    await post([userSays(photo)])
    const [small = Buffer.alloc(0)] = picturesOf(sent()[0])
    const after = await headOf(small)
    t.match(after, { width: 112, height: 196, exif: undefined, icc: undefined, xmp: undefined })
    t.notMatch(small.toString('latin1'), /Exif|canary|Kim|ICC_PROFILE/i)
    const [r = 0, , b = 255] = await pixel(small, 50, 20)
    t.ok(r > 200 && b < 60, 'red is above')
  },
)

t.test(
  'the same beginning has the same bytes, in the next request and after a restart',
  async (t) => {
    const first = [
      userSays('one', await noise(900, 700, 'png'), await plainPng(1_000, 500, 'teal')),
    ]
    const more = [
      ...first,
      { role: 'assistant', content: 'ok' },
      userSays(await plainPng(90, 90, 'tan')),
    ]
    const one = await setupImages(t)
    await one.post(first)
    await one.post(more)
    const two = await setupImages(t, { imageCacheBytes: 0, imageLanes: 1 })
    await two.post(more)
    const [a, b] = one.sent()
    const [c] = two.sent()
    t.equal(JSON.stringify(b?.messages.slice(0, 1)), JSON.stringify(a?.messages))
    t.same(c?.messages, b?.messages)
  },
)

t.test('a repeated screenshot is mentioned, not shown again', async (t) => {
  const { sent, post } = await setupImages(t)
  const [a, b] = await Promise.all([plainPng(700, 400, 'red'), plainPng(700, 400, 'blue')])
  const { headers } = await post([
    userSays('first', a),
    { role: 'assistant', content: 'ok' },
    userSays(a, 'again', b),
    { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'shot' } }] },
    { role: 'tool', tool_call_id: 'c', content: [imagePart(b)] },
  ])
  const [body] = sent()
  t.equal(picturesOf(body).length, 2)
  t.same(
    partsOf(body).map(({ type, text }) => text ?? type),
    [
      'first',
      'image_url',
      '[image 1 of this conversation again, unchanged]',
      'again',
      'image_url',
      '[image 2 of this conversation again, unchanged]',
    ],
  )
  t.match(headers.get('x-aircoder-images'), new RegExp(`^4 ${2 * (a.length + b.length)}->`))
})

t.test('the newest K are shown, older ones go K at a time, their places stay', async (t) => {
  const { sent, post } = await setupImages(t, { imagesKept: 2 })
  const shots = await Promise.all(
    ['#100', '#200', '#300', '#400'].map((colour) => plainPng(300, 200, colour)),
  )
  const turns = shots.map((shot) => userSays('now', shot))
  for (const count of [2, 3, 4]) await post(turns.slice(0, count))
  const bodies = sent()
  t.same(
    bodies.map((body) => picturesOf(body).length),
    [2, 3, 2],
  )
  const texts = partsOf(bodies[2]).map(({ type, text }) => text ?? type)
  t.same(texts.slice(0, 4), [
    'now',
    '[image 1 of this conversation, omitted here because newer ones follow]',
    'now',
    '[image 2 of this conversation, omitted here because newer ones follow]',
  ])
  t.same(bodies[1]?.messages.slice(0, 2), bodies[0]?.messages, 'not a byte before K more have come')
})

t.test('other shapes of images become the one that every engine reads', async (t) => {
  const { sent, post } = await setupImages(t)
  const [a, b] = await Promise.all([plainPng(30, 30, 'red'), plainPng(30, 30, 'blue')])
  const source = { type: 'base64', media_type: 'image/png', data: b.toString('base64') }
  await post([userSays({ type: 'input_image', image_url: dataUrl(a) }, { type: 'image', source })])
  t.match(partsOf(sent()[0]), [
    { type: 'image_url', image_url: { url: /^data:image\/png/ } },
    { type: 'image_url', image_url: { url: /^data:image\/png/ } },
  ])
})
