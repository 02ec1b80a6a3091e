import t from 'tap'
import { loadParts } from '#supervisor'

t.test('named guards and prompt sections are left out, and nothing else', async (t) => {
  const all = await loadParts()
  const less = await loadParts(['reread', 'step_log'])
  const names = (parts: readonly { name: string }[]) => parts.map(({ name }) => name)
  t.same(
    names(less.guards),
    names(all.guards).filter((name) => name !== 'reread'),
  )
  t.same(
    names(less.sections),
    names(all.sections).filter((name) => name !== 'step_log'),
  )
  t.same(less.programs, all.programs)
})

t.test('row 73: a large model works without the aids for small ones', async (t) => {
  const names = async (aids: boolean) =>
    (await loadParts([], { aids })).guards.map(({ name }) => name)
  const [all, large] = [await names(true), await names(false)]
  const aids = ['greeting', 'no_tool', 'read_loop', 'recite']
  t.same(
    all.filter((name) => !large.includes(name)),
    aids,
  )
  t.ok(large.includes('unmet_parts'), 'what counts as done is the same')
})

t.test('an unknown name is refused with the known ones', async (t) => {
  await t.rejects(loadParts(['rereed']), {
    code: 'SETTINGS_INVALID',
    message: /unknown name "rereed"; known are .*reread/,
  })
})
