import t from 'tap'
import { compact } from '#supervisor'
import type { PromptInput } from '../../libs/context/input/section.js'
import { scratchpad } from '../../libs/context/sections/scratchpad.js'
import { scratchpadOf } from '../../libs/supervisor/ambient/scratchpad_of.js'
import { act, openLoop, say } from '../kit/loop.js'

t.test('row 220: what the model noted in one turn is in the head of the next ones', async (t) => {
  const note = (subject: string, summary: string) =>
    ['record_evidence', { kind: 'decision', subject, summary }] as [string, Record<string, unknown>]
  const loop = openLoop(t, {
    replies: [
      act(note('port', 'The server listens on 8851.'), note('cache', 'Off in tests.')),
      say('Noted.'),
      say('Noted.'),
      say('Yes.'),
      say('8851.'),
      say('8851.'),
    ],
  })
  await loop.run(loop.add('Which port is it? Note it.'))
  t.notMatch(JSON.stringify(loop.requests[0]), 'Your notes from earlier')
  const sessionId = loop.ledger().sessions()[0]?.id
  const next = loop.add('Is the cache on?', sessionId)
  await loop.run(next)
  // The prompt of the session goes on; a shorter one has the notes in its head.
  compact(loop.ledger().view(next), await loop.deps({}), '')
  const last = loop.add('And the port?', sessionId)
  compact(loop.ledger().view(last), await loop.deps({}), '')
  await loop.run(last)
  const prompt = String(loop.requests.at(-1)?.messages[1]?.content)
  t.match(prompt, 'Your notes from earlier in this session:')
  t.match(prompt, /- cache: Off in tests\.\n- port: The server listens on 8851\./)
})

t.test('row 220: the notes take at most 500 tokens', (t) => {
  const many = Array.from({ length: 200 }, (_, at) => `- subject ${at}: a note of some words`)
  const most = scratchpad.most?.(100_000) ?? 0
  t.equal(most, 500)
  t.equal(scratchpad.most?.(1_000), 150, 'a small window gives them less')
  const text = scratchpad.render({ scratchpad: many } as unknown as PromptInput, most)
  t.match(text, 'subject 0:')
  t.notMatch(text, 'subject 199:')
  t.equal(scratchpad.render({} as PromptInput, most), '')
  t.end()
})

t.test('row 220: of each subject the newest note, and none that the person wrote', (t) => {
  const note = (subject: string, summary: string, author = 'model') => ({
    ...{ subject, summary, facts: { author } },
  })
  const notes: Record<string, unknown[]> = {
    now: [note('port', 'That of this task.')],
    second: [note('port', '8852'), note('user', 'Use 9000.'), note('tone', 'x', 'user')],
    first: [note('port', '8851'), note('cache', 'off')],
    original: [note('tests', 'slow')],
  }
  const ledger = {
    tasks: () => ['now', 'second', 'first'].map((id) => ({ id })),
    find: ({ taskId }: { taskId: string }) => notes[taskId] ?? [],
  }
  const view = { session: { id: 's' }, task: { id: 'now' }, earlier: [{ id: 'original' }] }
  type Given = Parameters<typeof scratchpadOf>
  t.same(scratchpadOf(view as unknown as Given[0], { ledger } as unknown as Given[1]), [
    '- port: 8852',
    '- cache: off',
    '- tests: slow',
  ])
  t.end()
})
