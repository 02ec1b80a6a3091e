import { discover } from '#core'
import type { BuiltIn } from '../types/built_in.js'
import type { ShelvedSkill } from './open_shelf.js'

/** The skills of the program, by name. */
export async function loadBuiltIn(): Promise<ShelvedSkill[]> {
  const all = await discover<BuiltIn>(new URL('./bundled/', import.meta.url))
  return all.map(({ name, description, steps }) => ({
    name,
    description,
    mode: 'manual',
    keywords: [],
    isFork: false,
    targetTool: null,
    tools: [],
    body: steps.map((step, at) => `${at + 1}. ${step}`).join('\n'),
    layer: 'built in',
    path: 'built in',
    folder: null,
    hash: '',
  }))
}
