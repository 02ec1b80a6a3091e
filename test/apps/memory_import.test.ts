import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type Note, readNotes, saveNotes } from '#memory'
import { notePlaces } from '../../apps/cli/memory/open_memory.js'
import { trustedNotes, trustNotes } from '../../apps/cli/trust/trust_file.js'
import { openProgram, type Program } from '../kit/program.js'

/** A folder with so many notes, as `memory export` writes them. */
function exportOf(t: Test, prefix: string, most: number): string {
  const folder = t.testdir({ project: {} })
  for (let at = 0; at < most; at += 1)
    writeFileSync(join(folder, 'project', `${prefix}${at}.md`), textOf(prefix, at))
  return folder
}

function textOf(prefix: string, at: number): string {
  return `Fact ${at} of ${prefix}. ${'Words. '.repeat(200)}The end.`
}

function folderOf(box: Program): string {
  return join(box.cwd, '.aircoder', 'memory')
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^\w+\d\.md$/.test(name))
}

t.test(
  'an import that is killed: each note is whole or absent, and the next change lists them',
  async (t) => {
    // On a busy machine it may have ended before it is seen: then with more notes.
    let count = 200
    let [box, end] = [openProgram(t), '']
    while (end !== 'SIGKILL') {
      count *= 2
      box = openProgram(t)
      mkdirSync(folderOf(box), { recursive: true })
      const { child, ended } = box.start(['memory', 'import', exportOf(t, 'fact', count), '--yes'])
      while (child.exitCode === null && namesIn(folderOf(box)).length < 5) await pause(1)
      child.kill('SIGKILL')
      end = `${(await ended).signal}`
    }
    const folder = folderOf(box)
    const names = namesIn(folder)
    t.ok(names.length < count, `${names.length} of ${count} were written`)
    for (const name of names) t.match(readFileSync(join(folder, name), 'utf8'), 'The end.')
    t.equal((await box.run(['memory', 'save', 'Always use tabs.'])).code, 0)
    const index = readFileSync(join(folder, 'MEMORY.md'), 'utf8')
    t.match(index, 'Always use tabs.')
    const listed = index.match(/^- \[fact/gm)?.length ?? 0
    const [, more = '0'] = /^(\d+) more files/m.exec(index) ?? []
    t.equal(listed + Number(more), names.length)
    t.notMatch((await box.run(['memory'])).stdout, 'not used', 'what was written counts')
    const again = await box.run(['memory', 'import', exportOf(t, 'fact', count), '--yes'])
    t.match(
      again.stdout,
      `Stored ${count - names.length} notes.`,
      'the rest comes with the next import',
    )
  },
)

t.test('two imports at once, of more notes than are remembered: all of them count', async (t) => {
  const box = openProgram(t)
  const root = t.testdir({ a: {}, b: {} })
  const ends = await Promise.all(
    ['left', 'right'].map((prefix) => {
      const from = join(root, prefix)
      mkdirSync(join(from, 'project'), { recursive: true })
      for (let at = 0; at < 450; at += 1)
        writeFileSync(join(from, 'project', `${prefix}${at}.md`), textOf(prefix, at))
      return box.start(['memory', 'import', from, '--yes']).ended
    }),
  )
  for (const { stdout } of ends) t.match(stdout, 'Stored 450 notes.')
  t.equal(namesIn(folderOf(box)).length, 900)
  const { stdout } = await box.run(['memory'])
  t.notMatch(stdout, 'not used')
  t.match(stdout, 'not read: 700 older files')
})

t.test('an accepted skill is known after hundreds of imported notes', (t) => {
  const skill = 'A skill.'
  const base = realpathSync(
    t.testdir({ work: { '.claude': { skills: { deploy: { 'SKILL.md': skill } } } } }),
  )
  const [cwd, trustFile] = [join(base, 'work'), join(base, 'trust.json')]
  const hash = createHash('sha256').update(skill).digest('hex')
  trustNotes(trustFile, cwd, [hash])
  const { project } = notePlaces(cwd, {}, trustFile)
  const notes = Array.from(
    { length: 450 },
    (_, at): Note => ({
      ...{ name: `fact${at}`, scope: 'project', type: 'project', source: 'user', confidence: 1 },
      ...{ created: '2026-11-27', isRule: false, replacedBy: null, description: '', body: `${at}` },
    }),
  )
  saveNotes(project, notes)
  t.ok(trustedNotes(trustFile, cwd).has(hash))
  t.same(readNotes(project).untrusted, [])
  t.end()
})
