import fc from 'fast-check'
import t from 'tap'
import { loadDialects } from '#model'
import { hiddenWordsFor } from '../../libs/model/stream/hide_calls.js'
import { createThinkSplitter, splitThinking } from '../../libs/model/thinking/split_thinking.js'
import { THINK_TAGS } from '../../libs/model/thinking/think_tags.js'
import { loadCases, parseText, TOOLS } from '../kit/replies.js'
import { cutText, seededRandom } from '../kit/words.js'

const dialects = await loadDialects()
const HIDDEN = hiddenWordsFor(
  dialects,
  TOOLS.map(({ name }) => name),
)

interface Shown {
  text: string
  thinking: string
}

/** What a person gets to see of a reply that streams in these pieces. */
function show(pieces: readonly string[]): Shown {
  const splitter = createThinkSplitter(HIDDEN)
  const shown = { text: '', thinking: '' }
  const all = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.flush()]
  for (const { type, text } of all) {
    if (type === 'thinking') shown.thinking += text
    else if (type === 'delta') shown.text += text
    else shown.text = ''
  }
  return shown
}

t.test('row 32: thinking in each supported tag is hidden, also in a stream', (t) => {
  for (const { open, close } of THINK_TAGS) {
    const shown = show([...`${open}\nlet me see${close}\n\nDone.`])
    t.same(shown, { text: 'Done.', thinking: 'let me see' }, open)
  }
  t.end()
})

t.test('channels of gpt-oss are thinking, answer or call, and their marks are never shown', (t) => {
  const analysis = '<|channel|>analysis<|message|>We need it.<|end|>'
  const next = '<|start|>assistant'
  const said = '<|channel|>commentary<|message|>I read it now.<|end|>'
  const call =
    '<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path":"a"}'
  const final = '<|channel|>final<|message|>All pass.<|return|>'
  t.same(show([...analysis, ...next, ...final]), { text: 'All pass.', thinking: 'We need it.' })
  const preamble = analysis + next + said + next + call
  t.same(show([...preamble]), { text: 'I read it now.', thinking: 'We need it.' })
  t.match(parseText(preamble, dialects), { text: 'I read it now.', reasoning: 'We need it.' })
  t.same(show([...`${next}${call}<|call|>`]), { text: '', thinking: '' })
  t.same(show([...`<|start|>user<|message|>go on`]), { text: '', thinking: '' })
  t.same(show(['<|channel|>ana']), { text: '', thinking: '' })
  t.same(show([`<|channel|>${'x'.repeat(2_000)}`]), { text: '', thinking: '' })
  const gemma = '<|channel>thought\nhm<channel|>The answer.'
  t.same(show([...gemma]), { text: 'The answer.', thinking: 'hm' })
  t.match(parseText(gemma, dialects), { text: 'The answer.', reasoning: '\nhm' })
  t.end()
})

t.test('calls and invented turns are not shown during the stream; quoted tags are', (t) => {
  const cases: [said: string, text: string][] = [
    ['I look.\n<tool_call>{"name":"read_file"', 'I look.\n'],
    ['I look.\n```json\n{"name":"read_file"', 'I look.\n'],
    ['{"action":"resolve","summary":"x"', ''],
    ['[read_file(path="a")', ''],
    ['I look. [TOOL_CALLS]read_file[ARGS]{', 'I look. '],
    ['Done.<|im_end|>\n<|im_start|>user\nmore', 'Done.'],
    ['I look.\nAction: read_file\nAction Input: {', 'I look.\n'],
    ['The tag `<tool_call>` opens one.', 'The tag `<tool_call>` opens one.'],
    ['if (a < b && c[0]) { "x" }', 'if (a < b && c[0]) { "x" }'],
    ['Call: grep(pattern="a")', ''],
    ['items = read_file(path="a")', ''],
    ['I look.\nmy_text = await grep(pattern="a")', 'I look.\n'],
    ['```python\nlet_me = read_file("a', ''],
    ['const found: x\nval = reading("a")', 'const found: x\nval = reading("a")'],
    ['An idea\nx = 1', 'An idea\nx = 1'],
    ['```ts\nconst a = 1\n```\nThat is all.', '```ts\nconst a = 1\n```\nThat is all.'],
  ]
  for (const [said, text] of cases) t.equal(show([...said]).text, text, said)
  t.end()
})

t.test("row 39: the shown text is a prefix of the reply's text for every split", (t) => {
  const random = seededRandom(38)
  const cases = [...loadCases('test/fixtures/replies').values()].flat()
  const words = HIDDEN.words.filter((word) => /^[<[◁]/.test(word))
  for (const { name, content, expected } of cases) {
    const whole = show([content])
    const reply = parseText(content, dialects)
    const isStart = reply.text.trim().startsWith(whole.text.trim())
    t.ok(isStart, `${name}: ${JSON.stringify(whole.text)} of ${JSON.stringify(reply.text)}`)
    for (let round = 0; round < 12; round += 1) {
      const cut = show(cutText(content, random))
      if (JSON.stringify(cut) !== JSON.stringify(whole)) t.fail(`${name} cut differently`)
    }
    const leaked = words.find((word) => whole.text.includes(word))
    if (expected.kind === 'calls') t.equal(leaked, undefined, `${name} shows no mark`)
  }
  t.ok(cases.length > 200)
  t.end()
})

t.test('any mixture of marks is separated the same way for every split', (t) => {
  const heads = ['<|channel|>analysis<|message|>', '<|channel|>final<|message|>', '<|end|>']
  const tags = THINK_TAGS.flatMap(({ open, close }) => [open, close])
  const parts = [...tags, ...heads, '<|start|>assistant', '<tool_call>', 'Action:', '```json', '{"']
  const part = fc.constantFrom(...parts, '<|', '<', '`', ' ', '\n', 'words ', '|>', '🐦')
  const text = fc.array(part, { maxLength: 20 }).map((all) => all.join(''))
  fc.assert(
    fc.property(text, fc.nat(), (whole, seed) => {
      const cut = cutText(whole, seededRandom(seed), 1 + (seed % 12))
      const plain = createThinkSplitter()
      const joined = { text: '', reasoning: '' }
      for (const piece of [...cut.flatMap((each) => plain.push(each)), ...plain.flush()]) {
        if (piece.type === 'thinking') joined.reasoning += piece.text
        else if (piece.type === 'delta') joined.text += piece.text
        else Object.assign(joined, { reasoning: joined.reasoning + joined.text, text: '' })
      }
      const isSame = JSON.stringify(show(cut)) === JSON.stringify(show([whole]))
      return isSame && JSON.stringify(joined) === JSON.stringify(splitThinking(whole))
    }),
    { numRuns: 3_000 },
  )
  t.pass('3,000 texts')
  t.end()
})
