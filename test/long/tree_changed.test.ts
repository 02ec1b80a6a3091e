import t from 'tap'
import { IS_SIEGE, isDue, LONG_MS, ROTATION } from '../kit/rotation.js'
import { checkCase } from '../kit/tree_changed/check.js'
import { SCENES } from '../kit/tree_changed/scenes.js'
import { WORLDS } from '../kit/tree_changed/worlds.js'

t.setTimeout(LONG_MS)

/** The short form takes so many times fewer cases, others each day, and recovers each once, twice or three times. */
const EVERY = 5
const TIMES = [1, 2, 3]
const times = (turn: number) => (IS_SIEGE ? TIMES : [TIMES[(turn + ROTATION) % TIMES.length] ?? 1])

const tried = new Set<string>()
let cases = 0
for (const [at, world] of WORLDS.entries())
  t.test(`every recovery when ${world.name}`, async (t) => {
    const reason = world.skip?.() ?? null
    if (reason !== null) return void t.pass(`not tried: ${reason}`)
    for (const [index, scene] of SCENES.entries()) {
      if (!isDue(at + index, EVERY)) continue
      tried.add(scene.name).add(world.name)
      for (const each of times(at + index)) {
        cases += 1
        await t.test(`${scene.name}, recovered ${each} times`, (t) =>
          checkCase(t, scene, world, each),
        )
      }
    }
  })

t.test('every change and every state of an effect had its turn', async (t) => {
  t.comment(`${cases} cases, rotation ${ROTATION}`)
  const worlds = WORLDS.filter(({ skip }) => (skip?.() ?? null) === null)
  const missed = [...SCENES, ...worlds].filter(({ name }) => !tried.has(name))
  t.same(
    missed.map(({ name }) => name),
    [],
  )
  if (IS_SIEGE) t.equal(cases, TIMES.length * SCENES.length * worlds.length)
})
