import { createServer } from 'node:http'

/** The size of window that the scripted model reports, in tokens. */
const WINDOW = 32_768

/** What the server answers to every request while it is not well. */
const ILLNESSES = {
  loading: [503, 'application/json', '{"error":{"message":"loading model"}}'],
  unauthorised: [401, 'application/json', '{"error":{"message":"invalid api key"}}'],
  page: [200, 'text/html', '<!doctype html><html><body>Welcome to the router</body></html>'],
  garbage: [200, 'application/json', '\u0000\u0001{"data": [oops'],
}

/** A reply of words alone. */
export const say = (text) => ({ text, calls: [] })
/** A reply that calls one tool. */
export const call = (name, args, text = '') => ({ text, calls: [{ name, args }] })
/** Sends these words, then closes the connection in the middle of the reply. */
export const breakAfter = (text) => ({ text, calls: [], end: 'break' })
/** Sends these words, then nothing: the connection stays open until the client leaves. */
export const hangAfter = (text) => ({ text, calls: [], end: 'hang' })

/** This reply, once `release` is called. */
export function held(reply) {
  let release
  const until = new Promise((done) => {
    release = done
  })
  return { reply: { ...reply, until }, release }
}

/**
 * A model that says what its script has: each chat request takes the next reply. It listens on loopback
 * and comes and goes as the acts want it.
 */
export async function startModel() {
  const replies = []
  const sockets = new Set()
  let illness = null
  let usual
  let asked = 0
  const waiting = []
  const unexpected = []
  const server = createServer(async (request, response) => {
    for await (const _ of request) {
      // A body must be read before it is answered.
    }
    if (illness !== null) return answer(response, ILLNESSES[illness])
    if (request.url === '/v1/models') return answer(response, [200, 'application/json', LIST])
    if (request.url !== '/v1/chat/completions')
      return answer(response, [404, 'application/json', '{"error":{"message":"no such route"}}'])
    asked += 1
    for (const wake of waiting.splice(0)) wake()
    const reply = replies.shift() ?? usual
    if (reply === undefined) unexpected.push(request.url)
    stream(response, reply ?? say('The script has no reply for this request.'))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = (port) => new Promise((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address()
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    /** Adds replies for the next requests. */
    script: (...more) => void replies.push(...more),
    /** What it says when the script is used up; without a reply: nothing is expected then. */
    repeat(reply) {
      usual = reply
    },
    /** Resolves when this many requests more than now came. */
    async isAsked(more = 1) {
      const wanted = asked + more
      while (asked < wanted) await new Promise((done) => waiting.push(done))
    },
    /** Replies that nobody asked for, and requests without a reply: both are errors of the script. */
    leftOver: () => ({
      replies: replies.splice(0).length,
      unexpected: unexpected.splice(0).length,
    }),
    /** One of the illnesses; null: it is well. */
    ail(name) {
      illness = name
    },
    /** Closes the port and every connection. */
    async goAway() {
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    comeBack: () => listen(port),
  }
}

const LIST = JSON.stringify({
  object: 'list',
  data: [{ object: 'model', id: 'scripted-7b', context_window: WINDOW }],
})

function answer(response, [status, type, body]) {
  response.writeHead(status, { 'content-type': type })
  response.end(body)
}

async function stream(response, { text, calls, end, until }) {
  const send = (delta, finish = null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }]
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'scripted-7b' }
    response.write(`data: ${JSON.stringify({ ...chunk, choices })}\n\n`)
  }
  response.on('error', () => {})
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send({ role: 'assistant', content: '' })
  await until
  for (const word of text.split(/(?<=\s)/)) if (word !== '') send({ content: word })
  if (end === 'break') return setTimeout(() => response.destroy(), 50)
  if (end === 'hang') return
  const tool_calls = calls.map(({ name, args }, index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  if (calls.length > 0) send({ tool_calls })
  send({}, calls.length > 0 ? 'tool_calls' : 'stop')
  response.end('data: [DONE]\n\n')
}
