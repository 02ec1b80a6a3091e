import t from 'tap'
import type { Event, PlanNode } from '#core'
import {
  type BarFacts,
  barRow,
  chooseColors,
  chooseTheme,
  createDraft,
  createMarkdown,
  createResults,
  createRunFacts,
  createScreen,
  createTheme,
  planRows,
  type Row,
  splitAnswer,
} from '#terminal'

const text = (row: Row) => row.map((piece) => piece.text).join('')
const FACTS: BarFacts = {
  mode: 'default',
  model: 'qwen',
  sandbox: 'bubblewrap 0.8.0: commands can write only this folder',
  windowTokens: 32_768,
  usedTokens: 6_500,
  messagesLeft: 17,
  cachedShare: 0.97,
  tokensPerSecond: 41.6,
}

t.test(
  'row 277: the status bar has mode, model, window, messages, cache, speed and sandbox',
  async (t) => {
    t.equal(
      text(barRow(FACTS, 200)),
      'default: asks for each edit and command · qwen · 6.5k/33k 20 % · ~17 messages left · cache 97 % · 42 tokens/s · sandbox bubblewrap 0.8.0',
    )
    t.equal(
      text(barRow(FACTS, 79)),
      'default: asks for each edit and command · qwen · 6.5k/33k 20 % · cache 97 %',
    )
    t.equal(text(barRow(FACTS, 40)), 'default · qwen · 6.5k/33k 20 %')
    t.equal(text(barRow(FACTS, 20)), 'default · 20 %', 'of the window its share alone')
    t.equal(text(barRow({ ...FACTS, mode: 'acceptEdits' }, 12)), 'acceptEdits…')
    const slow = text(barRow({ ...FACTS, tokensPerSecond: 4.25 }, 200))
    t.match(slow, ' · 4.3 tokens/s · ', 'of a slow model every tenth counts')
    const modeStyle = (mode: BarFacts['mode']) => barRow({ ...FACTS, mode }, 200)[0]?.styles
    t.same([modeStyle('plan'), modeStyle('yolo')], [['modePlan'], ['modeYolo']])
    const colored = (usedTokens: number) =>
      barRow({ ...FACTS, usedTokens }, 200).find((piece) => piece.text.includes('/33k'))?.styles
    t.same(
      [0.69, 0.7, 0.85, 0.87].map((share) => colored(share * 32_768)),
      [['good'], ['warning'], ['warning'], ['bad']],
    )
  },
)

t.test('row 277: the facts of the bar come from events', async (t) => {
  let ms = 0
  const facts = createRunFacts(() => ms)
  const state = { mode: 'plan', model: 'm', sandbox: 'none: x', windowTokens: 10_000 } as const
  t.equal(facts.now(state).messagesLeft, 6, 'of 500 tokens, and twice as much for the answer')
  facts.watch({ type: 'waiting', text: 'queued: place 3 of 7, about 25 s' })
  t.equal(facts.now(state).queue, 'queue 3 of 7, 25 s')
  facts.watch({ type: 'delta', text: 'word '.repeat(40) })
  ms = 2_000
  facts.watch({ type: 'delta', text: 'word '.repeat(40) })
  t.equal(facts.now(state).queue, null)
  t.ok((facts.now(state).tokensPerSecond ?? 0) > 20)
  const step: Event = {
    type: 'step',
    number: 1,
    evidence: [],
    promptTokens: 4_000,
    reusedPrefixTokens: 3_800,
    rebuilt: false,
  }
  const silent = createRunFacts(() => ms)
  silent.watch({ ...step, reusedPrefixTokens: 0 })
  t.equal(silent.now(state).cachedShare, undefined, 'a server that does not count says 0 too')
  facts.watch(step)
  t.match(facts.now(state), { usedTokens: 4_000, cachedShare: 0.95, messagesLeft: 6 })
  const continued = createRunFacts(() => ms)
  continued.conversation(7_000)
  t.match(
    continued.now(state),
    { usedTokens: 7_000, messagesLeft: 2 },
    'a continued session is not empty',
  )
})

t.test('row 277: the messages that are left change with a message, and by little', async (t) => {
  const facts = createRunFacts(() => 0)
  const state = { mode: 'plan', model: 'm', sandbox: 'none: x', windowTokens: 100_000 } as const
  const left = () => facts.now(state).messagesLeft
  t.equal(left(), 65)
  const seen: unknown[] = []
  let used = 1_500
  for (let turn = 0; turn < 6; turn += 1) {
    facts.message('hi')
    const before = left()
    for (const number of [1, 2, 3]) {
      used += turn === 4 ? 4_000 : 100
      facts.watch({
        ...{ type: 'step', number, evidence: [], reusedPrefixTokens: 0, rebuilt: false },
        promptTokens: used,
      })
      t.equal(left(), before, 'it stays the same while a turn runs')
    }
    seen.push(before)
  }
  t.same(seen, [65, 80, 95, 110, 125, 50], 'the one before read much')
  const small = { ...state, windowTokens: 10_000 }
  t.equal(facts.now(small).messagesLeft, 0)
})

