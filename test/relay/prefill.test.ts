import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { chunk, DONE, event } from '../kit/fake_endpoint.js'
import { chatOf, startRelay } from '../kit/relay.js'

const progress = (processed: number) =>
  event({
    choices: [{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }],
    prompt_progress: { total: 900, cache: 500, processed, time_ms: 12 },
  })
const ANSWER = [
  chunk({ role: 'assistant', content: null }),
  chunk({ content: 'It says "prompt_progress": yes' }),
  chunk({}, 'stop'),
]

/** llama.cpp's server, which answers when the test says so. */
async function openEngine(t: Test, owner = 'llamacpp') {
  let asked = (_: { body: Record<string, unknown>; answer: ServerResponse }) => {}
  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.method === 'GET') {
      answer.setHeader('content-type', 'application/json')
      return answer.end(JSON.stringify({ data: [{ id: 'm', owned_by: owner }] }))
    }
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.flushHeaders()
    asked({ body: JSON.parse(Buffer.concat(parts).toString()), answer })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const relay = await startRelay({
    engine: 'openai',
    engineUrl: `http://127.0.0.1:${port}`,
    openMs: 10,
    heartbeatMs: 10,
  })
  t.teardown(() => relay.stop())
  const next = () =>
    new Promise<Parameters<typeof asked>[0]>((resolve) => {
      asked = resolve
    })
  return { relay, next }
}

/** Reads until the text is there. */
function reading(answer: Response) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async until(wanted: RegExp): Promise<string> {
      while (!wanted.test(text)) {
        const part = await reader?.read()
        if (part === undefined || part.done) throw new Error(`ended without ${wanted}: ${text}`)
        text += part.value
      }
      return text
    },
  }
}

t.test('row 276: the progress of llama.cpp becomes comments', async (t) => {
  const { relay, next } = await openEngine(t)
  const asking = next()
  const posted = relay.post(chatOf('m', { stream: true }))
  const { body, answer } = await asking
  t.equal(body.return_progress, true)
  answer.write(progress(500))
  const client = reading(await posted)
  await client.until(/^: aircoder phase=prefill queue_ms=\d+ read=0 of=400$/m)
  answer.write(progress(700))
  await client.until(/read=200 of=400$/m)
  answer.end([...ANSWER, DONE].join(''))
  const all = await client.until(/\[DONE\]\n\n$/)
  t.equal(
    all
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .join('\n'),
    [...ANSWER, DONE].join(''),
    'and the answer is relayed byte for byte',
  )
})

t.test('a client that asks itself gets the chunks', async (t) => {
  const { relay, next } = await openEngine(t)
  const asking = next()
  const posted = relay.post(chatOf('m', { stream: true, return_progress: true }))
  const { answer } = await asking
  answer.write(progress(700))
  const client = reading(await posted)
  await client.until(/^data: .*"processed":700/m)
  answer.end([...ANSWER, DONE].join(''))
  t.match(await client.until(/\[DONE\]\n\n$/), 'It says')
})

t.test('an error instead of an answer is reported, and other engines are not asked', async (t) => {
  const { relay, next } = await openEngine(t)
  const asking = next()
  const posted = relay.post(chatOf('m', { stream: true }))
  const { answer } = await asking
  answer.write(progress(700))
  answer.end('data: {"error":{"message":"out of memory","code":500}}\n\n')
  const client = reading(await posted)
  t.match(await client.until(/data: \{"error"/), /out of memory|engine/)
  const other = await openEngine(t, 'vllm')
  const asked = other.next()
  const plain = other.relay.post(chatOf('m', { stream: true }))
  const { body, answer: ended } = await asked
  t.notOk('return_progress' in body)
  ended.end([...ANSWER, DONE].join(''))
  await (await plain).text()
})
