import { readBlocks, toTurns } from '../message_turns.js'
import type { Provider } from '../provider.js'

/** Anthropic's Messages API: a separate system text, alternating turns, calls and results as blocks. */
export const anthropic: Provider = {
  name: 'anthropic',
  order: 1,
  keyName: 'ANTHROPIC_API_KEY',
  baseUrl: 'https://api.anthropic.com',
  path: '/v1/messages',
  model: 'claude-sonnet-4-6',
  headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  toWire({ model, messages, tools, max_tokens, temperature }) {
    const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
    return {
      model,
      max_tokens,
      temperature,
      ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
      messages: toTurns(messages.filter(({ role }) => role !== 'system')),
      ...(tools.length === 0
        ? {}
        : {
            tools: tools.map(({ function: tool }) => ({
              name: tool.name,
              description: tool.description,
              input_schema: tool.parameters,
            })),
          }),
    }
  },
  fromWire: readBlocks,
}
