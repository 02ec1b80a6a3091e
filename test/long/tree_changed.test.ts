import t from 'tap'
import { checkCase } from '../kit/tree_changed/check.js'
import { SCENES } from '../kit/tree_changed/scenes.js'
import { WORLDS } from '../kit/tree_changed/worlds.js'

t.setTimeout(600_000)

let cases = 0
for (const world of WORLDS)
  t.test(`every recovery when ${world.name}`, async (t) => {
    const reason = world.skip?.() ?? null
    if (reason !== null) return void t.pass(`not tried: ${reason}`)
    for (const scene of SCENES)
      for (const times of [1, 2, 3]) {
        cases += 1
        await t.test(`${scene.name}, recovered ${times} times`, (t) =>
          checkCase(t, scene, world, times),
        )
      }
  })

t.test('the matrix is whole', async (t) => {
  t.comment(`${cases} cases`)
  t.ok(cases >= 3 * SCENES.length * (WORLDS.length - 2))
})