t.test('row 276: the bar has how far the prompt is read, until the answer begins', async (t) => {
  let ms = 0
  const facts = createRunFacts(() => ms)
  const state = { mode: 'plan', model: 'm', sandbox: 'none: x', windowTokens: 10_000 } as const
  const phase = { type: 'phase', text: 'reading the prompt' } as const
  const shown = () => facts.now(state).prefill
  facts.watch({ type: 'waiting', text: 'queued: place 3 of 7' })
  facts.watch(phase)
  t.equal(shown(), undefined, 'no number where none is known')
  facts.watch({ ...phase, leftMs: 12_300 })
  t.equal(shown(), 'prompt about 12 s')
  t.equal(facts.now(state).queue, null)
  ms = 5_000
  facts.watch({ ...phase, leftMs: 9_000 })
  t.equal(shown(), 'prompt about 14 s', 'of all of it')
  facts.watch({ ...phase, share: 0.439 })
  t.equal(shown(), 'prompt 43 %')
  t.match(text(barRow(facts.now(state), 200)), 'with a plan · prompt 43 % · m · ')
  facts.watch({ type: 'thinking', text: 'Hm' })
  t.equal(shown(), undefined)
})

const node = (id: string, status: PlanNode['status'], words: string, parentId = 'r'): PlanNode => ({
  id,
  parentId,
  kind: 'todo',
  ordinal: Number(id.slice(1)),
  text: words,
  status,
  summary: '',
  cites: [],
})

t.test('the plan is a tree, and shows what is being done', async (t) => {
  const root: PlanNode = {
    ...node('r0', 'open', 'the task'),
    id: 'r',
    parentId: null,
    kind: 'root',
  }
  const nodes = [
    root,
    node('n2', 'in_progress', 'fix \x1b[2Jit'),
    node('n1', 'resolved', 'read'),
    node('n3', 'open', 'below', 'n2'),
  ]
  const show = (columns: number, most: number) => planRows(nodes, { columns, most }).map(text)
  t.same(show(40, 10), ['Plan 1 of 3 done', '✓ read', '▸ fix <1b>[2Jit', '  ☐ below'])
  t.same(show(10, 3), ['Plan 1 of…', '✓ read', '… 2 more …'])
  t.same(planRows([root], { columns: 40, most: 5 }).map(text), ['No plan yet.'])
})

const call = { id: 'c1', name: 'read_file', arguments: {} }
const began: Event = { type: 'tool_call', number: 1, call, describe: 'read src/app.js' }
const result = (ok: boolean, more: object = {}): Event => ({
  type: 'tool_result',
  number: 1,
  callId: 'c1',
  tool: 'read_file',
  ok,
  text: 'one\ntwo',
  ...more,
})

t.test('where rows can be replaced, a call is one line with its outcome', async (t) => {
  const show = (...events: Event[]) => {
    let printed = ''
    const panels: (string[] | null)[] = []
    const theme = createTheme('none', 0)
    const screen = createScreen({
      write: (more) => {
        printed += more
      },
      theme: () => theme,
      verbose: false,
      panel: (rows) => panels.push(rows === null ? null : [...rows]),
    })
    for (const event of events) screen.show(event)
    return { printed, panels }
  }
  t.same(show(began, result(true, { brief: '2 lines' })), {
    printed: '› read src/app.js ✓ 2 lines\n',
    panels: [['› read src/app.js'], null],
  })
  t.equal(show(began, result(false)).printed, '› read src/app.js ✗ one\n')
  const denied: Event = {
    type: 'permission',
    call,
    decision: 'deny',
    reason: 'why',
    rule: 'mode',
    asked: false,
  }
  t.equal(show(began, denied, result(false)).printed, '› read src/app.js ✗ denied (mode): why\n')
})

t.test('the last result is shown in full, then the one before, within bounds', async (t) => {
  const results = createResults()
  t.equal(results.expand(40), null)
  for (const event of [began, result(true), { ...began, describe: 'run x' }]) results.watch(event)
  results.watch(result(true, { text: `\x1b[2J\n${'line\n'.repeat(1_000)}` }))
  const rows = results.expand(40)?.map(text) ?? []
  t.same(rows.slice(0, 3), ['┌ run x', '│ <1b>[2J', '│ line'])
  t.same(rows.slice(-2), ['│ … 602 more lines', '└'])
  t.same(results.expand(40)?.map(text), [
    '┌ read src/app.js (1 result before the last)',
    '│ one',
    '│ two',
    '└',
  ])
  t.equal(results.expand(40), null)
})

