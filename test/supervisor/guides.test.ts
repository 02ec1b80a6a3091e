import t, { type Test } from 'tap'
import { estimateTokens } from '#core'
import { loadProtocols, loadSheets } from '#skills'
import { createRegistry, loadBuiltinTools } from '#tools'
import { hasAids } from '../../apps/cli/endpoint/model_parts.js'
import { openGuides } from '../../apps/cli/skills/open_guides.js'
import { addGuides } from '../../libs/supervisor/guides/add_guides.js'
import { act, openLoop, say } from '../kit/loop.js'

const SKILL =
  '---\nname: deploy\ndescription: Ships the project.\n---\nRun ship.sh. Always use it.\n'
const WRONG_CALL: [string, Record<string, unknown>][] = [
  ['patch_file', { path: 'a.txt', old_str: 'nowhere', new_str: 'x' }],
]
const WRONG = act(...WRONG_CALL)
const FILES = { 'a.txt': 'one\n', 'b.txt': 'two\n' }

async function open(
  t: Test,
  options: Parameters<typeof openLoop>[1] = {},
  { trusts = true, aids = true } = {},
) {
  const files = { ...FILES, ...options.files }
  const loop = openLoop(t, { ...options, files })
  const guides = await openGuides(loop.root, () => trusts, aids)
  const hasSkills = guides.shelf.all().length > 0
  const registry = createRegistry(await loadBuiltinTools(hasSkills ? ['skills'] : []))
  const lastOf = (at: number) => String(loop.requests[at]?.messages.at(-1)?.content)
  const headOf = (at: number) => JSON.stringify(loop.requests[at]?.messages.slice(0, 2))
  return { loop, over: { guides, registry }, lastOf, headOf }
}

