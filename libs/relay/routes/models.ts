import type { FastifyPluginAsync } from 'fastify'
import { mayUse } from '../people/may_use.js'
import { type Directory, modelRow } from '../upstream/directory.js'

/** `GET /v1/models`: the models that the person may use, with their known properties. */
export function modelRoutes(directory: Pick<Directory, 'list'>, slots: number): FastifyPluginAsync {
  return async (server) => {
    server.get('/v1/models', async ({ person }) => {
      const entries = (await directory.list()).filter(({ id }) => mayUse(person, id))
      return { object: 'list', data: entries.map((entry) => modelRow(entry, slots)) }
    })
  }
}
