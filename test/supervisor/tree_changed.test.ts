import t from 'tap'
import { checkCase } from '../kit/tree_changed/check.js'
import { SCENES } from '../kit/tree_changed/scenes.js'
import { WORLDS } from '../kit/tree_changed/worlds.js'

/** A twelfth of the cases; test/long has another fifth each day, `npm run siege` each three times. */
const EVERY = 12
/** Each case is recovered once, twice or three times in turn. */
const MOST_TIMES = 3

for (const [at, world] of WORLDS.entries())
  t.test(`recovery when ${world.name}`, async (t) => {
    const reason = world.skip?.() ?? null
    if (reason !== null) return void t.pass(`not tried: ${reason}`)
    for (const [index, scene] of SCENES.entries()) {
      // Only there, files of an edit stay changed: each day tries that they are recorded file by file.
      const isRecorded = world.mode === 'plan' && scene.kind === 'edit' && scene.done > 0
      if ((at + index) % EVERY !== 0 && !isRecorded) continue
      const times = 1 + (Math.floor((at + index) / EVERY) % MOST_TIMES)
      await t.test(`${scene.name}, recovered ${times} times`, (t) =>
        checkCase(t, scene, world, times),
      )
    }
  })
