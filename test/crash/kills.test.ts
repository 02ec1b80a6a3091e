import t from 'tap'
import { LONG_MS } from '../kit/rotation.js'
import { runCampaign } from './kit/campaign.js'
import { NO_MAP } from './kit/crash_run.js'
import { type PlannedKill, plannedAims } from './kit/planned_aims.js'

// The short form: kills in every phase, planned. test/long/kills.test.ts has hundreds, at random moments.

const SEED = 20_260_748
const STEPS = 24
/** One list a run, one kill a process. */
const PLANS: readonly (readonly PlannedKill[])[] = [
  ['start', 'b', 'i', 'v', 'v', 'v', 'c', 'log', 'd', 's', 'time'],
  ['e', 'v', 's', 'v', 'tree', 'a', 'time', 'c', 'start', 'd', 'log'],
]

/** On a slow machine some kills come after the end of their process; further runs repeat the plans. */
const MOST_RUNS = 8
const KILLS = 20

t.setTimeout(LONG_MS)

t.test(`rows 8-11: ${STEPS} steps survive kills in every phase`, (t) =>
  runCampaign(t, {
    steps: STEPS,
    seed: SEED,
    env: NO_MAP,
    least: { kills: KILLS, shipped: 4, inPhase: 1, deepest: 3 },
    aimRun: ({ number, ...place }) => {
      const plan = PLANS[(number - 1) % PLANS.length]
      const isEnough =
        number > MOST_RUNS || (number > PLANS.length && place.kills().length >= KILLS)
      return plan === undefined || isEnough ? null : plannedAims(plan, place)
    },
  }),
)
