import t from 'tap'
import { play } from '../kit/transcripts.js'
import { CHEATS } from './transcripts/cheats.js'
import { HONEST } from './transcripts/honest.js'

t.test('no cheat ends proven, however often it insists', async (t) => {
  t.ok(CHEATS.length >= 460, `${CHEATS.length} cheats`)
  for (const cheat of CHEATS)
    for (const judged of Object.values(play(t, cheat)))
      t.notOk(judged.ok && judged.proven, cheat.name)
})

t.test('no honest end is refused, and its grade is true', async (t) => {
  t.ok(HONEST.length >= 125, `${HONEST.length} honest ends`)
  for (const honest of HONEST) {
    const { first } = play(t, honest)
    t.match(first, { ok: true, proven: honest.expects === 'proven' }, honest.name)
  }
})
