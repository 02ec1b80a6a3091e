import { readFileSync } from 'node:fs'
import t from 'tap'
import { type ChatRequest, systemClock } from '#core'
import { chooseCloud, loadProviders } from '#model'
import { CLOUDS, type CloudSays } from '../kit/clouds.js'
import { TOOLS } from '../kit/replies.js'

interface Shapes {
  request: string[]
  response: string[]
}
const RECORDED: Record<string, Shapes> = JSON.parse(
  readFileSync(new URL('../fixtures/wire_shapes.json', import.meta.url), 'utf8'),
)
/** Values whose inside is the caller's own. */
const OPAQUE = new Set(['input_schema', 'parameters', 'input', 'arguments'])
/** Strings that say what the rest is: they are part of the shape. */
const LITERAL = new Set(['type', 'role', 'stop_reason', 'finish_reason', 'object'])
/** What no exchange on record happened to send, with where it is documented. */
const DOCUMENTED: Record<string, string[]> = {
  anthropic: [],
  openai: ['temperature:number'],
  // api-docs.deepseek.com: max_tokens, temperature, and the switch for thinking.
  deepseek: ['max_tokens:number', 'temperature:number', 'thinking.type=disabled'],
}

/** Each place of a document as a path with the kind of its value, `messages[].role=user`. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => shapeOf(each, `${path}[]`))
  if (value === null || typeof value !== 'object')
    return [`${path}:${value === null ? 'null' : typeof value}`]
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = path === '' ? key : `${path}.${key}`
    if (LITERAL.has(key) && typeof inner === 'string') return [`${at}=${inner}`]
    if (OPAQUE.has(key)) return [`${at}:${typeof inner}`]
    return shapeOf(inner, at)
  })
}

const CONVERSATION: ChatRequest = {
  model: '',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Task: fix x' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"path":"x"}' } },
      ],
    },
    { role: 'tool', content: 'text of x', tool_call_id: 'a' },
    { role: 'assistant', content: 'It is x.' },
    { role: 'user', content: 'Go on.' },
  ],
  tools: TOOLS.map(({ name, parameters }) => ({
    type: 'function' as const,
    function: { name, description: `does ${name}`, parameters },
  })),
}

for (const [name, cloud] of Object.entries(CLOUDS)) {
  t.test(`row 269: requests to ${name} have only fields of the recorded exchanges`, async (t) => {
    const keyOf = (key: string) => (key === cloud.key ? 'k' : undefined)
    const choice = { escalate: true, wanted: { provider: name }, keyOf }
    const chosen = chooseCloud(choice, await loadProviders(), systemClock)
    const sent = shapeOf(JSON.parse(chosen?.bodyOf(CONVERSATION) ?? 'null'))
    const known = new Set([...(RECORDED[name]?.request ?? []), ...(DOCUMENTED[name] ?? [])])
    t.ok(sent.length > 10, 'the conversation is in it')
    t.same(
      [...new Set(sent)].filter((place) => !known.has(place)),
      [],
    )
  })

  t.test(`the kit's ${name} answers with fields of the recorded exchanges`, async (t) => {
    const says: CloudSays[] = [
      { text: 'Done.' },
      { text: 'Look.', call: { name: 'read_file', arguments: { path: 'x' } } },
    ]
    const known = new Set(RECORDED[name]?.response)
    for (const each of says) {
      const answered = shapeOf(cloud.answer(each)).filter(
        (place) => !/\.logprobs|annotations/.test(place),
      )
      t.ok(answered.length > 8)
      t.same(
        [...new Set(answered)].filter((place) => !known.has(place)),
        [],
      )
    }
  })
}
