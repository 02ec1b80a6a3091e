import { join } from 'node:path'
import t from 'tap'
import { type Clock, systemClock } from '#core'
import { openLedger } from '#ledger'
import { warnRate } from '../../libs/supervisor/stages/warn_rate.js'
import { makeStep, startTask } from '../kit/ledger.js'
import { act, openLoop, say } from '../kit/loop.js'

/** Steps that read one file after another, each at its second. */
function openSteps(t: Parameters<typeof openLoop>[0], secondsAStep: number, promptTokens: number) {
  const time = { ms: 1_000_000 }
  const clock: Clock = { ...systemClock, now: () => time.ms }
  const files = Object.fromEntries(Array.from({ length: 59 }, (_, at) => [`f${at}.txt`, `${at}\n`]))
  const usage = { promptTokens, completionTokens: 10, reusedPrefixTokens: 500 }
  const replies = [
    ...Object.keys(files).map((path) => ({ ...act(['read_file', { path }]), usage })),
    say('They hold the numbers from 0 to 58.'),
  ]
  const loop = openLoop(t, { files, replies, clock })
  const drive = async (taskId: string, steps: number) => {
    let seen = 0
    const { events } = await loop.run(taskId, {}, (event) => {
      if (event.type !== 'step') return false
      time.ms += secondsAStep * 1_000
      seen += 1
      return seen > steps
    })
    return events.flatMap((event) =>
      event.type === 'note' && /in one (?:minute|hour)/.test(event.text) ? [event.text] : [],
    )
  }
  return { drive, taskId: loop.add('What is in the files?') }
}

t.test('row 28: many steps in a minute are reported once, also after a kill', async (t) => {
  const { drive, taskId } = openSteps(t, 1, 600)
  const said = [...(await drive(taskId, 44)), ...(await drive(taskId, 100))]
  t.same(said, ['40 steps in one minute. Ctrl+C interrupts; --max-steps sets a limit.'])
})

t.test('row 28: steps of a usual pace are not reported', async (t) => {
  const { drive, taskId } = openSteps(t, 4, 600)
  t.same(await drive(taskId, 100), [])
})

t.test('row 28: tokens that were not reused are counted by the hour', (t) => {
  const time = { ms: 1_000_000 }
  const clock: Clock = { ...systemClock, now: () => time.ms }
  const ledger = openLedger({ path: join(t.testdir(), 'data', 'ledger.sqlite'), clock })
  t.teardown(() => ledger.close())
  const { taskId } = startTask(ledger)
  const usage = { promptTokens: 30_490, completionTokens: 10, reusedPrefixTokens: 20_500 }
  const said: string[] = []
  for (let step = 1; step <= 90; step += 1) {
    const { reply, ...rest } = makeStep(taskId, step)
    ledger.commit({ ...rest, reply: { ...reply, usage } })
    time.ms += 60_000
    for (const event of warnRate({ number: step, view: ledger.view(taskId) }, true, { ledger }))
      if (event.type === 'note') said.push(event.text)
  }
  t.same(said, [
    'the model read and wrote 600,000 tokens in one hour, without what its cache reused. --max-steps sets a limit.',
  ])
  t.end()
})
