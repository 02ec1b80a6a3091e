import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { z } from 'zod'
import {
  changeNotes,
  chooseNotes,
  importNotes,
  type Note,
  type NotePlaces,
  proposalsIn,
  propose,
  readExport,
  readNotes,
  rulesIn,
  saveNote,
  stalePaths,
} from '#memory'
import { readNote } from '../../libs/memory/notes/note_text.js'
import { memorySave } from '../../libs/tools/builtin/memory_save.js'

const DAY = '2026-11-23'

function places(root: string): NotePlaces {
  const at = (scope: 'project' | 'user') => ({
    scope,
    folder: join(root, scope),
    trusted: () => () => true,
    willWrite() {},
  })
  return { project: at('project'), user: at('user') }
}

function note(name: string, body: string, created = DAY): Note {
  return {
    name,
    type: 'project',
    scope: 'project',
    description: body.slice(0, 40),
    source: 'user',
    confidence: 1,
    created,
    isRule: false,
    replacedBy: null,
    body,
  }
}

t.test(
  'row 205: four types; feedback is a rule with why and how, the others are found by search',
  async (t) => {
    const here = places(t.testdir())
    for (const type of ['user', 'feedback', 'project', 'reference'] as const)
      changeNotes(
        {
          action: 'save',
          scope: 'project',
          type,
          name: type,
          description: '',
          text: `About ${type}.\nWhy: it is asked often.\nHow to apply: look here.`,
        },
        here,
        DAY,
      )
    const { notes } = readNotes(here.project)
    t.same(
      notes.map(({ name, type }) => name === type),
      [true, true, true, true],
    )
    t.match(rulesIn(here.project), [{ name: 'feedback', body: /\nWhy: .*\nHow to apply: / }])
    t.equal(rulesIn(here.project).length, 1)
    const law = readNote('---\ntype: law\n---\nText.', { name: 'a', scope: 'user' })
    t.match(law, { reason: 'its type is "law", not user, feedback, project, reference' })
  },
)

t.test('row 214: 200 files are read, the newest first; the others are counted', async (t) => {
  const here = places(t.testdir())
  const { folder } = here.project
  mkdirSync(folder)
  for (let at = 0; at < 205; at += 1) {
    const path = join(folder, `n${at}.md`)
    writeFileSync(path, `Note ${at}.`)
    utimesSync(path, 1_000 + at, 1_000 + at)
  }
  const { notes, left } = readNotes(here.project)
  t.equal(notes.length, 200)
  t.equal(left, 5)
  t.same([notes[0]?.name, notes.at(-1)?.name], ['n204', 'n5'])
  const huge = note('huge', 'x'.repeat(70_000))
  t.throws(() => saveNote(here.project, huge), /a note has at most 65536 bytes/)
  t.notOk(existsSync(join(folder, 'huge.md')), 'what could not be read again is not written')
})

t.test('row 208: the index has one line a note, and says how many it leaves out', async (t) => {
  const here = places(t.testdir())
  const { folder } = here.project
  mkdirSync(folder)
  const text = `---\ndescription: ${'long words '.repeat(20)}\n---\nText.`
  for (let at = 0; at < 190; at += 1)
    writeFileSync(join(folder, `a-file-with-a-name-${at}.md`), text)
  changeNotes(
    {
      action: 'save',
      scope: 'project',
      type: 'project',
      name: 'last',
      description: '',
      text: 'Last.',
    },
    here,
    DAY,
  )
  const index = readFileSync(join(folder, 'MEMORY.md'), 'utf8')
  t.ok(Buffer.byteLength(index) < 25_200)
  t.match(index, /\n\n\d+ more files are not listed here\.\n$/)
  t.ok(index.split('\n').every((line) => line.length < 260))
  const notes = [
    note('billing-api', 'The billing API is under /v2 and needs a token.'),
    note('office', 'The office closes at six.'),
    { ...note('rule', 'Always call the billing API.'), isRule: true },
  ]
  t.same(
    chooseNotes(notes, 'Call the billing API with a retry').map(({ name }) => name),
    ['billing-api'],
    'what a task has to do with, and no rule twice',
  )
  t.same(chooseNotes(notes, 'Sort the table'), [])
})

t.test('row 205: the model is offered four types, and asked to add why and how to apply', (t) => {
  const { properties } = z.toJSONSchema(memorySave.input)
  t.match(properties, {
    type: { enum: ['user', 'feedback', 'project', 'reference'] },
    text: { description: /then Why: …, then How to apply: …/ },
  })
  const takes = (type: string) => memorySave.input.safeParse({ text: 'x', type }).success
  t.same(['reference', 'other'].map(takes), [true, false])
  t.end()
})

t.test('row 204: of what the model proposes at most 50 wait for the person', (t) => {
  const root = t.testdir()
  const to = { folder: join(root, 'proposed'), places: places(root), day: DAY }
  const of = {
    action: 'save',
    scope: 'project',
    type: 'project',
    name: '',
    description: '',
  } as const
  for (let at = 0; at < 50; at += 1)
    t.match(propose({ ...of, text: `Harbour ${at} is open.` }, to), /^Proposed\. Nothing is rem/)
  t.match(propose({ ...of, text: 'One more is open.' }, to), /^Not proposed: 50 proposals wait/)
  t.equal(proposalsIn(to.folder).length, 50)
  t.end()
})

t.test('row 210: a note tells which of its files were changed later or are gone', async (t) => {
  const days: Record<string, string> = { 'src/a.ts': '2026-11-25', 'src/b.ts': '2026-11-01' }
  const of = (body: string, created = DAY) =>
    stalePaths({ body, created }, (path) => days[path] ?? null)
  t.equal(of('Rates are in src/a.ts and src/b.ts.'), 'src/a.ts was changed later')
  t.equal(of('Rates are in src/c.ts.'), 'src/c.ts is not there')
  t.equal(of('See https://x.example/docs/a.html.'), '')
  t.equal(of('Rates are in src/a.ts.', ''), '', 'the day of the note is not known')
})

t.test(
  'AGENTS.md and CLAUDE.md in an imported folder are notes, no rules, and stay as they are',
  async (t) => {
    const root = t.testdir({
      from: {
        'AGENTS.md': '# Rules\n\nAlways use tabs.\n',
        'CLAUDE.md': 'The API is under /v2.\n',
      },
    })
    const here = places(join(root, 'here'))
    const folder = join(root, 'from')
    const { notes, left } = readExport(folder, DAY)
    t.same(left, [])
    t.same(
      notes.map(({ name, isRule, scope }) => [name, isRule, scope]),
      [
        ['agents', false, 'project'],
        ['claude', false, 'project'],
      ],
    )
    t.same(readNotes(here.project).notes, [], 'reading stores nothing')
    t.same(importNotes(notes, here), ['agents', 'claude'])
    t.same(importNotes(notes, here), [], 'a name that is taken stays')
    t.same(rulesIn(here.project), [])
    t.equal(readFileSync(join(folder, 'AGENTS.md'), 'utf8'), '# Rules\n\nAlways use tabs.\n')
  },
)
