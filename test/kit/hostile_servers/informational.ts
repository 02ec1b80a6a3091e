import type { ServerResponse } from 'node:http'
import { DONE } from '../fake_endpoint.js'
import { GOOD, HELLO, type HostileServer } from './declare.js'

const NOT_API = { problem: 'not_api' } as const
const PART_BYTES = 65_536

/** An informational answer of a server: it says that the real one comes later. */
const informs = (status: number, headers = '') => `HTTP/1.1 ${status} Wait\r\n${headers}\r\n`
const LINK = 'link: </a.css>; rel=preload\r\n'

/** Writes the same answer for as long as it is read. */
function repeat({ socket }: ServerResponse, each: string): void {
  if (socket === null) return
  const part = each.repeat(Math.ceil(PART_BYTES / each.length))
  const goOn = () => {
    for (let room = true; room && !socket.destroyed; ) room = socket.write(part)
    if (!socket.destroyed) socket.once('drain', () => setImmediate(goOn))
  }
  socket.on('error', () => {})
  goOn()
}

const first = (name: string, all: string, end: HostileServer['end']): HostileServer => ({
  name: `informational: ${name}`,
  send(answer) {
    answer.response.socket?.write(all)
    answer.end(...HELLO, DONE)
  },
  end,
})

const endless = (name: string, each: string): HostileServer => ({
  name: `informational: ${name} without an end`,
  send: ({ response }) => repeat(response, each),
  end: NOT_API,
})

/** Answers of status 1xx before the real one, or in its place. */
export const INFORMATIONAL: HostileServer[] = [
  first('a sign of life each 20 s for an hour', informs(102, 'date: x\r\n').repeat(180), GOOD),
  first('4,000 answers', informs(103, LINK).repeat(4_000), NOT_API),
  first('10 answers of 15 KiB', informs(103, `x: ${'a'.repeat(15_000)}\r\n`).repeat(10), NOT_API),
  endless('status 100', informs(100)),
  endless('status 102', informs(102)),
  endless('status 103', informs(103, LINK)),
  endless('large answers', informs(103, `x: ${'a'.repeat(15_000)}\r\n`)),
]
