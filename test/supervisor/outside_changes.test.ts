import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { planUndo, restore } from '#supervisor'
import { act, openLoop, say } from '../kit/loop.js'

const ask = async () => ({ decision: 'yes' as const })

t.test('a file outside of the folder that the user allowed is among the changes', async (t) => {
  const base = mkdtempSync('/var/tmp/aircoder-outside-')
  t.teardown(() => rmSync(base, { recursive: true, force: true }))
  for (const [at, isNew] of [true, false].entries())
    for (const [name, made] of [
      ['write_file', (path: string) => act(['write_file', { path, content: 'two\n' }])],
      ['command', (path: string) => act(['run_command', { command: `echo two > ${path}` }])],
    ] as const) {
      const path = join(base, `${name}${at}.txt`)
      if (!isNew) writeFileSync(path, 'one\n')
      const first = isNew ? [] : [act(['read_file', { path }])]
      const replies = [
        ...first,
        made(path),
        ...Array.from({ length: 6 }, () => say(`I wrote ${path}.`)),
      ]
      const loop = openLoop(t, { files: { 'a.txt': 'a\n' }, replies })
      const { result } = await loop.run(loop.add(`Write two to ${path}.`), {
        mode: () => 'default',
        ask,
      })
      t.equal(existsSync(path) && readFileSync(path, 'utf8'), 'two\n', `${name} ${isNew}`)
      t.match(result?.changes, [{ path }], `${name} ${isNew}: ${JSON.stringify(result)}`)
      t.notMatch(result?.reason, /no file was changed|was not changed/, 'the reason is not untrue')
      const deps = await loop.deps({})
      const plan = planUndo(result?.sessionId ?? '', { back: 'turn' }, deps)
      if (name === 'command') {
        t.match(plan, { draft: null, files: [{ path, state: 'conflict', why: /outside/ }] })
      } else {
        restore(plan, deps)
        t.equal(existsSync(path) ? readFileSync(path, 'utf8') : null, isNew ? null : 'one\n')
      }
    }
})

t.test('an undo of an earlier task names what it cannot take back', async (t) => {
  const base = mkdtempSync('/var/tmp/aircoder-outside-')
  t.teardown(() => rmSync(base, { recursive: true, force: true }))
  const path = join(base, 'out.txt')
  const replies = [
    act(['write_file', { path: 'b.txt', content: 'b\n' }]),
    act(['run_command', { command: `echo two > ${path}` }]),
    ...Array.from({ length: 6 }, () => say('I wrote both.')),
  ]
  const loop = openLoop(t, { files: { 'a.txt': 'a\n' }, replies })
  const { result } = await loop.run(loop.add(`Write b.txt and ${path}.`))
  t.match(result?.changes.map((one) => one.path).sort(), [path, 'b.txt'])
  const plan = planUndo(result?.sessionId ?? '', { back: 'turn' }, await loop.deps({}))
  t.match(plan.files, [
    { path: 'b.txt', state: 'clean' },
    { path, state: 'conflict' },
  ])
})
