import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LIMITS, type Reply, systemClock } from '#core'
import { createClient } from '#model'
import type { Answer, HostileServer } from './hostile_servers/declare.js'

/** What a client made of one hostile server. */
export interface Meeting {
  reply: Reply
  /** Bytes that the server could write. */
  written: number
  /** Longest processor time of this process between two turns of its loop, in ms: a key waits so long. */
  busyMs: number
  /** Largest growth of the heap and of buffers, in MiB. */
  grownMiB: number
  /** It had to be ended from outside. */
  gaveUp: boolean
  /** Turns of the loop between the person's Ctrl+C and the end of the reply. */
  turnsToEnd: number | null
}

const MIB = 1_048_576
/** So much is read of an endless answer before the person interrupts it. */
const ENDLESS_BYTES = 2 * MIB
/** In place of the fifteen minutes without a token, for the servers that are ended by it. A busy machine is slower. */
const SHORT_MS = 300
/** A reply that has not ended after so much processor time of this process has no bound, on a busy machine too. */
const PATIENCE_MS = 30_000
/** One that waits for ever takes none. */
const WAIT_MS = 300_000
const LOOK_MS = 500
const SSE = { 'content-type': 'text/event-stream' }
const TOOLS = ['read_file', 'write_file'].map((name) => ({
  type: 'function' as const,
  function: {
    name,
    description: name,
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, content: { type: 'string' } },
      required: ['path'],
    },
  },
}))

/** Runs the real client against one behaviour, over a real socket. */
export async function meet({ send, end, isSilent }: HostileServer): Promise<Meeting> {
  const abort = new AbortController()
  const isEndless = end.problem === 'interrupted'
  const state = { written: 0, abortedAt: null as number | null, turns: 0 }
  const onWritten = (bytes: number) => {
    state.written += bytes
    if (!isEndless || state.written < ENDLESS_BYTES || state.abortedAt !== null) return
    state.abortedAt = state.turns
    abort.abort()
  }
  const server = createServer((request, response) => {
    request.resume()
    response.on('error', () => {})
    send(answerTo(response, onWritten))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const watch = watchLoop(state)
  let gaveUp = false
  const [begun, spent] = [performance.now(), process.cpuUsage()]
  const patience = setInterval(() => {
    const { user, system } = process.cpuUsage(spent)
    if ((user + system) / 1_000 < PATIENCE_MS && performance.now() - begun < WAIT_MS) return
    gaveUp = true
    abort.abort()
  }, LOOK_MS)
  const usefulMs = isSilent ? SHORT_MS : LIMITS.usefulMs
  try {
    const client = createClient({
      baseUrl: `http://127.0.0.1:${port}/v1`,
      clock: { ...systemClock, sleep: async () => {} },
      limits: { ...LIMITS, usefulMs, firstUsefulMs: usefulMs, tries: 1 },
    })
    const request = {
      model: 'm',
      messages: [{ role: 'user' as const, content: 'hi' }],
      tools: TOOLS,
    }
    const run = client.ask(request, { step: 1, sessionId: 's_1', signal: abort.signal })
    for (;;) {
      const next = await run.next()
      if (!next.done) continue
      const turnsToEnd = state.abortedAt === null ? null : state.turns - state.abortedAt
      return { reply: next.value, written: state.written, turnsToEnd, gaveUp, ...watch.seen() }
    }
  } finally {
    clearInterval(patience)
    watch.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function answerTo(response: ServerResponse, onWritten: (bytes: number) => void): Answer {
  const write = (part: string): boolean => {
    onWritten(part.length)
    return response.write(part)
  }
  const say = (...parts: string[]) => {
    if (!response.headersSent) response.writeHead(200, SSE)
    response.flushHeaders()
    for (const part of parts) write(part)
  }
  return {
    response,
    say,
    end(...parts) {
      say(...parts)
      response.end()
    },
    flood(each) {
      say()
      const goOn = () => {
        for (let room = true; room && !response.destroyed; )
          room = write(typeof each === 'string' ? each : each())
        if (!response.destroyed) response.once('drain', () => setImmediate(goOn))
      }
      goOn()
    },
  }
}

/** Counts turns of the loop, and what happens between two of them. */
function watchLoop(state: { turns: number }) {
  const base = usedBytes()
  let grown = 0
  let busy = 0
  let last = process.cpuUsage()
  let isOver = false
  const turn = () => {
    if (isOver) return
    state.turns += 1
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    busy = Math.max(busy, (user + system) / 1_000)
    if (state.turns % 16 === 0) grown = Math.max(grown, usedBytes() - base)
    setImmediate(turn)
  }
  setImmediate(turn)
  return {
    seen: () => ({ busyMs: busy, grownMiB: Math.max(grown, usedBytes() - base) / MIB }),
    stop: () => {
      isOver = true
    },
  }
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Beyond this a server takes the memory of the machine. */
const MOST_MIB = 200
/** The loop ends a reply within so many turns of its interruption. */
const MOST_TURNS = 10

/** What is wrong with the end of a meeting; nothing for one that ended as declared. */
export function judgeMeeting({ end }: HostileServer, met: Meeting): string[] {
  const { reply, turnsToEnd, grownMiB } = met
  const wrong: string[] = []
  if (met.gaveUp) return ['it does not end']
  const isEndless = end.problem === 'interrupted'
  const code = isEndless ? 'inference_error' : end.problem
  const said = `${reply.problem?.code ?? 'no problem'} (${reply.problem?.message ?? ''})`
  if ((reply.problem?.code ?? null) !== code) wrong.push(`it ends with ${said}`)
  if (isEndless && reply.problem?.message !== 'interrupted') wrong.push(`it ends with ${said}`)
  if (/\b(?:HPE_\w+|E[A-Z]{4,})\b/.test(reply.problem?.message ?? '')) wrong.push(`a code: ${said}`)
  if (end.calls !== undefined && reply.calls.length !== end.calls)
    wrong.push(`${reply.calls.length} calls instead of ${end.calls}`)
  if (end.text !== undefined && reply.text !== end.text)
    wrong.push(`it says ${reply.text.slice(0, 60)}`)
  if (turnsToEnd !== null && turnsToEnd > MOST_TURNS)
    wrong.push(`it ended ${turnsToEnd} turns late`)
  if (grownMiB > MOST_MIB) wrong.push(`it took ${Math.round(grownMiB)} MiB`)
  const counts = Object.values(reply.usage ?? {})
  if (counts.some((count) => !Number.isInteger(count) || count < 0 || count > LIMITS.countedTokens))
    wrong.push(`it counts ${JSON.stringify(reply.usage)}`)
  const ids = reply.calls.map(({ id }) => id)
  if (ids.some((id) => !/^call_\d+_\d+$/.test(id)) || new Set(ids).size !== ids.length)
    wrong.push(`its calls are ${ids.join(', ').slice(0, 60)}`)
  if (reply.calls.some(({ name }) => !/^[\w-]{1,64}$/.test(name))) wrong.push('a name is not plain')
  return wrong
}
