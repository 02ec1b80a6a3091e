import t from 'tap'
import { createAims } from '../crash/kit/aims.js'
import { killed, reaches, runCampaign } from '../crash/kit/campaign.js'
import { type PlannedKill, plannedAims } from '../crash/kit/planned_aims.js'
import { countOf, IS_SIEGE, LONG_MS, ROTATION } from '../kit/rotation.js'

/** Before a release 500. Another AIRCODER_SEED makes another run of the same kind. */
const KILLS = Number(process.env.AIRCODER_KILLS || countOf(200, 16))
const SEED = Number(process.env.AIRCODER_SEED || 20_260_731 + (IS_SIEGE ? 0 : 100 * ROTATION))
const STEPS = IS_SIEGE ? 100 : 28
/** Chance may take so many runs to its goals. A bound of time would end the campaign early on a busy machine. */
const MOST_RUNS = IS_SIEGE ? 24 : 8
const LEAST = {
  kills: KILLS,
  shipped: Math.ceil(KILLS / (IS_SIEGE ? 5 : 8)),
  // In the short form chance need not reach each phase: the kills of test/crash/kills.test.ts do.
  inPhase: IS_SIEGE ? Math.ceil(KILLS / 50) : 0,
  deepest: 3,
}
/** A run gets no further kills then, so that the kills are spread over several runs. */
const MOST_IN_RUN = Math.ceil(KILLS / (IS_SIEGE ? 4 : 2))
/** Three recoveries in a row, then a command: chance alone seldom does both. The first run begins so. */
const DEEP: readonly PlannedKill[] = ['i', 'v', 'v', 'v', 's']

t.setTimeout(LONG_MS)

t.test(`rows 8-11: ${STEPS} steps survive ${KILLS} kills at any moment`, async (t) => {
  await runCampaign(t, {
    steps: STEPS,
    seed: SEED,
    least: LEAST,
    // Chance decides where the kills land, so runs follow until every phase and the shipped build had their share.
    aimRun({ number, kills, ...place }) {
      if (number > MOST_RUNS || reaches(kills(), LEAST)) return null
      if (number === 1) return plannedAims(DEEP, place)
      const { random, builds, folder, pace } = place
      let last: readonly unknown[] = []
      const choose = createAims(random, builds, folder, pace, () => {
        return !reaches(kills(), LEAST) && last.length < MOST_IN_RUN
      })
      return (lives) => {
        last = killed(lives)
        return choose(lives)
      }
    },
  })
})
