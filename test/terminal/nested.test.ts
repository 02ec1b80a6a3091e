import t from 'tap'
import type { Event } from '#core'
import { createScreen, createTheme, eventJson } from '#terminal'

const call = (id: string, describe: string, depth?: number): Event => ({
  type: 'tool_call',
  number: 1,
  call: { id, name: 'read_file', arguments: {} },
  describe,
  ...(depth !== undefined && { depth }),
})
const result = (callId: string, ok: boolean, brief: string, depth?: number): Event => ({
  type: 'tool_result',
  number: 1,
  callId,
  tool: 'read_file',
  ok,
  text: brief,
  brief,
  ...(depth !== undefined && { depth }),
})
const RUN: readonly Event[] = [
  call('a', 'task: find the callers'),
  { type: 'delta', text: 'words of the inner run', depth: 1 },
  call('b', 'read a.ts', 1),
  call('c', 'grep parse', 2),
  result('c', false, 'no match', 2),
  result('b', true, '40 lines', 1),
  { type: 'reply', number: 1, text: 'words of the inner run', problem: null, depth: 1 },
  result('a', true, '3 callers'),
]

t.test('a run inside another one is shown by its calls, indented', async (t) => {
  let out = ''
  const panels: string[] = []
  const theme = createTheme('none', 0)
  const screen = createScreen({
    write: (text) => {
      out += text
    },
    theme: () => theme,
    verbose: false,
    panel: (rows) => void panels.push((rows ?? []).join('|')),
  })
  for (const event of RUN) screen.show(event)
  t.equal(
    out,
    '    › grep parse ✗ no match\n  › read a.ts ✓ 40 lines\n› task: find the callers ✓ 3 callers\n',
  )
  t.ok(
    panels.includes('› task: find the callers|  › read a.ts|    › grep parse'),
    panels.join('\n'),
  )
  let plain = ''
  const lines = createScreen({
    write: (text) => {
      plain += text
    },
    theme: () => theme,
    verbose: false,
  })
  for (const event of RUN) lines.show(event)
  t.equal(plain, '› task: find the callers\n  › read a.ts\n    › grep parse\n      no match\n')
  t.match(eventJson(call('b', 'read a.ts', 1)), { type: 'tool_call', depth: 1 })
  t.notOk('depth' in (eventJson(call('b', 'read a.ts')) as object))
})

t.test('what a run inside another one was refused is in the language of the person', async (t) => {
  let out = ''
  const theme = createTheme('none', 0)
  const screen = createScreen({
    write: (text) => {
      out += text
    },
    theme: () => theme,
    verbose: false,
    panel: () => {},
    inWords: (text) => `<${text}>`,
  })
  const shown: readonly Event[] = [
    call('b', 'run make', 1),
    {
      type: 'permission',
      asked: false,
      call: { id: 'b', name: 'run_command', arguments: {} },
      decision: 'deny',
      rule: 'mode',
      reason: 'plan mode changes nothing',
      depth: 1,
    },
    call('c', 'read a.ts', 1),
    { ...result('c', false, '', 1), text: 'a.ts does not exist.' } as Event,
  ]
  for (const event of shown) screen.show(event)
  t.equal(
    out,
    '  › run make ✗ <denied: plan mode changes nothing>\n  › read a.ts ✗ <a.ts does not exist.>\n',
  )
})
