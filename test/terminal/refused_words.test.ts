import t from 'tap'
import type { Event, TaskResult } from '#core'
import { createScreen, createTheme } from '#terminal'

const STEP: Event = {
  type: 'step',
  number: 1,
  evidence: [],
  promptTokens: 1,
  reusedPrefixTokens: 0,
  rebuilt: false,
}
const REFUSED: Event = { ...STEP, refused: true }
const said = (text: string): Event => ({ type: 'reply', number: 1, text, problem: null })

/** What a screen prints of the events before the answer. */
function shown(
  events: Event[],
  end: Pick<TaskResult, 'subtype' | 'text'>,
  verbose = false,
): string {
  let text = ''
  const write = (more: string) => {
    text += more
  }
  const screen = createScreen({ write, theme: () => createTheme('none', 0), verbose })
  for (const event of events) screen.show(event)
  screen.end(end as TaskResult)
  return text
}

t.test('words that were refused are never printed as if they were the answer', (t) => {
  const resolved = (text: string) => ({ subtype: 'resolved', text }) as const
  const events = [said('All pass.\nReally.'), REFUSED, said('Hello.'), STEP]
  t.equal(shown(events, resolved('Hello.')), 'refused: All pass.\n')
  const same = [said('I cannot.'), REFUSED, said('I cannot.'), STEP]
  t.equal(shown(same, resolved('unproven: I cannot.')), '', 'the end has it')
  const why: Event = { ...STEP, refused: true, refusedWhy: 'no test ran since the last edit' }
  t.equal(
    shown([said('All pass.'), why, said('Hello.'), STEP], resolved('Hello.')),
    'refused: All pass.\n  no test ran since the last edit\n',
  )
  t.equal(
    shown([said('I cannot.'), why, said('I cannot.'), STEP], resolved('unproven: I cannot.')),
    '',
    'the end has it, with its reason',
  )
  const full = shown([said('All pass.'), why, said('Hello.'), STEP], resolved('Hello.'), true)
  t.match(full, /refused: All pass\./)
  t.notMatch(full, /no test ran/, 'with -v the whole correction is printed as a note')
  const stopped = { subtype: 'interrupted', text: 'stopped' } as const
  t.equal(shown([said('All pass.')], stopped), 'not checked: All pass.\n')
  t.end()
})

t.test('an end that was refused and is asked for again is a line', (t) => {
  const end = (id: string): Event[] => [
    {
      ...{ type: 'tool_call', number: 1, describe: 'resolve (e1): All pass.', isPlan: true },
      call: { id, name: 'resolve', arguments: {} },
    },
    { ...{ type: 'tool_result', number: 1, callId: id, tool: 'resolve' }, ok: true, text: 'asked' },
  ]
  const resolved = { subtype: 'resolved', text: 'All pass.' } as const
  const events = [...end('c1'), REFUSED, ...end('c2'), STEP]
  t.equal(shown(events, resolved), 'refused: resolve (e1): All pass.\n')
  const why: Event = { ...REFUSED, refusedWhy: 'e1 is no test' }
  t.equal(
    shown([...end('c1'), why, ...end('c2'), STEP], resolved),
    'refused: resolve (e1): All pass.\n  e1 is no test\n',
  )
  t.equal(shown([...end('c1'), STEP], resolved), '', 'the answer is the end')
  t.end()
})

t.test('words that were read while they came stay when a turn is stopped or steered', (t) => {
  let text = ''
  const screen = createScreen({
    write(more) {
      text += more
    },
    theme: () => createTheme('none', 0),
    verbose: false,
    panel() {},
  })
  screen.show({ type: 'delta', text: 'One.\nTwo.' })
  screen.show(said('One.\nTwo.'))
  screen.delivered()
  t.equal(text, 'One.\nTwo.\n', 'above the message that is delivered')
  screen.show(STEP)
  screen.show(said('Three.\nFour.'))
  screen.show({ type: 'delta', text: 'Five.\nSi' })
  screen.end({ subtype: 'interrupted', text: 'stopped' } as TaskResult)
  t.equal(text, 'One.\nTwo.\nnot checked:\nThree.\nFour.\nFive.\nSi\n(cut off)\n')
  t.end()
})
