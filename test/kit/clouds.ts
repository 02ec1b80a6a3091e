import type { Act, Ask } from './fake_endpoint.js'
import { jsonAct } from './fake_endpoint.js'

/** What a provider answers, in our words. */
export interface CloudSays {
  text?: string
  call?: { name: string; arguments: Record<string, unknown> }
  thinking?: string
}

/** Answers in the shapes that each provider documents (late 2026), with all the fields that are not ours. */
export const CLOUDS: Record<
  string,
  { key: string; path: string; answer(says: CloudSays): object; refuse: Act }
> = {
  anthropic: {
    key: 'ANTHROPIC_API_KEY',
    path: '/v1/messages',
    answer: ({ text, call, thinking }) => ({
      id: 'msg_01Aq9w938a90dw8q',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-6',
      content: [
        ...(thinking === undefined
          ? []
          : [{ type: 'thinking', thinking, signature: 'EqQBCgIYAhIM' }]),
        ...(text === undefined ? [] : [{ type: 'text', text }]),
        ...(call === undefined
          ? []
          : [{ type: 'tool_use', id: 'toolu_01A09q90', name: call.name, input: call.arguments }]),
      ],
      stop_reason: call === undefined ? 'end_turn' : 'tool_use',
      stop_sequence: null,
      usage: {
        input_tokens: 472,
        output_tokens: 89,
        cache_creation_input_tokens: 8,
        cache_read_input_tokens: 20,
      },
    }),
    refuse: jsonAct(401, {
      type: 'error',
      error: { type: 'authentication_error', message: 'invalid x-api-key KEY-OF-MINE' },
    }),
  },
  openai: {
    key: 'OPENAI_API_KEY',
    path: '/chat/completions',
    answer: ({ text = null, call }: Omit<CloudSays, 'text'> & { text?: string | null }) => ({
      id: 'chatcmpl-BxA1',
      object: 'chat.completion',
      created: 1_760_000_000,
      model: 'gpt-5.1-2025-11-13',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: text,
            refusal: null,
            annotations: [],
            ...(call === undefined ? {} : { tool_calls: [wireCall('call_abc123', call)] }),
          },
          logprobs: null,
          finish_reason: call === undefined ? 'stop' : 'tool_calls',
        },
      ],
      usage: {
        prompt_tokens: 500,
        completion_tokens: 89,
        total_tokens: 589,
        prompt_tokens_details: { cached_tokens: 20, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 64 },
      },
      service_tier: 'default',
      system_fingerprint: null,
    }),
    refuse: jsonAct(401, {
      error: {
        message: 'Incorrect API key provided: KEY-OF-MINE.',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    }),
  },
  deepseek: {
    key: 'DEEPSEEK_API_KEY',
    path: '/chat/completions',
    answer: ({ text = '', call, thinking }) => ({
      id: '184b2dc7-08b5-4849',
      object: 'chat.completion',
      created: 1_778_576_747,
      model: 'deepseek-v4-pro',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: text,
            ...(thinking === undefined ? {} : { reasoning_content: thinking }),
            ...(call === undefined
              ? {}
              : { tool_calls: [{ index: 0, ...wireCall('call_00_x', call) }] }),
          },
          logprobs: null,
          finish_reason: call === undefined ? 'stop' : 'tool_calls',
        },
      ],
      usage: {
        prompt_tokens: 500,
        completion_tokens: 89,
        total_tokens: 589,
        prompt_cache_hit_tokens: 20,
        prompt_cache_miss_tokens: 480,
      },
      system_fingerprint: 'fp_9954b31ca7',
    }),
    refuse: jsonAct(401, {
      error: {
        message: 'Authentication Fails, Your api key: KEY-OF-MINE is invalid',
        type: 'authentication_error',
        param: null,
        code: 'invalid_request_error',
      },
    }),
  },
}

function wireCall(id: string, { name, arguments: given }: NonNullable<CloudSays['call']>) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(given) } }
}

/** A server that answers as this provider does. */
export function cloudAct(name: string, says: CloudSays): (ask: Ask) => Act {
  const cloud = CLOUDS[name]
  return (ask) =>
    ask.path === cloud?.path && ask.method === 'POST'
      ? jsonAct(200, cloud.answer(says))
      : jsonAct(404, { error: { message: 'no such route' } })
}
