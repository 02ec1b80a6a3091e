import { join } from 'node:path'
import t from 'tap'
import { loadDialects } from '#model'
import { loadCases, outcomeOf, parseText, TOOLS, type WrittenCall } from '../kit/replies.js'

const dialects = await loadDialects()
const fixtures = loadCases(join(import.meta.dirname, '../fixtures/replies'))

for (const [family, cases] of fixtures)
  t.test(`rows 33, 35-40: replies of ${family} are read as intended`, async (t) => {
    for (const { name, content, expected, text } of cases) {
      const reply = parseText(content, dialects)
      t.same(outcomeOf(reply), expected, name)
      if (text !== undefined) t.equal(reply.text, text, `${name}: the text`)
    }
  })

const READ: WrittenCall = { name: 'read_file', arguments: { path: 'src/a b.ts', start_line: 3 } }
const LIST: WrittenCall = { name: 'list_dir', arguments: { path: '.' } }
const WRITE: WrittenCall = {
  name: 'write_file',
  arguments: {
    path: 'a.py',
    content:
      'def f(x):\n    """\\d+ "q" \'s\' <b>, {a: [1]} `c`"""\n\treturn {"k": [x, None]}  # end',
  },
}
const FENCED: WrittenCall = {
  name: 'write_file',
  arguments: {
    path: 'a.md',
    content: 'Text\n```json\n{"name": "run_command", "arguments": {"command": "ls"}}\n```\nend',
  },
}
const EDIT: WrittenCall = {
  name: 'multi_edit',
  arguments: { edits: [{ path: 'a', old_str: 'x\n  y', new_str: '', replace_all: true }] },
}
const SAID = [[READ], [LIST], [WRITE], [FENCED], [EDIT], [READ, LIST], [WRITE, READ, EDIT]]
const AROUND: [string, (said: string) => string][] = [
  ['alone', (said) => said],
  ['behind words', (said) => `I do it now.\n${said}`],
  ['before words', (said) => `${said}\nThen I look at the result.`],
  ['behind thinking', (said) => `<think>{"a": <tool_call> maybe</think>\n\n${said}`],
  ['behind thinking without its opener', (said) => `First this, then that.\n</think>\n\n${said}`],
  ['before an invented turn', (said) => `${said}\n<|im_end|>\n<|im_start|>user\n${said}`],
]

for (const dialect of dialects)
  t.test(`rows 37 and 38: the calls that ${dialect.name} writes are read back`, async (t) => {
    for (const calls of SAID)
      for (const [where, put] of AROUND) {
        const names = calls.map(({ name }) => name).join(', ')
        const reply = parseText(put(dialect.write(calls)), dialects)
        t.same(outcomeOf(reply), { kind: 'calls', calls }, `${names} ${where}`)
      }
  })

t.test('row 39: a cut reply never gives a call that was incomplete', async (t) => {
  let seen = 0
  for (const dialect of dialects)
    for (const calls of [[WRITE], [FENCED], [READ, LIST], [EDIT]]) {
      const said = dialect.write(calls)
      for (let end = 0; end < said.length; end += 1) {
        seen += 1
        const { calls: run } = parseText(said.slice(0, end), dialects)
        const wrong = run.find((call, n) => !isPartOf(call, calls[n]))
        if (wrong !== undefined)
          t.fail(`${dialect.name} cut at ${end}: ${JSON.stringify(wrong)} of ${said}`)
      }
    }
  t.comment(`${seen} cuts`)
})

t.test('row 39: a quote, a document fence and thinking contain no calls', async (t) => {
  const quotes: [string, (said: string) => string][] = [
    ['a document', (said) => `The file:\n\`\`\`markdown\n${said}\n\`\`\`\nAs you see.`],
    ['a long fence', (said) => `\`\`\`\`\n${said}\n\`\`\`\`\n`],
    ['closed thinking', (said) => `<think>\n${said}\n</think>\nDone.`],
    ['open thinking', (said) => `<think>\n${said}`],
    ['a comment', (said) => `<!-- ${said} -->\nDone.`],
    ['an example', (said) => `For example:\n\`\`\`\n${said}\n\`\`\`\n`],
    ['a quoted mail', (said) => `${said.replace(/^/gm, '> ')}\nThat is it.`],
  ]
  for (const dialect of dialects)
    for (const [where, put] of quotes) {
      const reply = parseText(put(dialect.write([LIST])), dialects)
      t.same(reply.calls, [], `${dialect.name} in ${where}`)
    }
})

/** Each argument as written, and all required ones; only missing closing brackets may be repaired. */
function isPartOf(run: WrittenCall, said: WrittenCall | undefined): boolean {
  if (run.name !== said?.name) return false
  const schema = TOOLS.find(({ name }) => name === run.name)?.parameters
  const required: string[] = schema?.required ?? []
  const isSaid = Object.entries(run.arguments).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(said.arguments[key]),
  )
  return isSaid && required.every((key) => key in run.arguments)
}
