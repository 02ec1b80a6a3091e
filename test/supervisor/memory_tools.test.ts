import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Mode } from '#core'
import { endProposal, proposalsIn, saveNote } from '#memory'
import { createScriptModel } from '#model'
import type { Answer, Question } from '#supervisor'
import { openMemory, openProposals } from '../../apps/cli/memory/open_memory.js'
import { searchLines } from '../../apps/cli/memory/search_lines.js'
import { act, openLoop, type Ran, say } from '../kit/loop.js'

type Call = [string, Record<string, unknown>]
const SAVE: Call = ['memory_save', { text: 'Round with roundMoney.', type: 'feedback' }]
const texts = ({ events }: Ran) =>
  events.flatMap((one) => (one.type === 'tool_result' ? [one.text] : []))

/** A loop with the memory of the program, and a person with these answers; none: nobody can be asked. */
function open(t: Parameters<typeof openLoop>[0], mode: Mode, answers?: Answer['decision'][]) {
  const loop = openLoop(t)
  const settings = { dataDir: t.testdir() }
  const memory = () => openMemory(loop.root, settings)
  const asked: Question[] = []
  const ask = async (question: Question): Promise<Answer> => {
    asked.push(question)
    return { decision: answers?.[asked.length - 1] ?? 'no' }
  }
  return {
    loop,
    memory,
    asked,
    folder: join(loop.root, '.aircoder/memory'),
    proposals: () => openProposals(loop.root, settings),
    waiting: () => proposalsIn(openProposals(loop.root, settings).folder),
    /** Runs one task whose replies make these calls. */
    run: (calls: Call[], text = 'what is there?') =>
      loop.run(loop.add(text), {
        model: scripted(calls),
        memory: memory(),
        mode: () => mode,
        ...(answers === undefined ? {} : { ask }),
      }),
  }
}

const scripted = (calls: Call[]) =>
  createScriptModel([...calls.map((call) => act(call)), say('Done.')])

t.test(
  'row 204: what the model wants to save is asked with its text, and y saves it',
  async (t) => {
    for (const mode of ['default', 'acceptEdits'] as const) {
      const me = open(t, mode, ['yes'])
      const ran = await me.run([SAVE])
      t.match(me.asked, [
        {
          kind: 'permission',
          describe: 'remember as a rule for this project: Round with roundMoney.',
          diff: '+ Round with roundMoney.',
          remember: 'every memory_save in this session',
        },
      ])
      t.same(texts(ran), [
        'Remembered as a rule as round-with-roundmoney: "Round with roundMoney."',
      ])
      t.match(
        readFileSync(join(me.folder, 'round-with-roundmoney.md'), 'utf8'),
        /^---\n# A rule in the words of the model; the user agreed to it\..*\n# .*\ntype: feedback\nrule: yes\nsource: model\nconfirmed: yes\n/,
      )
      t.same(me.memory().rules({ text: 'Round it.', files: [] }, 200), ['Round with roundMoney.'])
    }
  },
)

t.test('row 204: n saves nothing, and a holds for this session only', async (t) => {
  const me = open(t, 'default', ['no', 'always', 'no'])
  const other: Call = ['memory_save', { text: 'The API lies under /v2.' }]
  t.match(texts(await me.run([SAVE])), [/^Not allowed: The user said no/])
  t.notOk(existsSync(me.folder))
  const both = await me.run([SAVE, other])
  t.match(texts(both), [/^Remembered as a rule/, /^Remembered as the-api-lies-under-v2/])
  t.equal(me.asked.length, 2, 'the second call of the session was covered by a')
  t.match(texts(await me.run([['memory_delete', { name: 'the-api-lies-under-v2' }]])), [/said no/])
  t.equal(me.asked.length, 3, 'another session and another tool are asked')
})

t.test('row 204: without a y a change is a proposal that no prompt shows', async (t) => {
  const cases = [
    ['yolo', ['yes']],
    ['yolo', undefined],
    ['default', undefined],
  ] as const
  for (const [mode, answers] of cases) {
    const me = open(t, mode, answers && [...answers])
    t.match(texts(await me.run([SAVE])), [
      /^Proposed\. Nothing is remembered until the user accepts it with \/memory accept\.$/,
    ])
    t.equal(me.asked.length, 0)
    t.same(me.memory().rules({ text: 'x', files: [] }, 200), [])
    t.notOk(existsSync(me.folder), 'nothing in the folder of notes')
    t.match(me.waiting(), [{ action: 'save', note: { body: 'Round with roundMoney.' } }])
  }
  const plan = open(t, 'plan', ['yes'])
  t.match(texts(await plan.run([SAVE])), [/Plan mode changes nothing/])
  t.same(plan.waiting(), [])
})

