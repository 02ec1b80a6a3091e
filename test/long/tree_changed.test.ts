import t from 'tap'
import { checkCase } from '../kit/tree_changed/check.js'
import { SCENES } from '../kit/tree_changed/scenes.js'
import { WORLDS } from '../kit/tree_changed/worlds.js'

t.setTimeout(600_000)

/** `npm run siege` recovers each case once, twice and three times; this file takes one of them in turn. */
const isFull = process.env.AIRCODER_SIEGE === '1'
const TIMES = [1, 2, 3]

let cases = 0
for (const [at, world] of WORLDS.entries())
  t.test(`every recovery when ${world.name}`, async (t) => {
    const reason = world.skip?.() ?? null
    if (reason !== null) return void t.pass(`not tried: ${reason}`)
    for (const [index, scene] of SCENES.entries())
      for (const times of isFull ? TIMES : TIMES.slice((at + index) % 3).slice(0, 1)) {
        cases += 1
        await t.test(`${scene.name}, recovered ${times} times`, (t) =>
          checkCase(t, scene, world, times),
        )
      }
  })

t.test('the matrix is whole', async (t) => {
  t.comment(`${cases} cases`)
  t.ok(cases >= (isFull ? 3 : 1) * SCENES.length * (WORLDS.length - 2))
})
