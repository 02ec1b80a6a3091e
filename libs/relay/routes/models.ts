import type { FastifyPluginAsync } from 'fastify'
import { assertMayUse, mayUse } from '../people/may_use.js'
import { type Directory, modelRow } from '../upstream/directory.js'

/** `GET /v1/models` and `/v1/models/ID`: the models that the person may use, with their known properties. */
export function modelRoutes(
  directory: Pick<Directory, 'list' | 'find'>,
  slots: number,
): FastifyPluginAsync {
  return async (server) => {
    server.get('/v1/models', async ({ person }) => {
      const entries = (await directory.list()).filter(({ id }) => mayUse(person, id))
      return { object: 'list', data: entries.map((entry) => modelRow(entry, slots)) }
    })
    // A model's name may contain a slash.
    server.get<{ Params: { '*': string } }>('/v1/models/*', async ({ person, params }) => {
      const entry = await directory.find(params['*'])
      assertMayUse(person, entry.id)
      return modelRow(entry, slots)
    })
  }
}
