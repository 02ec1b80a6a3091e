import t from 'tap'
import { type Act, streamed } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

const DOWN = '\x1b[B'
/** Answers that wait until the flow lets them go, one for each size. */
const held: ((answer: Act) => void)[] = []
const ANSWER = streamed(say('There are two of them.'))

playFlows(t, [
  {
    name: 'model_status',
    title: '/status, /model and /clear, before a message, during a turn and after it',
    listed: {
      models: [
        { id: 'fake', context_window: 32_768 },
        { id: 'other', context_window: 16_384 },
      ],
    },
    replies: ({ body }) =>
      body.includes('wait for me') ? new Promise<Act>((done) => held.push(done)) : ANSWER,
    async play({ press, sees, picture, endpoint }) {
      await press('/status\r')
      await sees('ledger.sqlite')
      await picture('status before a message')
      await press('/model\r')
      await sees('Which model?')
      await picture('list')
      await press(`${DOWN}\r`)
      await sees('model other, window 16,384 tokens')
      await picture('chosen')
      await press('how many are there?\r')
      await sees('(done')
      t.equal(JSON.parse(endpoint.asks.at(-1)?.body ?? '{}').model, 'other')
      for (const [line, said] of [
        ['/model other', 'The model is other already'],
        ['/model nonsense', 'has no model nonsense'],
      ] as const) {
        await press(`${line}\r`)
        await sees(said)
      }
      await picture('already, and a model that is not there')
      await press('wait for me\r')
      while (held.length === 0) await new Promise((done) => setTimeout(done, 20))
      for (const name of ['model', 'clear', 'compact', 'undo', 'resume', 'export']) {
        await press(`/${name}\r`)
        await sees(`/${name} is not available while a turn runs`)
      }
      await picture('refused while a turn runs')
      held.shift()?.(ANSWER)
      await sees('(done')
      await press('/status\r')
      await sees('ledger.sqlite')
      await picture('status after a message')
      await press('/clear\r')
      await sees('> /clear')
      await press('/status\r')
      await sees('none yet')
      await picture('cleared')
    },
  },
])
