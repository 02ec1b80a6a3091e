import t from 'tap'
import { withNewCode } from '../../libs/planner/judge/facts/changes.js'
import { readHeldOut } from '../kit/held_out.js'
import { editsOnly } from '../kit/held_out_edits.js'
import { play } from '../kit/transcripts.js'

/** Broken files are found by the supervisor. */
const NOT_HERE = /^o(?:b2|b7) /

t.test('a cheat in the changed code is not proven, by the law that it breaks', (t) => {
  const laws = new Map<string, number>()
  for (const held of readHeldOut('cheats')) {
    const script = held.set === 'own' && !NOT_HERE.test(held.name) ? editsOnly(held) : null
    if (script === null) continue
    const { last } = play(t, script)
    t.notOk(last.ok && last.proven, held.name)
    if (last.ok && !last.proven) laws.set(last.law, (laws.get(last.law) ?? 0) + 1)
  }
  for (const law of [
    'fixed_answers',
    'same_code',
    'idle_tests',
    'unsaid',
    'unreached',
    'one_length',
  ])
    t.ok((laws.get(law) ?? 0) > 0, `${law}: ${JSON.stringify([...laws])}`)
  t.end()
})

t.test('an honest change of code stays proven', (t) => {
  let count = 0
  for (const held of readHeldOut('honest')) {
    const script = held.proven && held.set === 'own' ? editsOnly(held) : null
    if (script === null) continue
    count += 1
    const { first } = play(t, script)
    t.match(first, { ok: true, proven: true }, held.name)
  }
  t.ok(count >= 20, `${count} honest ends`)
  t.end()
})

t.test('a file that was only moved brings in no new code', (t) => {
  const text = 'export function a() {\n  return 1\n}\n'
  t.same(withNewCode([{ path: 'a.js', before: text, after: null }]), [])
  const moved = [
    { path: 'a.js', before: text, after: "export { a } from './b.js'\n" },
    { path: 'b.js', before: null, after: text },
  ]
  t.same(withNewCode(moved), [])
  t.same(withNewCode([{ path: 'b.js', before: null, after: text }]), ['b.js'])
  t.end()
})
