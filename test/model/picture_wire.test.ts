import t from 'tap'
import { systemClock } from '#core'
import { createClient } from '#model'
import { serveReplies } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'

t.test('a picture is a part of its message; other messages stay text', async (t) => {
  const endpoint = await serveReplies([say('Seen.')])
  t.teardown(() => endpoint.close())
  const model = createClient({ baseUrl: endpoint.baseUrl, clock: systemClock })
  const url = 'data:image/png;base64,AAAA'
  const sent: { host: string; bytes: number }[] = []
  const asking = model.ask(
    {
      model: 'm',
      messages: [
        { role: 'user', content: 'plain' },
        { role: 'user', content: 'e1 shows a.html:', picture: { id: 'e1', url } },
        { role: 'user', content: 'gone', picture: { id: 'e0' } },
      ],
      tools: [],
    },
    {
      step: 1,
      sessionId: 's',
      signal: new AbortController().signal,
      onSend: (each) => sent.push(each),
    },
  )
  for (let next = await asking.next(); !next.done; next = await asking.next());
  const body = endpoint.asks[0]?.body ?? '{}'
  t.same(JSON.parse(body).messages, [
    { role: 'user', content: 'plain' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'e1 shows a.html:' },
        { type: 'image_url', image_url: { url } },
      ],
    },
    { role: 'user', content: 'gone' },
  ])
  t.same(sent, [{ host: new URL(endpoint.baseUrl).host, bytes: Buffer.byteLength(body) }])
})
