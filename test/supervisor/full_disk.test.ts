import t from 'tap'
import { endOf } from '#core'
import { createScriptModel } from '#model'
import { openWorkspace } from '#workspace'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = { 'a.js': 'exports.add = (a, b) => a - b\n' }
const READ = act(['read_file', { path: 'a.js' }])
const EDIT = act(['patch_file', { path: 'a.js', old_str: 'a - b', new_str: 'a + b' }])

t.test(
  'a task whose edit met a full disk ends with the disk, not with advice about its words',
  async (t) => {
    const ends = [
      Array.from({ length: 7 }, () => say('The disk is full, so I could not change a.js.')),
      Array.from({ length: 7 }, () => act(['resolve', { cites: ['e1'], summary: 'add() adds.' }])),
      Array.from({ length: 12 }, () => EDIT),
    ]
    for (const replies of ends) {
      const loop = openLoop(t, { files: FILES })
      const real = openWorkspace({ root: loop.root, deny: [], env: process.env })
      const message = 'a.js cannot be written: the disk is full. Nothing was changed.'
      const full = {
        ...real,
        applyEdits: () => ({ ok: false as const, code: 'io' as const, path: 'a.js', message }),
      }
      const taskId = loop.add('fix add() in a.js')
      const model = createScriptModel([READ, EDIT, ...replies])
      const { result } = await loop.run(taskId, { workspace: full, model })
      if (result === null) throw new Error('no result')
      const { code, exit, subtype, hint } = endOf(result)
      t.match({ code, exit, subtype }, { code: 'NO_SPACE', exit: 1, subtype: 'failed' })
      t.match(hint, /^Free at least 20 MB on the disk of the project\. .*`aircoder resume t_\w+` c/)
      t.match(result.text, /^the disk is full: a\.js cannot be written/)
      loop.ledger().reopen(taskId)
      const more = [READ, EDIT, ...Array.from({ length: 4 }, () => say('It adds.'))]
      const again = createScriptModel([...Array(result.steps).fill(READ), ...more])
      const { result: later } = await loop.run(taskId, { model: again })
      t.match(loop.read('a.js'), /a \+ b/, 'with space again the same task goes on')
      if (later === null) throw new Error('no result')
      t.not(endOf(later).code, 'NO_SPACE')
    }
  },
)
