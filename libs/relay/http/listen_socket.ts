import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AircoderError, describeSystemError } from '#core'

/**
 * Listens on a Unix socket that only its owner and root may open. The socket of a process that ended is
 * replaced; any other file at the path is not touched.
 * @returns  `unix:` and the path
 * @throws   AircoderError PROXY_LISTEN
 */
export async function listenOnSocket(server: FastifyInstance, path: string): Promise<string> {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isSocket() && !(await answers(path))) rmSync(path)
    await server.listen({ path })
    chmodSync(path, 0o600)
    return `unix:${path}`
  } catch (cause) {
    const reason = describeSystemError(cause)
    throw new AircoderError('PROXY_LISTEN', { host: 'unix', port: path, reason }, { cause })
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const say = (value: boolean) => () => {
      socket.destroy()
      resolve(value)
    }
    socket.once('connect', say(true)).once('error', say(false))
  })
}
