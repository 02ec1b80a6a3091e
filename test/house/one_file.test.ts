import t from 'tap'
import { z } from 'zod'
import type { RecordedReply } from '#core'
import { loadDialects, parseReply } from '#model'
import { createRegistry, loadBuiltinTools } from '#tools'
import { USUAL_TEXTS } from '../../libs/model/parse/calls/unsafe_values.js'
import { FileText, Place, WholeText } from '../../libs/tools/declare/texts.js'
import { defineTool, fail } from '../../libs/tools/declare/tool.js'
import { act, openLoop, say } from '../kit/loop.js'

/** An edit tool as its one file would declare it; no argument has a name that another tool uses. */
const swapBlock = defineTool({
  name: 'swap_block',
  summary: 'Replace a block.',
  input: z.object({
    where: Place,
    block: FileText,
    whole: WholeText.optional(),
    label: z.string().optional(),
    blocks: z.array(z.object({ inner: FileText })).optional(),
  }),
  effect: 'edit',
  danger: true,
  evidence: 'edit_applied',
  paths: ({ where }) => [{ path: where, access: 'write' }],
  describe: ({ where }) => `swap a block of ${where}`,
  run: async ({ where }) => fail(`${where} has no such block.`),
})
const builtin = await loadBuiltinTools()
const registry = createRegistry([...builtin, swapBlock])
const dialects = await loadDialects()
const tools = registry.schemas(['swap_block']).map(({ function: { name, parameters } }) => {
  return { name, parameters, ...registry.reading(name) }
})

function parse(reply: Partial<RecordedReply>) {
  const raw = { content: '', reasoning: '', tool_calls: [], finish_reason: 'stop', ...reply }
  return parseReply(raw, { step: 1, tools, dialects })
}

const native = (given: Record<string, unknown>) =>
  parse({ tool_calls: [{ name: 'swap_block', arguments: JSON.stringify(given) }] })

t.test(
  'a new edit tool is one file: the parser reads its arguments as it declares them',
  async (t) => {
    const tags =
      '<function=swap_block>\n<parameter=where>\na.txt\n</parameter>\n<parameter=block>\n</parameter>\n</function>'
    t.match(parse({ content: `<tool_call>\n${tags}\n</tool_call>` }).calls, [
      { name: 'swap_block', arguments: { where: 'a.txt', block: '' } },
    ])
    const empty = tags.replace('a.txt\n', '')
    t.match(parse({ content: `<tool_call>\n${empty}\n</tool_call>` }).problem?.message, /where/)

    const given = { where: 'a.txt', block: 'a\0b', whole: { a: 1 }, blocks: [{ inner: '\0' }] }
    t.match(native(given).calls, [{ arguments: { ...given, whole: '{\n  "a": 1\n}' } }])
    t.match(native({ ...given, where: 'a\0b' }).problem?.message, /where has a NUL character/)
    t.match(native({ ...given, label: 'a\0b' }).problem?.message, /label has a NUL character/)
    t.match(native({ where: true, block: '' }).problem?.message, /where must be string/)
    t.match(native({ where: 'a', block: {} }).problem?.message, /block must be string/)
    t.match(native({ where: 'a', block: true, label: true }).calls, [
      { arguments: { block: 'true', label: 'true' } },
    ])
  },
)

t.test('a new edit tool is one file: its marks are not sent', async (t) => {
  t.notMatch(JSON.stringify(tools[0]?.parameters), /place|fileText|jsonText/)
})

t.test('a new edit tool is one file: the guard of failed edits finds its file', async (t) => {
  const swap = (block: string) => act(['swap_block', { block, where: './value.txt' }])
  const replies = [swap('a'), swap('b'), swap('c'), swap('d'), say('stop')]
  const loop = openLoop(t, { files: { 'value.txt': 'one\n' }, replies, over: { registry } })
  const taskId = loop.add('change value.txt')
  await loop.run(taskId, { maxSteps: 3 })
  // As after a kill: the first failures come from rows.
  loop.reopen().reopen(taskId)
  const { events } = await loop.run(taskId, { maxSteps: 4 })
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
  t.match(notes.join('\n'), /4 edits of value\.txt failed/)
})

t.test('the built-in tools declare what the usual names hold', async (t) => {
  for (const tool of builtin) {
    const { texts } = registry.reading(tool.name)
    const names = JSON.stringify(z.toJSONSchema(tool.input, { io: 'input' }))
    for (const kind of ['fileTexts', 'wholeTexts', 'places'] as const)
      for (const name of USUAL_TEXTS[kind])
        t.equal(
          texts?.[kind].includes(name),
          names.includes(`"${name}":{`),
          `${tool.name}: ${name} is one of ${kind}`,
        )
  }
})
