import t from 'tap'
import { FAMILIES } from '../../bench/tasks/parts/repos/families.js'
import { runOne } from '../../bench/tasks/parts/run_one.js'

/** Whole tasks in a window of 8k, with the built program: the shortest form of bench/tasks. */
const CELLS = [
  { name: 'user_facts', rate: 0 },
  { name: 'long_chain', rate: 0 },
  { name: 'trace_bug', rate: 0.3 },
] as const

for (const { name, rate } of CELLS)
  t.test(`a limited model solves ${name} at 8k, ${rate * 100} % misbehaviour`, async (t) => {
    const family = FAMILIES.find((one) => one.name === name)
    if (family === undefined) throw new Error(`no task ${name}`)
    const ran = await runOne({
      family,
      windowTokens: 8_192,
      rate,
      seed: 1,
      off: [],
      traceTo: null,
    })
    t.equal(ran.why, '', 'the hidden test passes')
    t.equal(ran.exit, 0)
    t.equal(ran.overBudget, 0, 'every request leaves room for the answer')
    t.equal(ran.rebuildsSoon, 0, 'no rebuild within six requests of the previous one')
    t.ok(ran.prefillPerRequest <= 1_000, `${ran.prefillPerRequest} prefill tokens a request`)
  })
