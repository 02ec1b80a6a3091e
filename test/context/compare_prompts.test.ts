import t from 'tap'
import { comparePrompts, loadSections } from '#context'
import type { Message, ToolSchema } from '#core'

const sections = await loadSections()
const tool = (name: string): ToolSchema => ({
  type: 'function',
  function: { name, description: `${name} does one thing`, parameters: { type: 'object' } },
})
const TOOLS = ['a', 'b', 'c', 'd'].map(tool)
const HEAD = [
  'Task: make it blue\n\nIt is important.',
  'Folder: src/ test/',
  'Rules of the user for this project. Follow them. A later line wins over an earlier one:\n- use tabs',
  'Facts of this task. A newer value replaces an older one:\n- the factor is 12',
  'Evidence:\n--- e4 npm test',
]
const head = (parts: readonly string[]): Message[] => [
  { role: 'system', content: 'You are a coding agent.' },
  { role: 'user', content: parts.join('\n\n') },
]
const TAIL: Message[] = Array.from({ length: 6 }, (_, at) => ({
  role: at % 2 === 0 ? ('assistant' as const) : ('tool' as const),
  content: `message ${at} of the tail`,
}))
const BEFORE = { tools: TOOLS, messages: [...head(HEAD), ...TAIL] }
const placeOf = (after: Partial<typeof BEFORE>) =>
  comparePrompts(BEFORE, { ...BEFORE, ...after }, sections)?.place

t.test('a prompt that goes on with the one before breaks nothing', async (t) => {
  t.equal(comparePrompts(BEFORE, BEFORE, sections), null)
  const more: Message = { role: 'user', content: 'and now green' }
  t.equal(
    comparePrompts(BEFORE, { ...BEFORE, messages: [...BEFORE.messages, more] }, sections),
    null,
  )
})

t.test('the meter names the tool, the section or the message that differs first', async (t) => {
  t.equal(placeOf({ tools: TOOLS.with(3, tool('e')) }), 'tools[3]')
  t.equal(placeOf({ tools: TOOLS.slice(0, 2) }), 'system text')
  t.equal(placeOf({ tools: [...TOOLS, tool('e')] }), 'tools[4]')
  const changed = (at: number, text: string) =>
    placeOf({ messages: [...head(HEAD.with(at, text)), ...TAIL] })
  t.equal(changed(0, 'Task: make it red'), 'task')
  t.equal(changed(0, `${HEAD[0]}\nThe user added: soon`), 'task')
  t.equal(changed(2, `${HEAD[2]}\n- no semicolons`), 'rules')
  t.equal(changed(3, `${HEAD[3]}\n- the port is 80`), 'facts')
  t.equal(placeOf({ messages: [...head(HEAD.toSpliced(3, 1)), ...TAIL] }), 'evidence')
  t.equal(
    placeOf({ messages: BEFORE.messages.with(6, { role: 'assistant', content: 'other' }) }),
    'message 7',
  )
})

t.test('the meter counts what is kept, lost and read again', async (t) => {
  const after = { ...BEFORE, messages: BEFORE.messages.slice(0, 4) }
  const shorter = comparePrompts(BEFORE, after, sections)
  t.ok(shorter !== null && shorter.sameTokens > 0 && shorter.lostTokens > 0)
  const longer = 'Facts of this task. A newer value replaces an older one:\n- the port is 80'
  const broken = comparePrompts(
    BEFORE,
    { ...BEFORE, messages: head(HEAD.with(3, longer)) },
    sections,
  )
  t.ok(broken !== null && broken.readTokens > 4 && broken.readTokens < broken.lostTokens)
})

t.test('every section but the attached files tells how it begins', async (t) => {
  const silent = sections.filter(({ begins }) => begins === undefined).map(({ name }) => name)
  t.same(silent, ['attached'])
})