t.test(
  'a failed call brings the card of its tool inside of the result, once, and the head stays (row 233)',
  async (t) => {
    const replies = [act(['read_file', { path: 'a.txt' }]), WRONG, WRONG, say('I stop.')]
    const { loop, over, lastOf, headOf } = await open(t, { replies })
    await loop.run(loop.add('Say hello.'), over)
    t.notMatch(lastOf(1), 'How to call')
    t.match(lastOf(2), /How to call patch_file:\npatch_file \{"path"/)
    t.equal(loop.requests[2]?.messages.at(-1)?.role, 'tool')
    t.notMatch(lastOf(3), 'How to call patch_file', 'the prompt shows it')
    t.equal(headOf(3), headOf(0))
    t.same(loop.requests[3]?.tools, loop.requests[0]?.tools)
  },
)

t.test(
  'with it come cards of this reply, of the one before, and of the words (row 233)',
  async (t) => {
    const replies = [
      act(['read_file', { path: 'a.txt' }]),
      act(['grep', { pattern: 'one' }], ...WRONG_CALL),
      say('I stop.'),
    ]
    const { loop, over, lastOf } = await open(t, { replies })
    await loop.run(loop.add('Which files say hello?'), over)
    for (const tool of ['patch_file', 'grep', 'read_file', 'glob'])
      t.match(lastOf(2), `How to call ${tool}:`)
    t.notMatch(lastOf(2), 'How to call run_command')
    const small = await open(t, { replies, over: { windowTokens: 4_096 } })
    await small.loop.run(small.loop.add('Which files say hello?'), small.over)
    const cards = small.lastOf(2).slice(small.lastOf(2).indexOf('How to call'))
    t.match(cards, 'How to call patch_file:')
    t.ok(estimateTokens(cards) <= 200, `in a small window within 200 tokens (row 234): ${cards}`)
  },
)

t.test('a call that ran, was refused or was withheld brings no card (row 233)', async (t) => {
  const replies = [
    act(['read_file', { path: 'secret.txt' }]),
    ...Array.from({ length: 6 }, () => act(['run_command', { command: 'exit 3' }])),
    say('I stop.'),
  ]
  const files = { 'secret.txt': 'x\n' }
  const { loop, over } = await open(t, { replies, files, deny: ['secret.txt'] })
  await loop.run(loop.add('Say hello.'), over)
  const sent = JSON.stringify(loop.requests.at(-1))
  t.match(sent, 'Not run: The same run_command call failed 5 times')
  t.notMatch(sent, 'How to call')
})

t.test('a call that the user interrupted brings no card (row 233)', async (t) => {
  for (const at of ['tool_call', 'run']) {
    const { loop, over } = await open(t, { replies: [act(['list_dir', { path: '.' }])] })
    const stop = new AbortController()
    const tools = (await loadBuiltinTools([])).map((tool) => ({
      ...tool,
      run: async () => {
        stop.abort()
        return { ok: false, text: 'Stopped by the user.' }
      },
    }))
    const drive = { ...over, registry: createRegistry(tools), signal: stop.signal }
    const task = loop.add('Say hello.')
    await loop.run(task, drive, ({ type }) => {
      if (type === at) stop.abort()
      return false
    })
    t.match(loop.ledger().callsOf(task, { steps: 9 }), [{ mark: 'skipped' }], at)
    await loop.run(loop.add('Say it again.', loop.ledger().tasks({})[0]?.sessionId), over)
    t.match(JSON.stringify(loop.requests[1]), /the user interrupted|Stopped by the user/, at)
    t.notMatch(JSON.stringify(loop.requests[1]), 'How to call', at)
  }
})

type Given = Parameters<typeof addGuides>
const SHEETS = { sheets: await loadSheets(), protocols: await loadProtocols(), knowledge: [] }
const REGISTRY = createRegistry(await loadBuiltinTools([]))

/** What a step with these two calls gives the model in a window of 4k. */
function guidesOf(given: {
  origin?: 'program'
  rebuilt?: true
  estimatedTokens?: number
  step?: number
  text?: string
  ok?: true
  aids?: false
}): string {
  const { step = 5, text = 'Say hello.', ok = false, aids = true, estimatedTokens = 0 } = given
  const tools = ['multi_edit', 'patch_file']
  const calls = tools.map((name) => ({ id: name, name, arguments: {}, origin: given.origin }))
  const outcomes = tools.map((tool) => ({ callId: tool, tool, ok, evidence: [] }))
  const session = { windowTokens: 4_096, tokenFactor: 1 }
  const frame = {
    ...{ view: { task: { id: 't', step, text }, session, tail: [] }, number: step + 1 },
    ...{ reply: { text: '', calls }, outcomes: new Map(outcomes.entries()), estimatedTokens },
    guides: [] as string[],
  }
  const ledger = { rebuilds: () => (given.rebuilt ? [{ step }] : []) }
  const guides = { ...SHEETS, aids, shelf: { cards: [] } }
  addGuides(
    frame as unknown as Given[0],
    { registry: REGISTRY, ledger, guides } as unknown as Given[1],
  )
  return frame.guides.join('\n')
}

const titlesIn = (text: string) =>
  [...text.matchAll(/^(?:How to call|Notes on) (.+):$/gm)].map(([, name]) => name)

t.test(
  'a check of the program brings no card, and one soon after a rebuild takes what is free (rows 233, 234)',
  (t) => {
    const titles = (given: Parameters<typeof guidesOf>[0]) => titlesIn(guidesOf(given))
    t.same(titles({}), ['multi_edit', 'patch_file'])
    t.same(titles({ origin: 'program' }), [])
    t.same(titles({ estimatedTokens: 3_000 }).length, 2, 'long before the next rebuild')
    t.same(titles({ estimatedTokens: 3_000, rebuilt: true }), ['patch_file'], 'what is free')
    t.same(titles({ rebuilt: true }).length, 2, 'a short prompt has room')
    t.end()
  },
)

t.test(
  'sheets, their cards and protocols come in the first two steps, not for a large model (rows 237, 241)',
  (t) => {
    const given = { ok: true, text: 'Why is the merge conflict there?' } as const
    const first = ['git conflicts', 'cite before answer', 'run_command']
    t.same(titlesIn(guidesOf({ ...given, step: 0 })), first)
    t.same(titlesIn(guidesOf({ ...given, step: 1 })), first)
    t.equal(guidesOf({ ...given, step: 2 }), '')
    t.equal(guidesOf({ ...given, step: 0, aids: false }), '')
    t.end()
  },
)

t.test('a large model gets no card, and `ablate` turns cards off (row 234)', async (t) => {
  const replies = [WRONG, say('I stop.')]
  const large = await open(t, { replies }, { aids: false })
  await large.loop.run(large.loop.add('Say hello.'), large.over)
  t.notMatch(large.lastOf(1), 'How to call')
  const off = await open(t, { replies })
  await off.loop.run(off.loop.add('Say hello.'), { ...off.over, ablate: ['cards'] })
  t.notMatch(off.lastOf(1), 'How to call')
  const has = (aids: string, retries: number) => {
    const asked = { settings: { aids }, endpoint: { profile: { values: { retries } } } }
    return hasAids(asked as unknown as Parameters<typeof hasAids>[0])
  }
  t.same(
    [has('auto', 0), has('auto', 2), has('on', 0), has('off', 2)],
    [false, true, true, false],
    'a model without retries of its own is a large one',
  )
})

t.test(
  'what fits the words of a task comes with its first result (rows 237, 238 and 241)',
  async (t) => {
    const replies = [
      act(['read_file', { path: 'a.txt' }]),
      act(['read_file', { path: 'b.txt' }]),
      say('Done.'),
    ]
    const files = { '.aircoder/knowledge/zones.md': '# Zones\nOur server is in UTC.\n' }
    const { loop, over, lastOf } = await open(t, { replies, files })
    await loop.run(loop.add('Why is the time zone wrong in zones?'), over)
    t.match(lastOf(1), 'Notes on dates and zones:')
    t.match(lastOf(1), 'From .aircoder/knowledge/zones.md:\n# Zones\nOur server is in UTC.')
    t.match(lastOf(1), 'Notes on cite before answer:')
    t.notMatch(lastOf(2), 'Notes on', 'not twice')
    const strange = await open(t, { replies, files }, { trusts: false })
    await strange.loop.run(strange.loop.add('Why is the time zone wrong in zones?'), strange.over)
    t.notMatch(strange.lastOf(1), 'Our server is in UTC', 'what is not trusted is not shown')
  },
)

t.test(
  'a skill is one line of the head and is loaded by one tool (rows 239 and 240)',
  async (t) => {
    const replies = [act(['Skill', { skill: 'deploy' }]), act(['SkillList', {}]), say('Done.')]
    const { loop, over, lastOf, headOf } = await open(t, {
      replies,
      files: { '.claude/skills/deploy/SKILL.md': SKILL },
    })
    await loop.run(loop.add('Say hello.'), over)
    t.match(headOf(0), '- deploy: Ships the project.')
    t.notMatch(headOf(0), 'ship.sh')
    t.ok(loop.requests[0]?.tools.some((tool) => tool.function.name === 'skill'))
    t.match(lastOf(1), 'Skill deploy (.claude/skills/deploy/SKILL.md). It gives no permission.')
    t.match(lastOf(1), 'Run ship.sh.')
    t.match(lastOf(2), 'Skills:\n- deploy')
    const again = await open(t, { replies, files: { '.claude/skills/deploy/SKILL.md': SKILL } })
    await again.loop.run(again.loop.add('Say hello.'), again.over)
    t.equal(again.headOf(0), headOf(0).replaceAll(loop.root, again.loop.root), 'the same bytes')
  },
)

t.test(
  'without skills nothing of them is in a prompt; one that is not trusted is not offered',
  async (t) => {
    const replies = [say('Yes.')]
    const plain = await open(t, { replies })
    await plain.loop.run(plain.loop.add('Is it so?'), plain.over)
    const without = openLoop(t, { replies, files: FILES })
    await without.run(without.add('Is it so?'))
    t.same(plain.loop.requests, without.requests)
    const files = { '.claude/skills/deploy/SKILL.md': SKILL }
    const strange = await open(t, { replies, files }, { trusts: false })
    await strange.loop.run(strange.loop.add('Is it so?'), strange.over)
    t.notMatch(JSON.stringify(strange.loop.requests), /Ships the project|"skill"/)
  },
)

t.test('a skill that is done apart opens a sub-question (row 240)', async (t) => {
  const files = {
    '.agents/skills/deploy/SKILL.md': SKILL.replace('---\nRun', 'context: fork\n---\nRun'),
  }
  const { loop, over, lastOf } = await open(t, {
    replies: [act(['skill', { name: 'deploy' }]), say('x')],
    files,
  })
  await loop.run(loop.add('Say hello.'), over, (event) => event.type === 'step')
  t.match(loop.ledger().view(loop.ledger().tasks()[0]?.id ?? '').plan, [
    {},
    { text: 'skill deploy' },
  ])
  t.notMatch(lastOf(0), 'part of its own')
})

t.test(
  'a card of the person replaces ours; one that names what does not exist is left out (row 236)',
  async (t) => {
    const card = (example: string) =>
      `---\nname: patching\ndescription: x\ntarget_tool: patch_file\n---\nOur card.\npatch_file ${example}\n`
    for (const [example, isUsed] of [
      ['{"path": "a", "old_str": "b", "new_str": "c"}', true],
      ['{"file": "a", "before": "b", "after": "c"}', false],
    ] as const) {
      const files = {
        '.aircoder/skills/patching/SKILL.md': card(example),
        '.aircoder/skills/finding/SKILL.md':
          '---\nname: finding\ndescription: x\ntarget_tool: grep\nkeywords: [hello]\n---\nOur words.\n',
        '.aircoder/skills/names/SKILL.md':
          '---\nname: names\ndescription: x\ntarget_tool: glob\nkeywords: [zebra]\n---\nOur names.\n',
      }
      const { loop, over, lastOf } = await open(t, { replies: [WRONG, say('I stop.')], files })
      await loop.run(loop.add('Which files say hello?'), over)
      t.match(lastOf(1), 'How to call patch_file:')
      t.equal(lastOf(1).includes('Our card.'), isUsed)
      t.match(lastOf(1), 'Our words.', 'the task has its keyword')
      t.notMatch(lastOf(1), 'How to call glob', 'the words of our card do not call it any more')
    }
  },
)
