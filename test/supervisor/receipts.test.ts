import t from 'tap'
import type { Answer, Question } from '#supervisor'
import { act, openLoop, say } from '../kit/loop.js'

const run = (command: string) => act(['run_command', { command }])

function asker(decisions: readonly Answer['decision'][]) {
  const asked: Question[] = []
  const ask = async (question: Question): Promise<Answer> => {
    asked.push(question)
    return { decision: decisions[asked.length - 1] ?? 'no' }
  }
  return { asked, over: { mode: () => 'default' as const, ask } }
}

t.test(
  'row 189: y, n and a are rows; an `a` holds in its session after a kill, and there alone',
  async (t) => {
    const replies = [run('touch a'), run('touch b'), run('rm a'), run('rm a'), say('done')]
    const loop = openLoop(t, { replies })
    const first = loop.add('make files')
    const session = loop.ledger().view(first).session.id
    const one = asker(['always', 'no', 'yes'])
    await loop.run(first, one.over)
    t.equal(one.asked.length, 3, 'touch b was covered')
    t.match(one.asked[0], { remember: 'commands like: touch *' })
    const rows = () =>
      loop
        .ledger()
        .receipts(session)
        .map(({ decision, what, pattern, rule, mode }) => [decision, what, pattern, rule, mode])
    t.same(rows(), [
      ['always', 'run touch a', 'commands like: touch *', 'mode', 'default'],
      ['no', 'run rm a', null, 'mode', 'default'],
      ['yes', 'run rm a', null, 'mode', 'default'],
    ])

    loop.reopen()
    const again = asker([])
    const second = loop.add('make another', session)
    const part = await loop.run(second, again.over, (event) => event.type === 'step')
    t.equal(
      part.events.some((event) => event.type === 'permission' && event.decision === 'allow'),
      true,
    )
    t.equal(again.asked.length, 0, 'read from the ledger by another process')

    const stranger = asker([])
    await loop.run(
      loop.add('in a session of its own'),
      stranger.over,
      (event) => event.type === 'step',
    )
    t.equal(stranger.asked.length, 1)

    const [{ number = 0 } = {}] = loop.ledger().receipts(session)
    loop.ledger().revokeAnswer(number)
    const after = asker([])
    await loop.run(loop.add('once more', session), after.over, (event) => event.type === 'step')
    t.equal(after.asked.length, 1, 'what was taken back is asked again')
  },
)
