import type { Reply } from '#core'
import type { Model, ModelEvent } from './model.js'

/** Adds to each reply which model answered, and at which `host:port`. */
export function withRoute({ ask }: Model, host: string): Model {
  return {
    async *ask(request, options): AsyncGenerator<ModelEvent, Reply> {
      const reply = yield* ask(request, options)
      return { ...reply, route: { model: request.model, host } }
    },
  }
}
