import t from 'tap'
import { loadGuards } from '#planner'
import { isSameCode } from '../../libs/planner/judge/code/canonical.js'
import { functionsOf } from '../../libs/planner/judge/code/functions.js'
import { withoutDead } from '../../libs/planner/judge/code/without_dead.js'
import { dueTexts, firstSlow, PARTS, PLACES, placeOf } from '../kit/long_texts.js'

const CHARS = 2_000

t.test('every law reads every text in a time that grows with its length', async (t) => {
  for (const [at, [name, place]] of Object.entries(PLACES).entries())
    t.equal(firstSlow(place, dueTexts(PARTS, at), CHARS), null, name)
})

t.test('every guard reads a reply in a time that grows with its length', async (t) => {
  for (const [at, guard] of (await loadGuards()).entries())
    t.equal(firstSlow(placeOf(guard), dueTexts(PARTS, at), CHARS), null, guard.name)
})

/** A file of many lines that a task wrote: each has a name that no other line has. */
const NAMES = [
  'const a§ = 1\n',
  'b§ = f()\n',
  'c§ = (\n',
  'd = (\n',
  'e§ = 1\nf(e§, e§)\n',
  'def g§(x):\n    y§ = x\n',
  'function h§(x) {\n  return x\n}\n',
  'if (false) {\n',
]
const CHARS_OF_NAMES = 15_000

t.test('sources of many names are compared in a time that grows with their length', async (t) => {
  const dead = { before: '', printsCount: false, isUsed: () => false }
  for (const path of ['src/a.js', 'src/a.py']) {
    t.equal(
      firstSlow((text) => () => isSameCode(path, 'x = 1\n', text), NAMES, CHARS_OF_NAMES),
      null,
      path,
    )
    t.equal(
      firstSlow((text) => () => functionsOf(path, text), NAMES, CHARS_OF_NAMES),
      null,
      path,
    )
    t.equal(
      firstSlow((text) => () => withoutDead(text, { ...dead, path }), NAMES, CHARS_OF_NAMES),
      null,
      path,
    )
  }
})
