import t from 'tap'
import type { Event } from '#core'
import { createScreen, createTheme } from '#terminal'

/** What a call prints: it works, or it is withheld. */
function made(id: string, withheld?: true): Event[] {
  const call = { id, name: 'read_file', arguments: { path: id } }
  const ended = { type: 'tool_result', number: 1, callId: id, tool: 'read_file' } as const
  return [
    { type: 'tool_call', number: 1, call, describe: `read ${id}`, ...(withheld && { withheld }) },
    withheld === undefined
      ? { ...ended, ok: true, text: 'x' }
      : {
          ...ended,
          ok: false,
          text: 'Not run: again. Do something else.',
          shown: 'Not run: again.',
        },
  ]
}

function shown(events: readonly Event[], verbose: boolean): string {
  let text = ''
  const screen = createScreen({
    write: (part) => {
      text += part
    },
    theme: () => createTheme('none', 0),
    verbose,
  })
  for (const event of events) screen.show(event)
  return text
}

t.test('of calls that are withheld in a row the first one is a line', (t) => {
  const kept = ['b', 'c', 'd'].flatMap((id) => made(id, true))
  const events = [...made('a'), ...kept, ...made('e'), ...made('f', true)]
  t.equal(
    shown(events, false),
    '› read a\n› read b\n  Not run: again.\n› read e\n› read f\n  Not run: again.\n',
  )
  t.equal(shown(events, true).split('Not run').length, 5, 'with -v all of them')
  t.end()
})
