import t, { type Test } from 'tap'
import type { Event } from '#core'
import type { Question } from '#supervisor'
import { createLive, type Live, openInput, sayEnglish } from '#terminal'
import { openTheme } from '../../apps/cli/output/open_theme.js'
import { openSessionScreen } from '../../apps/cli/output/session/session_screen.js'
import { theme as themeCommand } from '../../apps/cli/session/slash/theme.js'
import type { SlashContext } from '../../apps/cli/session/slash_command.js'
import { openHeadless } from '../kit/headless.js'
import { freshLedger, makeNode, makeRead, makeStep, startTask } from '../kit/ledger.js'

const SIZES = [
  [20, 5],
  [80, 24],
  [200, 50],
] as const
const NO_COLORS = { NO_COLOR: '1' }

type Size = (typeof SIZES)[number]

/** The output of a session on a terminal without a window. */
function sit(
  t: Test,
  [columns, rows]: Size,
  env: NodeJS.ProcessEnv = NO_COLORS,
  promptTokens: () => number | null = () => null,
  live?: (show: (text: string | null) => void) => Live,
  form: 'rich' | 'plain' = 'rich',
) {
  const terminal = openHeadless(columns, rows)
  const { input: keys, output } = terminal
  const input = openInput({ input: keys, output, terminal: true, form })
  const ledger = freshLedger(t)
  const screen = openSessionScreen({
    input,
    theme: openTheme({}, { theme: 'dark' }, process.stdout, env),
    verbose: form === 'plain',
    env,
    mode: () => 'default',
    endpoint: () => ({ name: 'qwen', windowTokens: 32_768 }),
    promptTokens,
    sandbox: 'bubblewrap 0.8.0: commands can write only this folder',
    ledger,
    say: sayEnglish,
    live: live?.(input.status) ?? null,
  })
  input.onAction('expand', screen.expand)
  input.onAction('plan', screen.togglePlan)
  void input.next('> ')
  // The timers of a session do not keep a process alive.
  const alive = setInterval(() => {}, 1_000)
  t.teardown(() => {
    clearInterval(alive)
    screen.close()
    input.close()
  })
  return { terminal, input, screen, ledger }
}

const call = { id: 'c1', name: 'run_command', arguments: {} }
const began: Event = { type: 'tool_call', number: 1, call, describe: 'run npm test' }
const ended: Event = {
  type: 'tool_result',
  number: 1,
  callId: 'c1',
  tool: 'run_command',
  ok: false,
  text: 'two tests failed\nexit code 1',
  brief: 'exit 1',
}
const step: Event = {
  type: 'step',
  number: 1,
  evidence: [],
  promptTokens: 6_500,
  reusedPrefixTokens: 6_305,
  rebuilt: false,
}

/** What each size shows in the row of the bar. */
const BARS = {
  20: ['default · 0/33k 0 %', 'default · 20 %'],
  80: [
    'default: asks for each edit and command · qwen · 0/33k 0 % · ~20 messages left',
    'default: asks for each edit and command · qwen · 6.5k/33k 20 % · cache 97 %',
  ],
  200: [
    'default: asks for each edit and command · qwen · 0/33k 0 % · ~20 messages left · sandbox bubblewrap 0.8.0',
    'default: asks for each edit and command · qwen · 6.5k/33k 20 % · ~20 messages left · cache 97 % · sandbox bubblewrap 0.8.0',
  ],
} as const

t.test(
  'a call that is asked about stays in its row only where the row shows all of it',
  async (t) => {
    const asked = (describe: string) =>
      ({ kind: 'permission', describe, diff: null, isShown: true }) as unknown as Question
    const long = `run ${'x'.repeat(90)} && rm -rf build`
    for (const [size, describe, isCut] of [
      [[80, 24], 'run npm test', false],
      [[80, 24], long, true],
      [[80, 24], 'run cat > a.txt <<E\nrm\nE', true],
      [[20, 5], 'run npm test', true],
      [[200, 50], long, false],
    ] as const) {
      const { terminal, screen } = sit(t, size)
      await terminal.shows('default')
      screen.show({ ...began, describe })
      await terminal.shows('› run')
      t.equal(screen.asking(asked(describe)).isCut, isCut, describe)
      if (isCut) await terminal.shows(/^(?![\s\S]*› run)/)
      screen.answered()
      t.match((await terminal.shows('› run')).join(), /› run/, 'while it runs it has its row again')
    }
  },
)

t.test('the plain form streams a text with its rows between words', async (t) => {
  const { terminal, screen } = sit(t, [20, 5], NO_COLORS, () => null, undefined, 'plain')
  for (const text of ['The parser reads the tok', 'ens, and stops.\n'])
    screen.show({ type: 'delta', text })
  const rows = await terminal.shows('stops.')
  t.same(rows.slice(-4, -1), ['The parser reads', 'the tokens, and', 'stops.'])
})

