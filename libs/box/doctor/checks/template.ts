import { z } from 'zod'
import { untruncated } from '#relay'
import type { OllamaApi } from '../../engine_facts/ollama_api.js'
import { type Finding, findingsOf, type OllamaBox } from './finding.js'

const RENDER_MS = 30_000

/** Words that no template contains. */
const MARKS = {
  system: 'aircoder-probe-system',
  tool: 'aircoder_probe_tool',
  text: 'aircoder-probe-text',
  call: 'aircoder_probe_call',
  result: 'aircoder-probe-result',
  user: 'aircoder-probe-user',
  late: 'aircoder-probe-late',
}

const CONVERSATION = [
  { role: 'system', content: MARKS.system },
  { role: 'user', content: MARKS.user },
  {
    role: 'assistant',
    content: MARKS.text,
    tool_calls: [{ function: { index: 0, name: MARKS.call, arguments: { a: 1 } } }],
  },
  { role: 'tool', content: MARKS.result, tool_name: MARKS.call },
  { role: 'system', content: MARKS.late },
  { role: 'user', content: 'on' },
]
const TOOLS = [
  {
    type: 'function',
    function: { name: MARKS.tool, description: '', parameters: { type: 'object', properties: {} } },
  },
]

const Rendered = z.looseObject({
  _debug_info: z.looseObject({ rendered_template: z.string() }),
})

/**
 * Renders a conversation with the template of each loaded model and searches the result: a model whose
 * template loses the system prompt or a tool result cannot work.
 */
export async function checkTemplates(box: OllamaBox): Promise<Finding[]> {
  const { used, loaded } = box
  const { skip } = findingsOf('template')
  const findings: Finding[] = []
  for (const { name, capabilities } of used.filter((facts) =>
    facts.capabilities.includes('completion'),
  ))
    findings.push(
      loaded.some((model) => model.name === name)
        ? await checkTemplate(box, name, capabilities.includes('tools'))
        : skip(`${name}: not loaded, not checked`),
    )
  return findings
}

async function checkTemplate(
  { api, settings }: OllamaBox,
  name: string,
  tools: boolean,
): Promise<Finding> {
  const { ok, warn, skip } = findingsOf('template')
  const shown = await render(api, name, tools, settings.keepAlive)
  if (shown === null)
    return skip(`${name}: this version of Ollama does not return the rendered prompt`)
  const lost = (tools ? (['system', 'tool', 'result'] as const) : (['system'] as const)).filter(
    (what) => !shown.includes(MARKS[what]),
  )
  if (lost.length > 0)
    return warn(
      `${name}: its template loses the ${lost.join(', the ')}`,
      'use another template: TEMPLATE in the Modelfile, then aircoder-proxy bake',
    )
  const habits = [
    ...(tools && !(shown.includes(MARKS.text) && shown.includes(MARKS.call))
      ? ['shows text or calls of a message, never both (the proxy writes the calls into the text)']
      : []),
    ...(shown.indexOf(MARKS.late) < shown.indexOf(MARKS.user)
      ? ['moves later system messages to the top, so that the whole prompt is read again']
      : []),
  ]
  return ok(`${name}: no text is lost${habits.map((habit) => `; ${habit}`).join('')}`)
}

async function render(
  api: OllamaApi,
  model: string,
  tools: boolean,
  keepAlive: string,
): Promise<string | null> {
  const body = {
    ...untruncated(model, keepAlive),
    messages: tools ? CONVERSATION : CONVERSATION.filter(({ role }) => role !== 'tool'),
    ...(tools && { tools: TOOLS }),
    stream: false,
    _debug_render_only: true,
    // An Ollama that does not know the field answers with one token.
    options: { num_predict: 1 },
  }
  const answer = await api.ask('POST', '/api/chat', body, RENDER_MS)
  const parsed = Rendered.safeParse(answer.body)
  return parsed.success ? parsed.data._debug_info.rendered_template : null
}
