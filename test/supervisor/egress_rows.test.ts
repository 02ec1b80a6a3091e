import t from 'tap'
import { createScriptModel, type Model } from '#model'
import { act, openLoop, say } from '../kit/loop.js'

const REPLIES = [
  act(['read_file', { path: 'a.txt' }]),
  act(
    ['write_file', { path: 'b.txt', content: 'two\n' }],
    ['run_command', { command: 'cat b.txt' }],
  ),
  say('', ['resolve', { summary: 'b.txt says two', cites: ['e3'] }]),
]

t.test(
  'each request to a model elsewhere has one row, whenever the program is killed',
  async (t) => {
    /** Where it was sent from: a step's number for each request that left. */
    let sent: number[] = []
    const script = createScriptModel(REPLIES)
    const elsewhere: Model = {
      async *ask(request, options) {
        // As the transport does: it reports the request before the first byte, then sends it.
        options.onSend?.({ host: 'gpu.example:8443', bytes: JSON.stringify(request).length })
        sent.push(options.step)
        yield { type: 'delta', text: '…' }
        return yield* script.ask(request, options)
      },
    }
    const open = () => openLoop(t, { files: { 'a.txt': 'one\n' }, model: elsewhere })
    const whole = open()
    const { events, result } = await whole.run(whole.add('read and write'))
    t.equal(result?.subtype, 'resolved')
    t.same(sent, [1, 2, 3])
    let repeated = 0
    for (let cut = 0; cut < events.length; cut += 1) {
      sent = []
      const loop = open()
      const taskId = loop.add('read and write')
      let seen = 0
      await loop.run(taskId, {}, () => seen++ === cut)
      loop.reopen()
      await loop.run(taskId)
      const rows = loop
        .ledger()
        .egress()
        .filter(({ provider }) => provider === 'model')
      t.same(rows.map(({ step }) => step).reverse(), sent, `cut at ${cut}`)
      repeated += sent.length > 3 ? 1 : 0
      t.ok(sent.length <= 4, 'one step is asked again at most')
    }
    t.ok(repeated > 2, 'a step whose reply was not stored went twice')
    t.ok(repeated < events.length, 'one whose reply was stored did not')
  },
)
