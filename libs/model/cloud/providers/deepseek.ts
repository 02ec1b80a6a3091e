import { chatBody, readChat } from '../chat_body.js'
import type { Provider } from '../provider.js'

/**
 * DeepSeek's chat completions. Thinking is off: with thinking, the API requires the thinking of all earlier
 * calls, and another model made those.
 */
export const deepseek: Provider = {
  name: 'deepseek',
  order: 3,
  keyName: 'DEEPSEEK_API_KEY',
  baseUrl: 'https://api.deepseek.com',
  path: '/chat/completions',
  model: 'deepseek-v4-pro',
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  toWire: (request) => ({
    ...chatBody(request),
    max_tokens: request.max_tokens,
    temperature: request.temperature,
    thinking: { type: 'disabled' },
  }),
  fromWire: readChat,
}
