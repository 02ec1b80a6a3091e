import t from 'tap'
import { chunk, DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { badFiles, goodPicture } from '../kit/image_bombs.js'
import { noise, userSays } from '../kit/images.js'
import { startRelay } from '../kit/relay.js'

const CLEAN = /^data:image\/(?:png|jpeg);base64,/

t.test(
  'bombs, truncated files, files of two kinds and unsupported formats each have their answer',
  async (t) => {
    const engine = await startEndpoint(() =>
      stream(chunk({ content: 'x' }), chunk({}, 'stop'), DONE),
    )
    const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin })
    t.teardown(async () => {
      await relay.stop()
      await engine.close()
    })
    const post = async (bytes: Buffer) => {
      const answer = await relay.post({ model: 'fake', stream: true, messages: [userSays(bytes)] })
      return { status: answer.status, text: await answer.text() }
    }
    /** The picture that the engine got last. */
    const arrived = () => {
      const body = JSON.parse(engine.asks.at(-1)?.body ?? '{}') as {
        messages: { content: { image_url: { url: string } }[] }[]
      }
      const url = body.messages[0]?.content[0]?.image_url.url ?? ''
      return { url, bytes: Buffer.from(url.replace(CLEAN, ''), 'base64') }
    }

    const files = await badFiles()
    t.ok(files.length >= 30, `${files.length} files`)
    for (const { name, bytes, says } of files) {
      const before = engine.asks.length
      const { status, text } = await post(bytes)
      if (says === null) {
        t.equal(status, 200, name)
        t.match(arrived().url, CLEAN, name)
        t.notMatch(arrived().bytes.toString('latin1'), /canary|<script|zTXt|iCCP/, name)
        continue
      }
      t.equal(status, 400, name)
      const { error } = JSON.parse(text) as { error: Record<string, string> }
      t.match(error, { code: 'invalid_image', param: 'messages.0.content.0', message: says }, name)
      t.notMatch(text, /vips|libpng|sharp|node_modules/i, 'the message names no internals')
      t.equal(engine.asks.length, before, 'the engine hears nothing of it')
    }
    t.equal((await post(await goodPicture())).status, 200)
  },
)

t.test('a file with flipped bytes gives a picture or a refusal', async (t) => {
  const engine = await startEndpoint(() => stream(chunk({ content: 'x' }), chunk({}, 'stop'), DONE))
  const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  let state = 7
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
  const statuses = new Set<number>()
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const good = await noise(64, 48, format)
    for (let round = 0; round < 30; round += 1) {
      const bytes = Buffer.from(good)
      for (let flips = 1 + next(4); flips > 0; flips -= 1)
        bytes[next(round % 2 === 0 ? 64 : bytes.length)] = next(256)
      const answer = await relay.post({ model: 'fake', messages: [userSays(bytes)] })
      await answer.text()
      statuses.add(answer.status)
    }
  }
  t.same([...statuses].sort(), [200, 400])
})
