import t from 'tap'
import { loadSections, type PromptInput } from '#context'
import { type Evidence, estimateTokens } from '#core'
import { renderHead } from '../../libs/context/render_head.js'
import { makeNode } from '../kit/ledger.js'

const sections = await loadSections()

const text = (what: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${what} ${at} of the opal service reads part_${at}.`)

function row(number: number, over: Partial<Evidence>): Evidence {
  const own = { id: `e${number}`, step: number, taskId: 't', summary: `row ${number}` }
  return { ...own, subject: `src/part_${number}.ts`, payloadBytes: 10, ...over } as Evidence
}

/** Every section has more to say than any window holds. */
const FULL: PromptInput = {
  task: text('The limit', 60).join(' '),
  additions: text('Add', 10),
  earlier: text('Earlier task', 12).map((one) => ({ text: one, status: 'resolved', summary: one })),
  plan: [
    makeNode('n1', ''),
    ...text('Step', 20).map((one, at) => makeNode(`n${at + 2}`, 'n1', { kind: 'todo', text: one })),
  ],
  project: {
    testCommand: 'npm test',
    entries: text('entry', 40).map((_, at) => `folder_${at}/`),
    machine: 'Linux, bash, branch main, TypeScript',
    guides: {
      main: { path: 'AGENTS.md', text: text('Rule', 80).join('\n') },
      named: ['README.md', 'docs/spec.md'],
      above: [{ path: '../AGENTS.md', text: text('Above', 8).join('\n') }],
    },
  },
  map: {
    files: text('file', 40).map((_, at) => ({
      path: `src/part_${at}.ts`,
      signatures: [
        { line: at + 1, text: `export function part_${at}(opal: number): void`, value: 1 },
      ],
    })),
    left: 3,
    tokens: 700,
  },
  rules: text('Always', 12),
  records: text('Record', 3),
  notes: text('Note', 6),
  scratchpad: text('Scratch', 12),
  skills: text('Skill', 40),
  attached: text('Attached', 80).join('\n'),
  git: {
    changed: text('changed', 10).map((_, at) => ({ mark: 'M', path: `src/part_${at}.ts` })),
    commits: text('Commit', 5),
  },
  exploring: true,
  evidence: Array.from({ length: 60 }, (_, at) =>
    row(60 - at, {
      kind: (['file_read', 'edit_applied', 'test_result', 'shell_output'] as const)[at % 4],
      payloadHash: `block ${at}`,
      facts: { path: `src/part_${60 - at}.ts`, passed: false, exitCode: 1, command: `run ${at}` },
    }),
  ),
  statements: text('Statement', 60).map((one, at) => ({
    step: at + 1,
    text: `The base of part_${at} is ${at * 7}. ${one}`,
  })),
  payload: () => text('Line', 60).join('\n'),
  current: () => text('Line', 60).join('\n'),
}

t.test(
  'row 103: each block of the prompt keeps to its limit, whatever it has to say',
  async (t) => {
    for (const section of sections)
      for (const budget of [60, 150, 400, 1_200]) {
        const tokens = estimateTokens(section.render(FULL, budget))
        // A block may end in one line that says what was left out.
        t.ok(tokens <= budget + 16, `${section.name} in ${budget}: ${tokens}`)
      }
  },
)

/** The blocks of a first prompt, the first ones to go in front: what remains last is the task. */
t.test('row 101: a first prompt is shortened in a fixed order, and the task stays', async (t) => {
  const atStart = sections.filter(({ atStart }) => atStart)
  const shownAt = (budgetTokens: number) =>
    atStart.filter((section) => {
      const others = renderHead(FULL, atStart, { budgetTokens })[1]?.content ?? ''
      return section.begins !== undefined && others.includes(section.begins)
    })
  let before = new Set(shownAt(20_000).map(({ name }) => name))
  const gone: string[] = []
  for (const budget of [3_000, 2_000, 1_400, 1_000, 800, 600, 450, 350, 250, 180, 120, 80, 40]) {
    const now = new Set(shownAt(budget).map(({ name }) => name))
    t.same(
      [...now].filter((name) => !before.has(name)),
      [],
      `nothing comes back at ${budget}`,
    )
    gone.push(...[...before].filter((name) => !now.has(name)))
    before = now
  }
  t.same(gone, ['project', 'git', 'guide', 'map', 'earlier'])
  t.ok(before.has('task') && before.has('rules'), 'the words of the user stay')
})
