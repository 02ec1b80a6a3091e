import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findRunners, type Runner } from '../../libs/relay/engines/ollama/models/processes.js'
import { withChatTemplate } from './gguf_template.js'

/** A running Ollama with the kit's models. */
export interface RealOllama {
  version: string
  render(model: string, messages: object[], tools: object[]): Promise<string>
  unload(model: string): Promise<void>
  killRunner(model: string): Promise<void>
  remove(): Promise<void>
}

export const WINDOW = 512
/** Rendered by Ollama, rendered by the runner, and without tools. */
export const MODELS = { go: 'kit-go', jinja: 'kit-jinja', plain: 'kit-plain' }

/** ChatML with tools; as many of its kind do, it shows an assistant's text or its calls, never both. */
const GO = `{{- if or .System .Tools }}<|im_start|>system
{{ .System }}
{{- if .Tools }}
You may call functions:
{{- range .Tools }}
{{ . }}
{{- end }}
A call is a JSON object between <tool_call> and </tool_call>.
{{- end }}<|im_end|>
{{ end }}
{{- range $i, $_ := .Messages }}
{{- $last := eq (len (slice $.Messages $i)) 1 -}}
{{- if eq .Role "user" }}<|im_start|>user
{{ .Content }}<|im_end|>
{{ else if eq .Role "assistant" }}<|im_start|>assistant
{{ if .Content }}{{ .Content }}
{{- else if .ToolCalls }}<tool_call>
{{ range .ToolCalls }}{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}
{{ end }}</tool_call>
{{- end }}{{ if not $last }}<|im_end|>
{{ end }}
{{- else if eq .Role "tool" }}<|im_start|>user
<tool_response>
{{ .Content }}
</tool_response><|im_end|>
{{ end }}
{{- if and (ne .Role "assistant") $last }}<|im_start|>assistant
{{ end }}
{{- end }}`

const JINJA = `{%- if tools %}<|im_start|>system
{% if messages[0].role == 'system' %}{{ messages[0].content + '\\n' }}{% endif %}You may call functions:
<tools>{% for tool in tools %}{{ '\\n' }}{{ tool | tojson }}{% endfor %}
</tools>
A call is a JSON object with name and arguments between these tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call><|im_end|>
{% elif messages[0].role == 'system' %}<|im_start|>system
{{ messages[0].content }}<|im_end|>
{% endif %}
{%- for message in messages %}
{%- if message.role == 'user' or (message.role == 'system' and not loop.first) %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- elif message.role == 'assistant' %}{{ '<|im_start|>assistant' }}{% if message.content %}{{ '\\n' + message.content }}{% endif %}
{%- if message.tool_calls %}{%- for tool_call in message.tool_calls %}{%- if tool_call.function %}{%- set tool_call = tool_call.function %}{%- endif %}{{ '\\n<tool_call>\\n{"name": "' + tool_call.name + '", "arguments": ' }}{{ tool_call.arguments | tojson }}{{ '}\\n</tool_call>' }}{%- endfor %}{%- endif %}{{ '<|im_end|>\\n' }}
{%- elif message.role == 'tool' %}{{ '<|im_start|>user\\n<tool_response>\\n' + message.content + '\\n</tool_response><|im_end|>\\n' }}
{%- endif %}{%- endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`

/** Creates the models from a small GGUF file with ChatML's tokens. */
export async function prepareOllama(url: string, gguf: string): Promise<RealOllama> {
  const ask = async (path: string, body?: object, method = 'POST') => {
    const answer = await fetch(url + path, {
      method: body === undefined ? 'GET' : method,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return JSON.parse(text || 'null') as Record<string, unknown>
  }
  const upload = async (bytes: Buffer) => {
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
    const answer = await fetch(`${url}/api/blobs/${digest}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
    })
    if (!answer.ok) throw new Error(`the file was not taken: ${answer.status}`)
    return digest
  }
  const create = (model: string, digest: string, rest: object) =>
    ask('/api/create', {
      model,
      stream: false,
      files: { 'model.gguf': digest },
      parameters: { num_ctx: WINDOW, temperature: 0 },
      ...rest,
    })

  const before = findRunners('/proc')
  const bytes = readFileSync(gguf)
  const weights = await upload(bytes)
  await create(MODELS.go, weights, { template: GO })
  await create(MODELS.plain, weights, {})
  await create(MODELS.jinja, await upload(withChatTemplate(bytes, JINJA)), {})
  const { version } = await ask('/api/version')

  return {
    version: String(version),
    async render(model, messages, tools) {
      const body = { model, messages, tools, stream: false, truncate: false, shift: false }
      const answer = await ask('/api/chat', { ...body, _debug_render_only: true })
      return String((answer._debug_info as { rendered_template?: string })?.rendered_template)
    },
    async unload(model) {
      await ask('/api/chat', { model, messages: [], keep_alive: 0, stream: false })
      for (;;) {
        const { models } = (await ask('/api/ps')) as { models: { name: string }[] }
        if (!models.some(({ name }) => name === `${model}:latest`)) break
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    async killRunner(model) {
      const { modelfile } = await ask('/api/show', { model })
      const file = /^FROM (\S+)$/m.exec(String(modelfile))?.[1] ?? ''
      for (const { pid } of startedSince(before, findRunners('/proc'), file)) process.kill(pid)
    },
    async remove() {
      for (const model of Object.values(MODELS)) await ask('/api/delete', { model }, 'DELETE')
    },
  }
}

/** The runners of this file that an Ollama started after `before` was read: another program's runner stays. */
export function startedSince(
  before: readonly Runner[],
  now: readonly Runner[],
  file: string,
): Runner[] {
  const old = new Set(before.map(({ pid }) => pid))
  return now.filter((runner) => runner.owned && runner.file === file && !old.has(runner.pid))
}
