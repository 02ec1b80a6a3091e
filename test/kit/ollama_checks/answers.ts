import assert from 'node:assert/strict'
import { lastEvent } from '../relay.js'
import { ask, type Check, readUntil, TOOLS, user, WEATHER, words } from './box.js'

/** Checks of answers; in this order, because later ones unload the model or end its runner. */
export const ANSWER_CHECKS: Check[] = [
  {
    row: 'prefix cache',
    title: 'the number of cached prompt tokens is reported',
    async run(box) {
      const messages = [user(words(Math.round(box.windowTokens * 0.6), 'kept'))]
      const cached = []
      for (const _ of [1, 2]) {
        const { body, text } = await ask(box, messages, { max_tokens: 1 })
        assert.ok(body.usage, text)
        const { prompt_tokens: all, prompt_tokens_details: details } = body.usage
        cached.push([details?.cached_tokens ?? 0, all] as const)
      }
      const [[first] = [0], [second, all] = [0, 1]] = cached
      assert.ok(second / all > 0.8 && first < second, JSON.stringify(cached))
      return cached.map(([kept, tokens]) => `${kept} of ${tokens} tokens kept`).join(', then ')
    },
  },
  {
    row: 'tool call',
    title: 'heartbeats keep the stream alive while a call is written',
    async run(box) {
      const answer = await ask(box, WEATHER, { tools: TOOLS, max_tokens: 60, stream: true })
      const data = answer.text.indexOf('data:')
      const beats = answer.text.slice(0, data).match(/^: aircoder phase=\w+/gm) ?? []
      assert.ok(beats.length > 0, answer.text)
      assert.match(answer.text, /"finish_reason":"tool_calls"[\s\S]*\[DONE\]/)
      const made = /"arguments":"(.*?[^\\])"/.exec(answer.text)?.[1] ?? ''
      assert.match(made, /city/)
      return `${beats.length} comments before the call: ${made.replaceAll('\\', '')}`
    },
  },
  {
    row: 'tool call cut by the token limit',
    title: 'a call that the limit truncates is a `length` with a warning',
    async run(box) {
      const { body, headers, text } = await ask(box, WEATHER, { tools: TOOLS, max_tokens: 8 })
      assert.equal(body.choices?.[0]?.finish_reason, 'length', text)
      assert.equal(headers.get('x-aircoder-warnings'), 'tool-call-cut')
      return 'finish length, x-aircoder-warnings: tool-call-cut'
    },
  },
  {
    row: 'queue of a loaded model',
    title: 'a waiting request sees its place',
    async run(box) {
      const body = { model: box.model, max_tokens: 24, stream: true }
      const first = box.relay.post({ ...body, messages: [user('Talk at length')] })
      await readUntil(await first, 'data:')
      const second = await box.relay.post({ ...body, messages: [user('hi')] })
      const text = await second.text()
      await (await first).body?.cancel().catch(() => {})
      assert.match(text, /^: aircoder queue position=1 of=1/m)
      assert.match(text, /\[DONE\]/)
      return /^: aircoder queue .*$/m.exec(text)?.[0] ?? ''
    },
  },
  {
    row: 'disconnect',
    title: 'a client that disconnects frees the slot for the next one',
    async run(box) {
      const left = new AbortController()
      const body = { model: box.model, stream: true, messages: [user('Talk at length')] }
      const answer = await box.relay.post(body, { signal: left.signal })
      await readUntil(answer, '"content"')
      left.abort()
      const { status, headers, text } = await ask(box, [user('hi')], { max_tokens: 1 })
      assert.equal(status, 200, text)
      const waited = Number(headers.get('x-aircoder-queue-ms'))
      assert.ok(waited < 5_000)
      return 'the next one had the slot at once'
    },
  },
  {
    row: 'cold load',
    title: 'a load continues when its client leaves, and serves the next one',
    async run(box) {
      await box.unload()
      const left = new AbortController()
      const body = { model: box.model, max_tokens: 1, stream: true, messages: [user('hi')] }
      const first = box.relay.post(body, { signal: left.signal }).catch(() => null)
      await new Promise((resolve) => setTimeout(resolve, 60))
      left.abort()
      await first
      const { status, text } = await ask(box, [user('hi')], { max_tokens: 1 })
      assert.equal(status, 200, text)
      return 'the first left while it loaded, the second got its answer'
    },
  },
  {
    row: 'runner dies',
    title: 'a runner that dies is an error event, and the next request works',
    async run(box) {
      const body = { model: box.model, stream: true, messages: [user('Talk at length')] }
      const answer = await box.relay.post(body)
      const reading = await readUntil(answer, '"content"')
      await box.killRunner()
      const text = await reading.rest()
      assert.doesNotMatch(text, /\[DONE\]/)
      const { error } = lastEvent(text) as { error: { code: string; message: string } }
      assert.ok(['engine_error', 'engine_stopped'].includes(error.code), text)
      await box.unload()
      const next = await ask(box, [user('hi')], { max_tokens: 1 })
      assert.equal(next.status, 200, next.text)
      return `${error.code}: ${error.message.slice(0, 160)}; the next: 200`
    },
  },
]
