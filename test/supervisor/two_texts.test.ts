import t from 'tap'
import { createScreen, createTheme } from '#terminal'
import { act, type Drive, openLoop, say } from '../kit/loop.js'

const FOR_THE_MODEL =
  /ask the user|Use a path inside|Do something else|describe the change instead|Do the task without|You made/

/** What the person reads of a run, and what the model reads. */
async function both(over: Drive, ...replies: ReturnType<typeof act>[]) {
  const loop = openLoop(t, {
    files: { 'a.txt': 'a\n', '.env': 'x\n' },
    deny: ['.env'],
    replies: [...replies, ...Array(4).fill(say('Nothing was changed.'))],
  })
  let screen = ''
  const write = (text: string) => {
    screen += text
  }
  const { show, end } = createScreen({ write, theme: () => createTheme('none', 0), verbose: false })
  const ask: Drive['ask'] = async (question) => {
    if (question.kind === 'permission') screen += `${question.reason}\n`
    return { decision: 'no' }
  }
  const { events, result } = await loop.run(loop.add('change a.txt'), { ask, ...over })
  for (const event of events) show(event)
  if (result !== null) screen += end(result) ?? ''
  return { screen, model: JSON.stringify(loop.requests) }
}

t.test(
  'a question and a denial give the person the reason, and the model also what to do',
  async (t) => {
    const outside = act(['read_file', { path: '/etc/hostname' }])
    const write = act(['write_file', { path: 'b.txt', content: 'b\n' }])
    for (const [over, reply, reason, advice] of [
      [{ mode: () => 'default' }, outside, /outside the working folder/, null],
      [
        { mode: () => 'default', ask: undefined },
        outside,
        /outside the/,
        /Use a path inside it, or ask/,
      ],
      [{}, act(['read_file', { path: '.env' }]), /deny rule \.env/, /or ask the user to change it/],
      [{ mode: () => 'plan' }, write, /Plan mode changes nothing/, /describe the change instead/],
    ] as [Drive, ReturnType<typeof act>, RegExp, RegExp | null][]) {
      const { screen, model } = await both(over, reply)
      t.match(screen, reason)
      t.notMatch(screen, FOR_THE_MODEL)
      if (advice !== null) t.match(model, advice)
    }
  },
)

t.test('a person sees of a withheld call why, and no advice for the model', async (t) => {
  const read = act(['read_file', { path: 'a.txt' }])
  const { screen, model } = await both({}, read, read, read, read, read, read, read)
  t.match(screen, /Not run: The model made the same read_file call \d times .* It is withheld/)
  t.notMatch(screen, FOR_THE_MODEL)
  t.match(model, /Do something else: change a file/)
})
