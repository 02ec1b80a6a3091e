import t from 'tap'
import { jsonLines, openProgram } from '../kit/program.js'

const text = { type: 'string' }
const whole = { type: 'integer' }
const tools = [
  {
    name: 'read_file',
    parameters: { type: 'object', properties: { path: text, start_line: whole } },
  },
]
const READ = [{ name: 'read_file', arguments: { path: 'a', start_line: 3 } }]
const SAID = '<tool_call>{"name":"ReadFile","arguments":{"path":"a","start_line":"3"}}</tool_call>'
const ARGUMENTS = '{"path":"a","start_line":3}'

t.test(
  'inspect parse says what a reply is read as, one line for one (rows 36, 37, 39 and 40)',
  async (t) => {
    const bytes = Buffer.from(`né ${SAID}`)
    const native = { type: 'function', function: { name: 'read_file', arguments: ARGUMENTS } }
    const questions = [
      { text: `<think>hm</think>So.\n${SAID}`, tools },
      { text: [...SAID], tools },
      { text_b64: [...bytes].map((byte) => Buffer.from([byte]).toString('base64')), tools },
      { text: '', tools, tool_calls: [native], reasoning_content: 'why' },
      {
        text: null,
        tools,
        stream_deltas: [
          { index: 0, id: 'x', function: { name: 'read_file', arguments: '' } },
          { index: 0, function: { arguments: ARGUMENTS.slice(0, 9) } },
          { index: 0, function: { arguments: ARGUMENTS.slice(9) } },
        ],
      },
      { text: SAID, tools, ended: 'connection_reset' },
      { text: SAID.slice(0, 40), tools, finish_reason: 'length' },
      { text: '', tools, tool_calls: [{ name: 'fly', arguments: {} }] },
      { text: 'All is well.', tools },
    ]
    const program = openProgram(t)
    const lines = [...questions.map((each) => JSON.stringify(each)), 'nonsense', '{"text":3}']
    const { code, stdout } = await program.run(['inspect', 'parse'], { input: lines.join('\n') })
    t.equal(code, 2, 'two lines could not be used')
    const [thought, pieces, ...rest] = jsonLines(stdout)
    t.same(thought, { calls: READ, text: 'So.', reasoning: 'hm', diagnostic: null })
    t.match(pieces, { calls: READ, text: '', diagnostic: null })
    t.match(rest, [
      { calls: READ, text: 'né' },
      { calls: READ, reasoning: 'why' },
      { calls: READ, diagnostic: null },
      { calls: [], diagnostic: { code: 'inference_error' } },
      { calls: [], diagnostic: { code: 'parser_error', message: /token limit/ } },
      { calls: [], diagnostic: { code: 'unknown_tool', message: /no tool "fly"/ } },
      { calls: [], text: 'All is well.', diagnostic: null },
      { error: String },
      { error: String },
    ])
    t.equal(rest.length, 9)
  },
)