t.test(
  'a proposal that the user refused does not come back, nor does a rule in its sense',
  async (t) => {
    const me = open(t, 'yolo')
    const other: Call = ['memory_save', { text: 'The API lies under /v2.' }]
    await me.run([SAVE, other])
    const settings = me.proposals()
    t.match(endProposal('round-with-roundmoney', false, settings), /^Refused: "Round with/)
    const again: Call = [
      'memory_save',
      { text: 'Always round with  roundMoney.', type: 'feedback' },
    ]
    t.match(texts(await me.run([SAVE, again, other])), [
      /^Not proposed: the user refused this\..*`aircoder memory save`\.$/,
      /^Not proposed: the user refused this/,
      /^Already proposed as the-api/,
    ])
    t.equal(me.waiting().length, 1)
    me.memory().teach('Always round with roundMoney.')
    await me.run([['memory_delete', { name: 'round-with-roundmoney' }]])
    endProposal('round-with-roundmoney', false, settings)
    t.match(texts(await me.run([['memory_delete', { name: 'round-with-roundmoney' }]])), [
      /^Not proposed: the user refused this/,
    ])
    t.equal(me.memory().notes().length, 1, 'the word of the user counts, whatever was refused')
  },
)

t.test('row 204: an entry of --allow does not answer for the user', async (t) => {
  const me = open(t, 'default', ['no'])
  await me.loop.run(me.loop.add('x'), {
    model: scripted([SAVE]),
    memory: me.memory(),
    mode: () => 'default',
    allow: ['memory_save'],
    ask: async () => ({ decision: 'no' }),
  })
  t.notOk(existsSync(me.folder))
})

t.test(
  'row 211: what a saved text replaces is shown in the question and in the result',
  async (t) => {
    const me = open(t, 'default', ['yes'])
    me.memory().teach('Always indent with 2 spaces.')
    const ran = await me.run([
      ['memory_save', { text: 'From now on indent with tabs.', type: 'feedback' }],
    ])
    t.match(me.asked, [
      {
        diff: /^- indent\S*: Always indent with 2 spaces\.\n\+ From now on indent with tabs\.$/,
      },
    ])
    t.match(texts(ran), [/It replaces indent\S*: "Always indent with 2 spaces\."$/])
    t.same(me.memory().rules({ text: 'x', files: [] }, 200), ['From now on indent with tabs.'])
    t.equal(readdirSync(me.folder).length, 3, 'the old file stays')
  },
)

t.test('row 204: search and list ask nothing, and search finds earlier tasks too', async (t) => {
  const me = open(t, 'default', [])
  me.memory().teach('Always round with roundMoney.')
  await me.run([], 'How are the invoices numbered?')
  const ran = await me.run([
    ['memory_list', {}],
    ['MemorySearch', { query: 'roundMoney' }],
    ['memory_search', { query: 'invoices numbered' }],
    ['memory_search', { query: 'zebra' }],
    ['memory_save', { text: 'Always round with roundMoney.', type: 'feedback' }],
    ['memory_delete', { name: 'round-with-roundmony' }],
  ])
  const [list, found, task, nothing, again, wrong] = texts(ran)
  t.match(list, /^round-with-roundmoney \(project, rule, \d{4}-\d\d-\d\d\): Always round/)
  t.match(found, /^round-with-roundmoney .*: Always round with roundMoney\./)
  t.match(task, /^Earlier tasks:\n- \S+ asked: How are the invoices numbered\?/)
  t.match(nothing, 'Nothing that is remembered has these words: zebra')
  t.equal(again, 'Already remembered as round-with-roundmoney.')
  t.match(wrong, 'There is no note "round-with-roundmony". Did you mean round-with-roundmoney?')
  t.equal(me.asked.length, 0)
})

t.test(
  'row 210: an old note that names a file which is gone says so where it is searched',
  async (t) => {
    const me = open(t, 'default', [])
    const { places } = me.proposals()
    const body = 'The exchange rates are in src/none.ts.'
    const note = { name: 'rates', type: 'project', scope: 'project', description: body } as const
    const said = { source: 'user', confidence: 1, created: '2026-01-01', replacedBy: null } as const
    saveNote(places.project, { ...note, ...said, isRule: false, body })
    const caveat = /src\/none\.ts is not there; \d+ days old: verify files and names before use/
    t.match(texts(await me.run([['memory_search', { query: 'exchange rates' }]])), [caveat])
    t.match(texts(await me.run([['memory_search', { query: 'rates' }]])), [caveat])
    t.match(searchLines('exchange rates', places, null)[1], /^ {4}\d+ days old: verify/)
  },
)

t.test(
  'row 204: a coding turn has no byte of these tools, a turn about memory has all',
  async (t) => {
    const me = open(t, 'default', [])
    const names = () =>
      (me.loop.requests.at(-1)?.tools ?? []).map((one) => one.function.name).join(' ')
    await me.run([], 'Fix the memory leak in cache.ts. Always free the buffer, remember it.')
    t.notMatch(JSON.stringify(me.loop.requests[0]), /memory_/)
    await me.run([], 'What do you remember about this project?')
    t.match(names(), /memory_delete memory_list memory_save memory_search/)
  },
)

t.test('row 212: the tool says what is not to be saved', async (t) => {
  const me = open(t, 'default', [])
  await me.run([], 'Do you remember my rules?')
  const tool = me.loop.requests[0]?.tools.find((one) => one.function.name === 'memory_save')
  t.equal(
    tool?.function.description,
    'Propose a note for later tasks: what the user wants or confirmed, decisions, where things are. Not what the code, git or a guide tells, not a fix, not the state of this task. The user is asked.',
  )
})

t.test('a text that is too long, and a full disk, save nothing and say so', async (t) => {
  const me = open(t, 'default', ['yes', 'yes'])
  const long = await me.run([
    ['memory_save', { text: 'x'.repeat(4_001) }],
    ['memory_save', { text: 'x'.repeat(601), type: 'feedback' }],
  ])
  t.match(texts(long), [/a note has at most 4000/, /a rule has at most 600 characters/])
  t.equal(me.asked.length, 0)
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  })
  const ran = await me.loop.run(me.loop.add('x'), {
    model: scripted([SAVE]),
    memory: {
      ...me.memory(),
      change: () => {
        throw full
      },
    },
    mode: () => 'yolo',
  })
  t.match(texts(ran), ['Nothing was changed in memory: the disk is full.'])
})
