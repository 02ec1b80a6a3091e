import { type Assembly, assembleRequest, budgetFor } from '#context'
import type { Message, ToolSchema } from '#core'
import type { View } from '#ledger'
import { imageUrl } from '../ambient/images.js'
import type { Deps } from '../deps/deps.js'
import { windowOf } from '../window/window.js'
import { constrain } from './sampling/constrain.js'
import { temperatureOf } from './sampling/retry_temperature.js'
import { isThinkingOff } from './sampling/thinking.js'

export type RequestDeps = Pick<
  Deps,
  'ledger' | 'registry' | 'endpoint' | 'sampling' | 'ablate' | 'workspace'
>

/** The messages of a request, and the step and tools that it is for. */
interface Content {
  head: readonly Message[]
  tail: readonly Message[]
  /** The next step, when absent. */
  step?: number | undefined
  tools: readonly ToolSchema[]
}

/** The tools of the frozen prompt. Another window would offer others. */
export function offeredTools(
  { generation }: Pick<View, 'generation'>,
  { registry }: Pick<Deps, 'registry'>,
): ToolSchema[] {
  return registry.schemas(generation?.offered)
}

/** Assembles the request of a step from its messages and the settings. */
export function makeRequest(view: View, content: Content, deps: RequestDeps): Assembly {
  const { endpoint, sampling } = deps
  const { head, tail, tools, step = view.task.step + 1 } = content
  const taskId = view.task.id
  const assembly = assembleRequest({
    model: view.session.model,
    head,
    tail,
    tools,
    budget: budgetFor(windowOf(view, deps)),
    factor: view.session.tokenFactor,
    temperature: temperatureOf(taskId, step, deps),
    topP: sampling.topP,
    maxOutputTokens: sampling.maxOutputTokens,
    textTools: endpoint.textTools,
    picture: endpoint.vision === true ? (id) => pictureUrl(id, deps) : undefined,
    thinking: isThinkingOff(taskId, step, deps) ? 'off' : undefined,
  })
  const request = constrain(assembly.request, { tools, taskId, before: step - 1 }, deps)
  return { ...assembly, request }
}

function pictureUrl(id: string, { ledger, workspace }: RequestDeps): string | null {
  if (id.includes('#')) return imageUrl(id, workspace, (hash) => storedBytes(hash, ledger))
  const row = ledger.evidence(id)
  if (row === null) return null
  return `data:image/png;base64,${ledger.payload(row.payloadHash).toString('base64')}`
}

/** The bytes of a picture that a step has stored; null before the first one. */
function storedBytes(hash: string, ledger: Deps['ledger']): Buffer | null {
  try {
    return ledger.payload(hash)
  } catch {
    return null
  }
}
