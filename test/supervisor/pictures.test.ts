import t from 'tap'
import type { Message } from '#core'
import { findBrowser } from '../kit/browser.js'
import { act, openLoop, say } from '../kit/loop.js'

const options = findBrowser() === null ? { skip: 'no chromium here' } : {}
const FILES = { 'a.html': '<h1>A</h1>', 'b.html': '<h1>B</h1>' }
const shot = (path: string) => act(['screenshot', { path }])
const shown = (messages: readonly Message[] = []) =>
  messages.filter(({ picture }) => picture?.url !== undefined)

t.test(
  'row 98: only the newest picture is in a prompt, and it changes no byte before it comes',
  options,
  async (t) => {
    const replies = [
      shot('a.html'),
      act(['list_dir', { path: '.' }]),
      shot('b.html'),
      say('Both are fine.'),
    ]
    const loop = openLoop(t, { files: FILES, replies, over: { vision: true } })
    const task = loop.add('How do the pages look?')
    await loop.run(task, {}, (event) => event.type === 'step' && event.number === 2)
    loop.reopen()
    await loop.run(task)
    const [first, second, third, fourth] = loop.requests.map(({ messages }) => messages)
    t.same(shown(first), [])
    t.match(shown(second), [
      {
        role: 'user',
        content: '[aircoder] e1 shows a.html:',
        picture: { id: 'e1', url: /^data:image\/png;base64,iVBOR/ },
      },
    ])
    t.same(
      third?.slice(0, second?.length),
      second,
      'the same bytes as before, also in another process',
    )
    t.match(shown(fourth), [{ picture: { id: 'e3' } }])
    const at = second?.findIndex(({ picture }) => picture !== undefined) ?? -1
    t.same(fourth?.[at], { role: 'user', content: '[picture e1 was here]' })
    t.same(fourth?.slice(0, at), third?.slice(0, at))
    t.same(fourth?.slice(at + 1, third?.length), third?.slice(at + 1))
  },
)

t.test('row 181: a model without vision gets a message, and no screenshot is made', async (t) => {
  const wanted: [boolean | null, RegExp][] = [
    [false, /You cannot see pictures; this was measured/],
    [null, /is not known.*aircoder doctor --model/],
  ]
  for (const [vision, text] of wanted) {
    const loop = openLoop(t, {
      files: FILES,
      replies: [shot('a.html'), say('I cannot see it.')],
      over: { vision },
    })
    const { events } = await loop.run(loop.add('How does it look?'))
    t.match(
      events.find((event) => event.type === 'tool_result'),
      { ok: false, text },
    )
    for (const { messages } of loop.requests) t.same(shown(messages), [])
  }
})

t.test('row 181: no picture is sent to a model without vision', options, async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [shot('a.html'), say('Fine.')],
    over: { vision: true },
  })
  const task = loop.add('How does it look?')
  await loop.run(task, {}, (event) => event.type === 'step')
  await loop.run(task, { vision: false })
  t.same(shown(loop.requests.at(-1)?.messages), [])
  t.match(JSON.stringify(loop.requests.at(-1)?.messages), /\[picture e1 was here\]/)
})
