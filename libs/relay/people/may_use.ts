import { Refusal } from '../refusals/refusal.js'
import { matchesModel } from '../settings/patterns.js'
import type { Person } from './person.js'

/** Whether this person may use a model; Ollama's `:latest` is the same model as the name without. */
export function mayUse({ models }: Person, id: string): boolean {
  if (models === null) return true
  return matchesModel(models, id)
}

/** @throws Refusal model_not_allowed */
export function assertMayUse(person: Person, id: string): void {
  if (!mayUse(person, id))
    throw new Refusal(
      'model_not_allowed',
      `The model ${JSON.stringify(id)} is not allowed for you. See /v1/models.`,
      { param: 'model' },
    )
}
