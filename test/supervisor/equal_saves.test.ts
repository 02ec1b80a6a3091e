import t from 'tap'
import { proposalsIn } from '#memory'
import { createScriptModel } from '#model'
import type { Answer, Question } from '#supervisor'
import { openMemory, openProposals } from '../../apps/cli/memory/open_memory.js'
import { act, openLoop, say } from '../kit/loop.js'

const save = (text: string, more: object): [string, Record<string, unknown>] => [
  'memory_save',
  { text, type: 'feedback', ...more },
]

async function run(
  t: Parameters<typeof openLoop>[0],
  steps: string[][],
  answers: Answer['decision'][] | null,
) {
  const loop = openLoop(t)
  const settings = { dataDir: t.testdir() }
  const asked: Question[] = []
  const ask = async (question: Question): Promise<Answer> => {
    asked.push(question)
    return { decision: answers?.[asked.length - 1] ?? 'no' }
  }
  // Each time under another name, so that only the words are equal.
  const named = (texts: string[], at: number) =>
    act(...texts.map((text) => save(text, at === 0 ? {} : { name: `note-${at}` })))
  const replies = [...steps.map(named), say('Done.')]
  const { events } = await loop.run(loop.add('what is there?'), {
    model: createScriptModel(replies),
    memory: openMemory(loop.root, settings),
    mode: () => 'default',
    ...(answers === null ? {} : { ask }),
  })
  const texts = events.flatMap((one) => (one.type === 'tool_result' ? [one.text] : []))
  return {
    asked: asked.length,
    texts,
    waiting: proposalsIn(openProposals(loop.root, settings).folder).length,
    notes: openMemory(loop.root, settings)?.notes().length,
  }
}

t.test('row 152: equal memory writes of a turn are asked about and kept once', async (t) => {
  const A = 'Round with roundMoney.'
  const B = 'Round  with   roundMoney.'
  const saved = await run(t, [[A, A], [B]], ['yes', 'yes', 'yes'])
  t.match(saved, { asked: 1, notes: 1, texts: [/^Remembered/, /^Already remembered as round-/] })
  const refused = await run(t, [[A], [B]], ['no', 'yes'])
  t.match(refused, {
    asked: 1,
    notes: 0,
    texts: [/said no/, /refused these words in this session/],
  })
  const waiting = await run(t, [[A], [B]], null)
  t.match(waiting, { asked: 0, waiting: 1, texts: [/^Proposed\./, /^Already proposed as round-/] })
  const other = await run(t, [[A], ['The API is under /v2.']], ['no', 'yes'])
  t.match(other, { asked: 2, notes: 1 }, 'other words are asked about')
})

t.test(
  'words that the user refused are not asked about in a later turn, but on a wish',
  async (t) => {
    const loop = openLoop(t)
    const settings = { dataDir: t.testdir() }
    let asked = 0
    const turn = async (text: string, sessionId?: string) => {
      const task = loop.add(text, sessionId)
      const { events } = await loop.run(task, {
        model: createScriptModel([act(save('Round with roundMoney.', {})), say('Done.')]),
        memory: openMemory(loop.root, settings),
        mode: () => 'default',
        ask: async () => {
          asked += 1
          return { decision: 'no' }
        },
      })
      const said = events.flatMap((one) => (one.type === 'tool_result' ? [one.text] : []))
      return { said, session: loop.ledger().view(task).session.id }
    }
    const { session } = await turn('What do you remember?')
    t.match((await turn('What have you learned about it?', session)).said, [/refused these words/])
    t.equal(asked, 1)
    t.match((await turn('Save it after all.', session)).said, [/said no/])
    t.equal(asked, 2, 'the wish of the user opens it again')
    await turn('What do you remember?')
    t.equal(asked, 3, 'another session is asked')
  },
)