t.test('row 283: the thinking of the last reply can be shown', async (t) => {
  const results = createResults()
  t.equal(results.thinking(40, 'again'), null)
  results.watch({ type: 'thinking', text: 'It may ' })
  results.watch({ type: 'thinking', text: 'be x.' })
  const once = results.thinking(40, 'once') ?? []
  t.same(once.map(text), ['It may be x.'])
  t.same(once[0]?.[0]?.styles, ['dim'])
  t.equal(results.thinking(40, 'once'), null)
  t.same(results.thinking(40, 'again')?.map(text), ['It may be x.'])
})

t.test('colours and theme come from the environment', async (t) => {
  t.equal(chooseColors({ TERM: 'xterm-256color' }, true), 256)
  t.equal(chooseColors({ TERM: 'xterm' }, true), 16)
  t.equal(chooseColors({ TERM: 'xterm', NO_COLOR: '1', FORCE_COLOR: '1' }, true), 0)
  t.equal(chooseColors({ TERM: 'dumb' }, true), 0)
  t.equal(chooseColors({ FORCE_COLOR: '1' }, false), 16)
  t.equal(chooseColors({ FORCE_COLOR: '0', TERM: 'xterm' }, true), 0)
  t.equal(chooseColors({ TERM: 'xterm' }, true, true), 0)
  t.equal(chooseTheme('auto', { COLORFGBG: '0;15' }), 'light')
  t.equal(chooseTheme('auto', { COLORFGBG: '15;default;0' }), 'dark')
  t.equal(chooseTheme('auto', {}), 'dark')
  t.equal(chooseTheme('light', { COLORFGBG: '15;0' }), 'light')
  t.equal(createTheme('none', 256).text('a', 'bad'), 'a')
  t.equal(createTheme('dark', 16).text('a', 'bad'), '\x1b[31ma\x1b[0m')
})

t.test('what the program adds to an answer is no part of its Markdown', async (t) => {
  const note = '(nothing checked: nothing was read)'
  t.same(splitAnswer(`unproven: It says one.\n${note}`), { text: 'unproven: It says one.', note })
  t.same(splitAnswer(`unproven: # What it says\n\n- one\n${note}`), {
    text: 'unproven:\n\n# What it says\n\n- one',
    note,
  })
  for (const start of ['- one', '1. one', '> one', '```js', '| a |'])
    t.match(splitAnswer(`unproven: ${start}`).text, `unproven:\n\n${start}`)
  t.same(splitAnswer('It is so.\n(perhaps)'), { text: 'It is so.\n(perhaps)', note: '' })
})

const AT_ONCE = {
  columns: () => 80,
  rows: () => 24,
  now: () => 0,
  after(_ms: number, drawn: () => void) {
    drawn()
    return () => {}
  },
}

t.test('a reply that follows one without words is shown from its first word', async (t) => {
  let shown: readonly string[] | null = null
  const draft = createDraft({
    markdown: createMarkdown(() => false),
    theme: () => createTheme('none', 0),
    panel: (rows) => {
      shown = rows
    },
    showsThinking: () => false,
    ...AT_ONCE,
  })
  const reply = { type: 'reply', text: '', problem: null } as unknown as Event
  for (const event of [reply, { type: 'delta', text: 'alpha' }, { type: 'delta', text: ' beta' }])
    draft.watch(event as Event)
  t.same(shown, ['alpha beta'])
  draft.watch({ ...reply, problem: { code: 'CUT_OFF', message: 'x' } } as unknown as Event)
  t.equal(shown, null, 'what a server that vanished wrote is printed by then')
})

t.test('thinking that comes is dim, and shown only on demand', async (t) => {
  let shown: readonly string[] | null = null
  let isWanted = false
  const draft = createDraft({
    markdown: createMarkdown(() => false),
    theme: () => createTheme('dark', 16),
    panel: (rows) => {
      shown = rows
    },
    showsThinking: () => isWanted,
    ...AT_ONCE,
  })
  const thought = { type: 'thinking', text: 'It may be x.' } as const
  draft.watch(thought)
  t.equal(shown, null)
  isWanted = true
  draft.watch(thought)
  t.same(shown, ['\x1b[2mIt may be x.\x1b[0m'])
  isWanted = false
  draft.hideThinking()
  t.equal(shown, null, 'it is gone at once')
  isWanted = true
  draft.watch(thought)
  t.same(shown, ['\x1b[2mIt may be x.\x1b[0m'], 'what comes later is shown')
  draft.watch({ type: 'delta', text: 'The answer.' })
  draft.hideThinking()
  t.match(shown, ['The answer.'], 'an answer stays')
})

t.test('an opened result keeps the spaces of its lines', async (t) => {
  const results = createResults()
  const text = 'def add(a, b):\n    return a - b\n\tx = 1'
  results.watch({ type: 'tool_result', callId: 'c1', tool: 'read_file', ok: true, text } as Event)
  t.match(
    (results.expand(80) ?? []).map((row) => row.map((piece) => piece.text).join('')),
    ['┌ read_file', '│ def add(a, b):', '│     return a - b', '│   x = 1', '└'],
  )
})
