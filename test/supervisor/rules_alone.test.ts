import t from 'tap'
import { endOf } from '#core'
import { openMemory } from '../../apps/cli/memory/open_memory.js'
import { openLoop, say } from '../kit/loop.js'

/** A loop with the memory that the program has. */
function open(t: Parameters<typeof openLoop>[0], options: Parameters<typeof openLoop>[1] = {}) {
  const loop = openLoop(t, options)
  const dataDir = t.testdir()
  return { loop, memory: () => openMemory(loop.root, { dataDir }) }
}

t.test('a message that only teaches a rule ends well: nothing is to be changed', async (t) => {
  for (const said of [
    'In this project we use tabs in Go files.',
    'En este proyecto usamos tabs.',
    'In diesem Projekt heißen die Tests *_spec.rb. Merk dir: die Tests laufen mit make check.',
    'CSV exports always have a header line.',
    'From now on commit messages start with the ticket number.',
  ]) {
    const { loop, memory } = open(t, { replies: [say('Ok, noted.')] })
    const { result } = await loop.run(loop.add(said), { memory: memory() })
    t.match(result, { text: 'Ok, noted.', proven: false }, said)
    t.match(result && endOf(result), { exit: 0 }, said)
  }
  for (const asked of [
    'In this project we use tabs. Add a tab to src/total.js.',
    'Add roundMoney to src/money.js. Always round with this function.',
  ]) {
    const replies = Array.from({ length: 7 }, () => say('Ok, noted.'))
    const { loop, memory } = open(t, { replies })
    const { result } = await loop.run(loop.add(asked), { memory: memory() })
    t.match(result && endOf(result), { exit: 1 }, 'work beside a rule')
  }
})
