import { chatBody, readChat } from '../chat_body.js'
import type { Provider } from '../provider.js'

/** Reasoning models: they accept no temperature and count thinking as completion tokens. */
const REASONS = /^(?:o\d|gpt-5)/

/** OpenAI's chat completions. */
export const openai: Provider = {
  name: 'openai',
  order: 2,
  keyName: 'OPENAI_API_KEY',
  baseUrl: 'https://api.openai.com/v1',
  path: '/chat/completions',
  model: 'gpt-5.1',
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  toWire: (request) => ({
    ...chatBody(request),
    max_completion_tokens: request.max_tokens,
    ...(REASONS.test(request.model) ? {} : { temperature: request.temperature }),
  }),
  fromWire: readChat,
}
