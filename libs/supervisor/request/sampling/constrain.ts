import type { ChatRequest, ToolSchema } from '#core'
import { callFormat } from '#model'
import type { Deps } from '../../deps/deps.js'

/**
 * Constrains a request to the schema of its tools, when the settings say so or when the step before ended
 * in a reply that could not be read. Decided from committed rows. Tools and messages do not change, so the
 * prompt has the same bytes.
 * @param tools  all tools that are offered, also those that only the text of the prompt teaches
 * @param before  number of the last step that is in the prompt
 */
export function constrain(
  request: ChatRequest,
  { tools, taskId, before }: { tools: readonly ToolSchema[]; taskId: string; before: number },
  { ledger, sampling }: Pick<Deps, 'ledger' | 'sampling'>,
): ChatRequest {
  const { constrained = 'retry' } = sampling
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
