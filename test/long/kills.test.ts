import t from 'tap'
import { createAims } from '../crash/kit/aims.js'
import { killed, reaches, runCampaign } from '../crash/kit/campaign.js'

/** Before a release 500. Another AIRCODER_SEED makes another run of the same kind. */
const KILLS = Number(process.env.AIRCODER_KILLS || 200)
const SEED = Number(process.env.AIRCODER_SEED || 20_260_731)
const STEPS = 100
/** Per kill on a busy machine, below the limit of a long file. The test ends then, even with too few kills. */
const PATIENCE_MS = KILLS * 3_500 + 60_000
const LEAST = {
  kills: KILLS,
  shipped: Math.ceil(KILLS / 5),
  inPhase: Math.ceil(KILLS / 50),
  deepest: 3,
}
/** A run gets no further kills then, so that the kills are spread over at least five runs. */
const MOST_IN_RUN = Math.ceil(KILLS / 5)

t.setTimeout(PATIENCE_MS + 80_000)

t.test(`rows 8-11: ${STEPS} steps survive ${KILLS} kills at any moment`, async (t) => {
  const until = performance.now() + PATIENCE_MS
  await runCampaign(t, {
    steps: STEPS,
    seed: SEED,
    least: LEAST,
    // Chance decides where the kills land, so runs follow until every phase and the shipped build had their share.
    aimRun({ random, builds, folder, pace, kills }) {
      const continues = () => !reaches(kills(), LEAST) && performance.now() < until
      if (!continues()) return null
      let last: readonly unknown[] = []
      const choose = createAims(random, builds, folder, pace, () => {
        return continues() && last.length < MOST_IN_RUN
      })
      return (lives) => {
        last = killed(lives)
        return choose(lives)
      }
    },
  })
})
