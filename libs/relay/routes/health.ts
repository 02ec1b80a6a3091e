import type { FastifyPluginAsync } from 'fastify'
import { QUIET } from '../http/quiet.js'
import { asRefusal } from '../refusals/refusal.js'
import type { Directory } from '../upstream/directory.js'

interface HealthParts {
  engine: { name: string }
  directory: Pick<Directory, 'list'>
  /** Read at each request: it changes when the proxy begins to stop. */
  readonly draining: boolean
}

/** `/healthz`: the process runs. `/readyz`: the engine answers and has a model. Neither needs a token. */
export function healthRoutes(parts: HealthParts): FastifyPluginAsync {
  return async (server) => {
    server.get('/healthz', QUIET, async () => ({ status: 'ok' }))
    server.get('/readyz', QUIET, async (_, reply) => {
      const reason = await describeUnready(parts)
      if (reason === null) return { status: 'ready', engine: parts.engine.name }
      reply.code(503).header('retry-after', '5')
      return { status: 'unavailable', engine: parts.engine.name, reason }
    })
  }
}

/** @returns null: ready */
async function describeUnready({ draining, directory }: HealthParts): Promise<string | null> {
  if (draining) return 'the proxy is about to restart'
  try {
    const models = await directory.list()
    return models.length > 0 ? null : 'the engine has no model that this proxy allows'
  } catch (error) {
    return asRefusal(error).message
  }
}
