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

/** What a screen prints of events. */
function printed(
  events: readonly Event[],
  parts: Partial<Parameters<typeof createScreen>[0]>,
): string {
  let out = ''
  const theme = createTheme('none', 0)
  const write = (text: string) => {
    out += text
  }
  const screen = createScreen({ write, theme: () => theme, verbose: false, ...parts })
  for (const event of events) screen.show(event)
  return out
}

t.test('a run inside another one is shown by its calls, indented', async (t) => {
  const panels: string[] = []
  const out = printed(RUN, { panel: (rows) => void panels.push((rows ?? []).join('|')) })
  t.equal(
    out,
    '    › grep parse ✗ no match\n  › read a.ts ✓ 40 lines\n› task: find the callers ✓ 3 callers\n',
  )
  t.ok(
    panels.includes('› task: find the callers|  › read a.ts|    › grep parse'),
    panels.join('\n'),
  )
  const plain = printed(RUN, {})
  t.equal(plain, '› task: find the callers\n  › read a.ts\n    › grep parse\n      no match\n')
  t.match(eventJson(call('b', 'read a.ts', 1)), { type: 'tool_call', depth: 1 })
  t.notOk('depth' in (eventJson(call('b', 'read a.ts')) as object))
})

t.test('what a run inside another one was refused is in the language of the person', async (t) => {
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
  t.equal(
    printed(shown, { panel: () => {}, inWords: (text) => `<${text}>` }),
    '  › run make ✗ <denied: plan mode changes nothing>\n  › read a.ts ✗ <a.ts does not exist.>\n',
  )
})