for (const size of SIZES) {
  const [columns] = size
  const name = size.join('x')
  const [bar, barAfterStep] = BARS[columns]

  t.test(`${name}: a call is shown below the lines while it runs, then in one line`, async (t) => {
    const { terminal, screen } = sit(t, size)
    await terminal.shows('default')
    screen.show(began)
    t.same(await terminal.shows('› run npm test'), ['› run npm test', '> ', bar])
    screen.show(ended)
    const line = columns === 20 ? ['› run npm test ✗', '  exit 1'] : ['› run npm test ✗ exit 1']
    t.same(await terminal.shows('exit 1'), [...line, '> ', bar])
    t.same(await terminal.cursor(), { column: 2, row: line.length })
  })

  t.test(`${name}: what is waited for is shown from the moment a task is sent`, async (t) => {
    let now = 0
    let tick = () => {}
    const live = (show: (text: string | null) => void) =>
      createLive({
        show,
        now: () => now,
        every(_, next) {
          tick = next
          return () => {}
        },
      })
    const { terminal, screen, ledger } = sit(t, size, NO_COLORS, () => null, live)
    terminal.type('what is here?\r')
    await terminal.shows('what is here')
    screen.begin('what is here?')
    now = 500
    tick()
    await terminal.shows('… reading the')
    const init = { cwd: '/', model: 'm', mode: 'default', sandbox: '' } as const
    screen.show({ ...init, tools: [], type: 'init', ...startTask(ledger), resumedAt: 0 })
    now = 3_000
    tick()
    await terminal.shows(columns === 20 ? '… reading the' : '… reading the folder 3 s')
    screen.idle()
    await terminal.shows(/what is here\?\n>(?: |\n)/)
  })

  t.test(`${name}: row 277: a step changes the bar`, async (t) => {
    const { terminal, screen } = sit(t, size)
    t.same(await terminal.shows('default'), ['> ', bar])
    screen.show(step)
    t.same(await terminal.shows('20 %'), ['> ', barAfterStep])
    await terminal.resize(60, 9)
    await terminal.shows('default · qwen · 6.5k/33k 20 % · cache 97 %')
  })

  t.test(
    `${name}: the bar has the prompt of a continued session, and of one that is sent`,
    async (t) => {
      let stored: number | null = 3_277
      const { terminal, screen } = sit(t, size, NO_COLORS, () => stored)
      t.match((await terminal.shows('default')).at(-1), /(?: 3\.3k\/33k|^default ·) 10 %/)
      screen.show({ type: 'phase', text: 'connecting', promptTokens: 6_554 })
      t.match((await terminal.shows('20 %')).at(-1), /(?: 6\.6k\/33k|^default ·) 20 %/)
      stored = null
      screen.recount()
      t.same(await terminal.shows(' 0 %'), ['> ', bar], 'after /clear nothing was sent')
    },
  )

  t.test(`${name}: a picture among the rows of a step is shown in its place`, async (t) => {
    const env = { ...NO_COLORS, KITTY_WINDOW_ID: '1', TERM: 'xterm-kitty' }
    const { terminal, screen, ledger } = sit(t, size, env)
    const { taskId } = startTask(ledger)
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1])
    const facts = { path: 'page.png', picture: true, width: 4, height: 2, bytes: png.length }
    const picture = { ...makeRead('page.png', png), facts }
    const evidence = ledger.commit(makeStep(taskId, 1, [makeRead('b.txt', 'b'), picture])).evidence
    let written = ''
    terminal.output.on('data', (chunk: Buffer) => {
      written += chunk.toString('latin1')
    })
    screen.show({ ...step, evidence })
    const rows = await terminal.shows(/\[image page.png\s+4x2\]/)
    const named = columns === 20 ? ['[image page.png', '4x2]'] : ['[image page.png 4x2]']
    t.same(rows, ['', ...named, '> ', barAfterStep])
    t.same(await terminal.cursor(), { column: 2, row: named.length + 1 })
    t.match(written, '\x1b_Ga=T,f=100,q=2,m=0;iVBORwE=\x1b\\')
  })

  t.test(`${name}: a run inside another one is shown by indented lines`, async (t) => {
    const { terminal, screen } = sit(t, size)
    await terminal.shows('default')
    const inner = { ...call, id: 'c2' }
    screen.show(began)
    screen.show({ ...began, call: inner, describe: 'read a.ts', depth: 1 })
    t.same(await terminal.shows('read a.ts'), ['› run npm test', '  › read a.ts', '> ', bar])
    t.same(await terminal.cursor(), { column: 2, row: 2 })
    screen.show({ ...ended, callId: 'c2', ok: true, brief: '2 lines', depth: 1 })
    screen.show(ended)
    const lines = columns === 20 ? ['  › read a.ts ✓ 2', '  lines'] : ['  › read a.ts ✓ 2 lines']
    const outer = columns === 20 ? ['› run npm test ✗', '  exit 1'] : ['› run npm test ✗ exit 1']
    const all = [...lines, ...outer, '> ', bar]
    t.same(await terminal.shows('exit 1'), all.slice(-size[1]))
    t.same(await terminal.cursor(), { column: 2, row: Math.min(all.length, size[1]) - 2 })
  })

  t.test(`${name}: Ctrl+O prints the last result`, async (t) => {
    const { terminal, screen } = sit(t, size)
    screen.show(began)
    screen.show(ended)
    await terminal.shows('exit 1')
    terminal.type('\x0f')
    await terminal.shows('└')
    const rows = await terminal.everything()
    t.same(rows.slice(rows.indexOf('┌ run npm test')), [
      '┌ run npm test',
      '│ two tests failed',
      '│ exit code 1',
      '└',
      '> ',
      bar,
    ])
    terminal.type('\x0f')
    await terminal.shows(/no earlier\s+tool result/)
  })

  t.test(`${name}: Ctrl+T shows the plan and hides it`, async (t) => {
    const { terminal, screen, ledger } = sit(t, size)
    const { taskId, sessionId } = startTask(ledger)
    const root = ledger.view(taskId).plan[0]?.id ?? ''
    const plan = [
      makeNode('n2', root, { kind: 'todo', text: 'Find the cause of it', status: 'resolved' }),
      makeNode('n3', root, { kind: 'todo', ordinal: 1, text: 'Fix it', status: 'in_progress' }),
    ]
    ledger.commit(makeStep(taskId, 1, [], { plan: plan.map((node) => ({ node, narrative: '' })) }))
    screen.show({
      type: 'init',
      taskId,
      sessionId,
      cwd: '/',
      model: 'm',
      tools: [],
      mode: 'default',
      sandbox: '',
      resumedAt: 0,
    })
    terminal.type('\x14')
    await terminal.shows('Plan')
    const rows =
      columns === 20
        ? ['Plan 1 of 2 done', '… 2 more rows']
        : ['Plan 1 of 2 done', '✓ Find the cause of it', '▸ Fix it']
    t.same(await terminal.screen(), [...rows, '> ', bar])
    if (columns === 20) {
      await terminal.resize(60, 9)
      const wider = await terminal.shows('✓ Find the cause of it')
      t.match(wider, ['Plan 1 of 2 done', '✓ Find the cause of it', '▸ Fix it', '> '])
      await terminal.resize(...size)
      await terminal.shows('… 2 more rows')
    }
    terminal.type('\x14')
    t.same(await terminal.shows(/^> /), ['> ', bar])
  })

  t.test(`${name}: a reply that is written is a panel, the answer is printed once`, async (t) => {
    const { terminal, screen } = sit(t, size)
    screen.begin('go')
    await terminal.shows('default')
    screen.show({ type: 'delta', text: 'It is **done**.\n\n- one\n- t' })
    await terminal.shows('- t')
    const text = 'It is **done**.\n\n- one\n- two'
    screen.show({ type: 'delta', text: 'wo' })
    t.same((await terminal.shows('- two')).slice(-4), ['- one', '- two', '> ', bar])
    screen.show({ type: 'reply', number: 1, text, problem: null })
    screen.show(step)
    await screen.end(
      {
        subtype: 'resolved',
        taskId: 't',
        sessionId: 's',
        text,
      } as Parameters<typeof screen.end>[0],
      true,
    )
    await terminal.shows('20 %')
    // The bar may be drawn before the answer.
    const printed = async () => (await terminal.everything()).filter((row) => row !== '')
    const limit = AbortSignal.timeout(30_000)
    let shown = await printed()
    while (!shown.slice(-5, -1).includes('- two') && !limit.aborted) shown = await printed()
    t.same(shown.slice(-5, -1), ['It is **done**.', '- one', '- two', '> '])
    t.equal(shown.filter((row) => row === '- two').length, 1)
  })

  t.test(`${name}: /theme changes the colours of what comes next`, async (t) => {
    const { terminal, screen, input } = sit(t, size, { FORCE_COLOR: '1' })
    const context = { screen, print: input.print } as unknown as SlashContext
    await terminal.shows('default')
    let written = ''
    terminal.output.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
    screen.show({ type: 'note', text: 'careful' })
    await terminal.shows('careful')
    t.match(written, '\x1b[33m! careful')
    await themeCommand.run('light', context)
    screen.show({ type: 'note', text: 'pale' })
    await terminal.shows('pale')
    t.match(written, /theme light, 16\s+colours/)
    t.match(written, '\x1b[35m! pale')
    await themeCommand.run('none', context)
    written = ''
    screen.show({ type: 'note', text: 'plain' })
    await terminal.shows('plain')
    t.match(written, /(?<!m)! plain/)
    await themeCommand.run('pink', context)
    await terminal.shows(/no theme\s+pink/)
  })
}
