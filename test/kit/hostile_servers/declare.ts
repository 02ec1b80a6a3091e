import type { ServerResponse } from 'node:http'
import type { Problem } from '#core'
import { chunk, DONE, event } from '../fake_endpoint.js'

/** What a server does with one chat request, and how the client must end. */
export interface HostileServer {
  name: string
  /** Writes the answer; `flood` writes the same bytes for as long as they are read. */
  send(answer: Answer): void
  /** It sends signs of life and no token: the time without one ends it. */
  isSilent?: true
  end: {
    /** The problem of the reply; null: none. `interrupted`: it never ends by itself, the person ends it. */
    problem: Problem['code'] | null | 'interrupted'
    /** Calls that may run. */
    calls?: number
    text?: string
  }
}

export interface Answer {
  response: ServerResponse
  /** Status and headers of an event stream, and these bytes. */
  say(...parts: string[]): void
  /** The same, and the end. */
  end(...parts: string[]): void
  flood(each: string | (() => string)): void
}

export const MIB = 1_048_576
export const STOP = chunk({}, 'stop')
export const HELLO = [chunk({ content: 'Hello' }), STOP]
export const GOOD = { problem: null, text: 'Hello' } as const
export const TOO_LONG = { problem: 'too_long', calls: 0 } as const
export const ENDLESS = { problem: 'interrupted' } as const
export const READ = { name: 'read_file', arguments: '{"path":"a"}' }
export const usage = (value: unknown) => event({ choices: [], usage: value })
export const call = (fields: object, body: object = READ) =>
  chunk({ tool_calls: [{ index: 0, type: 'function', function: body, ...fields }] })
export const raw = (json: string) => `data: ${json}\n\n`
export const CALLS = chunk({}, 'tool_calls')

/** A good answer with this usage. */
export const counts = (name: string, value: unknown): HostileServer => ({
  name: `usage: ${name}`,
  send: ({ end }) => end(...HELLO, usage(value), DONE),
  end: GOOD,
})
export const prompt = (name: string, value: unknown) =>
  counts(name, {
    prompt_tokens: value,
    completion_tokens: value,
    prompt_tokens_details: { cached_tokens: value },
  })
/** One call with these labels. */
export const labelled = (name: string, fields: object, calls = 1): HostileServer => ({
  name: `label: ${name}`,
  send: ({ end }) => end(call(fields), CALLS, DONE),
  end: { problem: null, calls },
})
export const streamed = (
  name: string,
  parts: string[],
  end: HostileServer['end'],
): HostileServer => ({
  name,
  send: (answer) => answer.end(...parts),
  end,
})
export const floods = (
  name: string,
  each: string | (() => string),
  end: HostileServer['end'],
  ...first: string[]
): HostileServer => ({
  name,
  send(answer) {
    answer.say(...first)
    answer.flood(each)
  },
  end,
})
export const page = (
  name: string,
  status: number,
  headers: Record<string, string>,
  body: string,
) => ({
  name: `not the API: ${name}`,
  send: ({ response }: Answer) => void response.writeHead(status, headers).end(body),
  end: { problem: 'not_api' as const },
})

export const START = call({ id: 'a' }, { name: 'write_file', arguments: '{"path":"a","content":"' })
