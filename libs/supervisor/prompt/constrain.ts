import type { ChatRequest, ConstrainedMode, ToolSchema } from '#core'
import { callFormat } from '#model'
import type { Deps } from '../deps/deps.js'

/** When answers are held to a schema where nothing is said. */
const USUAL: ConstrainedMode = 'retry'

/**
 * Holds a request to the schema of its tools, when the settings say so or the step before ended in a
 * reply that could not be read. Decided from committed rows; tools and messages stay as they are, so
 * that the prompt has the same bytes.
 * @param tools  all that are offered; those that the prompt's text teaches are none of the request's
 * @param before  number of the last step that is in the prompt
 */
export function constrain(
  request: ChatRequest,
  tools: readonly ToolSchema[],
  taskId: string,
  before: number,
  { ledger, constrained = USUAL }: Pick<Deps, 'ledger' | 'constrained'>,
): ChatRequest {
  if (constrained === 'off' || tools.length === 0) return request
  if (constrained === 'retry') {
    const filter = {
      taskId,
      kind: 'diagnostic',
      subject: 'model/parser_error',
      limit: 100,
    } as const
    if (before === 0 || !ledger.find(filter).some(({ step }) => step === before)) return request
  }
  return { ...request, response_format: callFormat(tools) }
}
