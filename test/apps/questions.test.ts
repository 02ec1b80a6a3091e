import t, { type Test } from 'tap'
import { stopText } from '#core'
import { openLedger } from '#ledger'
import type { Input } from '#terminal'
import { type Asker, askChoice, YES_NO } from '../../apps/cli/answers/ask_choice.js'
import { askPerson } from '../../apps/cli/answers/ask_person.js'
import { chooseForm } from '../../apps/cli/answers/choose_form.js'
import { queueLine } from '../../apps/cli/desk/queue_line.js'
import { startsNothing } from '../../apps/cli/desk/starts_nothing.js'
import { describeYolo } from '../../apps/cli/output/describe/describe_yolo.js'
import { offerUnfinished } from '../../apps/cli/session/start/offer_unfinished.js'
import { freshLedger, makeStep, startTask } from '../kit/ledger.js'

/** A person who types these lines; null: Ctrl+C, or the end of the input. */
function typing(lines: (string | null)[], ahead: string[] = []) {
  const seen = { shown: '', kept: '', prompts: [] as string[], left: false }
  const asker = {
    input: {
      ask: async (prompt: string) => {
        seen.prompts.push(prompt)
        return lines.shift() ?? null
      },
      print: (text: string) => {
        seen.shown += text
      },
      type: (text: string) => {
        seen.kept += text
      },
      unsend: (heard: (lines: string[]) => void) => ahead.length > 0 && heard(ahead),
    },
    leave: () => {
      seen.left = true
    },
  } satisfies Asker & { input: Pick<Input, 'unsend'> }
  return { asker, seen }
}

const SIGNAL = new AbortController().signal

t.test('the input is plain where that is asked for, and where the terminal is dumb', async (t) => {
  for (const [plain, TERM, form] of [
    [undefined, 'xterm-256color', 'rich'],
    [true, 'xterm-256color', 'plain'],
    [undefined, 'dumb', 'plain'],
    [undefined, '', 'plain'],
    [undefined, undefined, 'plain'],
  ] as const)
    t.equal(chooseForm({ plain }, { TERM }), form, `${plain} ${TERM}`)
})

t.test('a sentence that was typed ahead of a question is not lost', async (t) => {
  const { asker, seen } = typing(['not now', ' and read the docs too', 'n, use the other file'])
  const kept: string[] = []
  const input = { ...asker.input, remember: (line: string) => void kept.push(line) }
  const choices = { ...YES_NO, n: { ...YES_NO.n, reason: true } }
  const answer = await askChoice({ prompt: 'so? ', choices }, { ...asker, input }, SIGNAL)
  t.match(answer, { key: 'n', reason: 'use the other file' })
  t.same(kept, ['and read the docs too'])
  t.match(seen.shown, /"not now" is no answer\. Type[\s\S]*too" is no answer\. Up brings it back/)
  t.match(seen.shown, /A reason may follow n behind a comma or a space/)
})

t.test('what is no answer says so and is asked again, and so do commands', async (t) => {
  const { asker, seen } = typing(['perhaps', '/help', '/mode plan', 'YES'])
  const answer = await askChoice({ prompt: 'so? ', choices: YES_NO }, asker, SIGNAL)
  t.match(answer, { key: 'y' })
  t.same(seen.prompts, Array(4).fill('so? '))
  const [none, help, command] = seen.shown.split('\n')
  t.match(none, /^"perhaps" is no answer\. Type y or n alone\./)
  t.match(help, /^Type y or n alone\./)
  t.match(command, /\/mode[\s\S]*Type y or n alone/)
  t.equal(seen.kept, '')
})

t.test('/exit at a question leaves, and Ctrl+C ends it without an answer', async (t) => {
  for (const [line, isLeft] of [
    ['/exit', true],
    [null, false],
  ] as const) {
    const { asker, seen } = typing([line])
    t.equal(await askChoice({ prompt: 'so? ', choices: YES_NO }, asker, SIGNAL), null)
    t.equal(seen.left, isLeft)
  }
})

t.test('a lone answer starts nothing, and a line during a turn is acknowledged', async (t) => {
  for (const line of ['y', 'N', 'always'])
    t.equal(
      startsNothing(line),
      `No question is open, so "${line}" starts nothing. Describe a task, or type /help.`,
    )
  t.equal(startsNothing('yes, fix it'), null)
  const queued: [line: string, isSent: boolean, said: RegExp][] = [
    ['y', false, /^"y" answers no question, and was not sent as a message\.\n$/],
    [' and the docs ', true, /^queued, delivered after this step: and the docs\n$/],
    [' ', false, /^$/],
  ]
  for (const [line, isSent, said] of queued) {
    let shown = ''
    const print = (text: string) => {
      shown += text
    }
    t.equal(queueLine(line, print), isSent)
    t.match(shown, said)
  }
})

/** A ledger with a task that was stopped in the middle. */
function withUnfinished(t: Test) {
  const ledger = freshLedger(t)
  const { taskId } = startTask(ledger, 'fix the\nparser')
  return { ledger, taskId, status: () => ledger.tasks().find(({ id }) => id === taskId)?.status }
}

t.test('an unfinished task is shown with its words: go on, leave it, forget it', async (t) => {
  for (const [line, kind, status] of [
    ['G', 'go on', 'open'],
    ['leave it', 'nothing', 'open'],
    ['f', 'nothing', 'forgotten'],
    [null, 'left', 'open'],
  ] as const) {
    const own = withUnfinished(t)
    const { asker, seen } = typing([line])
    const offered = await offerUnfinished(own.ledger, asker)
    t.equal(offered.kind, kind)
    t.equal(own.status(), status)
    t.equal(
      seen.shown,
      'An earlier task stopped before its first step: fix the parser\n',
      'it has no step yet, so no next one is named',
    )
    t.same(seen.prompts, ['g = go on · l = leave it · f = forget it, then Enter: '])
    if (offered.kind === 'go on') t.equal(offered.task.id, own.taskId)
  }
  const unreached = withUnfinished(t)
  const end = { text: 'no endpoint', cites: [], proven: false }
  unreached.ledger.finish(unreached.taskId, { ...end, status: 'interrupted' })
  t.equal((await offerUnfinished(unreached.ledger, typing([]).asker)).kind, 'nothing')
  t.equal(unreached.status(), 'interrupted', 'resume still finds a task that no model answered')
  for (const text of [stopText(null), 'stopped by the signal SIGHUP']) {
    const stopped = withUnfinished(t)
    stopped.ledger.finish(stopped.taskId, { ...end, text, status: 'interrupted' })
    t.equal((await offerUnfinished(stopped.ledger, typing(['g']).asker)).kind, 'go on', text)
  }
  const running = withUnfinished(t)
  const other = openLedger({ path: running.ledger.path })
  t.teardown(() => other.close())
  for (const { id } of other.sessions()) other.claimSession(id)
  const beside = typing([])
  t.equal((await offerUnfinished(running.ledger, beside.asker)).kind, 'nothing')
  t.same(beside.seen.prompts, [], 'a task that another process works on did not stop')
  const { asker, seen } = typing([])
  t.equal((await offerUnfinished(freshLedger(t), asker)).kind, 'nothing')
  t.same(seen.prompts, [], 'nothing is asked where nothing is unfinished')
})

t.test(
  'a task that was left is named at the next start, and asked about again when it went on',
  async (t) => {
    const { ledger, taskId } = withUnfinished(t)
    await offerUnfinished(ledger, typing(['l']).asker)
    const next = typing([])
    t.same(await offerUnfinished(ledger, next.asker), { kind: 'nothing' })
    t.same(next.seen.prompts, [])
    t.equal(
      next.seen.shown,
      `An earlier task was left at step 0: "fix the parser" · \`aircoder resume ${taskId}\` continues it.\n`,
    )
    ledger.commit(makeStep(taskId, 1))
    const later = typing(['l'])
    await offerUnfinished(ledger, later.asker)
    t.equal(later.seen.prompts.length, 1, 'it stopped at another step')
  },
)

t.test(
  'a task that ended at its limit is one line, and only until another one begins',
  async (t) => {
    const { ledger, taskId, status } = withUnfinished(t)
    ledger.commit(makeStep(taskId, 1))
    const text = 'the limit of 1 step is reached'
    ledger.finish(taskId, { text, cites: [], proven: false, status: 'limit' })
    const sessionId = ledger.tasks()[0]?.sessionId
    for (const when of ['at the next start', 'at each one']) {
      const { asker, seen } = typing([])
      t.same(await offerUnfinished(ledger, asker), { kind: 'nothing' }, when)
      t.same(seen.prompts, [], 'a limit was set by somebody: nothing is asked')
      t.equal(
        seen.shown,
        `The last task ended at its limit, at step 1: "fix the parser" · \`/resume ${sessionId}\` continues it.\n`,
      )
    }
    t.equal(status(), 'limit')
    const other = openLedger({ path: ledger.path })
    other.claimSession(sessionId ?? '')
    const beside = typing([])
    t.same(await offerUnfinished(ledger, beside.asker), { kind: 'nothing' })
    t.equal(beside.seen.shown, '', 'another process continues it already')
    other.close()
    const { taskId: newer } = startTask(ledger, 'write the docs')
    const { asker, seen } = typing(['g'])
    t.match(await offerUnfinished(ledger, asker), { kind: 'go on', task: { id: newer } })
    t.notMatch(seen.shown, 'fix the parser', 'somebody went on to other work')
  },
)

t.test('of eight runs that were killed one is asked about, and only once', async (t) => {
  const { ledger, taskId } = withUnfinished(t)
  const ids = [taskId]
  for (let each = 2; each <= 8; each++) ids.push(startTask(ledger, `run ${each}`).taskId)
  const first = typing(['l'])
  t.same(await offerUnfinished(ledger, first.asker), { kind: 'nothing' })
  t.equal(
    first.seen.shown,
    '7 more unfinished: `aircoder sessions`\nAn earlier task stopped before its first step: run 8\n',
  )
  t.equal(first.seen.prompts.length, 1)
  const second = typing([])
  t.same(await offerUnfinished(ledger, second.asker), { kind: 'nothing' })
  const left = `An earlier task was left at step 0: "run 8" · \`aircoder resume ${ids[7]}\` continues it.`
  t.equal(second.seen.shown, `${left}\n7 more unfinished: \`aircoder sessions\`\n`)
  t.same(second.seen.prompts, [], 'nothing is asked again')
  const { taskId: newer } = startTask(ledger, 'run 9')
  const third = typing(['g'])
  t.match(await offerUnfinished(ledger, third.asker), { kind: 'go on', task: { id: newer } })
  t.match(third.seen.shown, /run 8" .*\n7 more unfinished: .*\n.* its first step: run 9\n$/)
  ledger.finish(newer, { text: 'done', cites: [], proven: false, status: 'resolved' })
  ledger.commit(makeStep(ids[2] ?? '', 1))
  const fourth = typing(['f'])
  t.same(await offerUnfinished(ledger, fourth.asker), { kind: 'nothing' })
  t.match(fourth.seen.shown, /stopped at step 1: "run 3"/, 'it went on, and stopped again')
})

t.test(
  'those beside a task whose question was not answered are new at the next start',
  async (t) => {
    const { ledger } = withUnfinished(t)
    startTask(ledger, 'write the docs')
    t.same(await offerUnfinished(ledger, typing([null]).asker), { kind: 'left' })
    const { asker, seen } = typing(['f'])
    await offerUnfinished(ledger, asker)
    t.equal(
      seen.shown,
      '1 more unfinished: `aircoder sessions`\nAn earlier task stopped before its first step: write the docs\n',
    )
  },
)

t.test(
  'after a kill a command is run again, skipped, or done; `a` means always, and is no answer there',
  async (t) => {
    const question = { kind: 'interrupted_command', command: 'make', output: '' } as const
    for (const [line, decision] of [
      ['y', 'yes'],
      ['n it hangs', 'no'],
      ['d', 'always'],
      ['Done', 'always'],
    ] as const) {
      const { asker, seen } = typing(['a', 'always', line])
      t.match(await askPerson(question, asker, SIGNAL), { decision })
      t.same(
        seen.prompts,
        Array(3).fill('run it again? y = run · n [why] = skip · d = it is done, then Enter: '),
      )
      t.match(seen.shown, /"a" is no answer\. Type y, n or d alone/)
    }
  },
)

t.test('what is asked about is named again above a question that is asked again', async (t) => {
  const question = {
    kind: 'permission',
    describe: 'run make all',
    reason: 'Mode default asks.',
    diff: null,
    remember: null,
    isShown: true,
  } as unknown as Parameters<typeof askPerson>[0]
  const paintDiff = () => 'a painted difference'
  for (const [form, isNamed] of [
    [{}, true],
    [{ paintDiff }, false],
  ] as const) {
    const { asker, seen } = typing(['so', 'y'])
    await askPerson(question, { ...asker, ...form }, SIGNAL)
    t.equal(/"so" is no answer\.[^\n]*\n› run make all\n$/.test(seen.shown), isNamed)
  }
  const diff = { ...question, diff: '-a\n+b', files: [] }
  const { asker, seen } = typing(['so', 'y'])
  await askPerson(diff, { ...asker, paintDiff }, SIGNAL)
  t.match(seen.shown, /"so" is no answer\.[^\n]*\n› run make all\n$/, 'below a difference')
})

t.test(
  'a call that the row above cannot show is printed whole, nearest to the question',
  async (t) => {
    const question = {
      kind: 'permission',
      describe: `run make ${'x'.repeat(90)} && rm -rf build`,
      reason: 'This command removes files.',
      diff: null,
      remember: null,
      isShown: true,
    } as unknown as Parameters<typeof askPerson>[0]
    const paintDiff = () => '-a\n+b'
    const inRow = typing(['y'])
    await askPerson(question, { ...inRow.asker, paintDiff, isCut: false }, SIGNAL)
    t.equal(inRow.seen.shown, '  This command removes files.\n')
    const whole = typing(['y'])
    await askPerson(question, { ...whole.asker, paintDiff, isCut: true }, SIGNAL)
    t.equal(
      whole.seen.shown,
      `  This command removes files.\n› run make ${'x'.repeat(90)} && rm -rf build\n`,
    )
    const diff = typing(['y'])
    const edit = {
      ...question,
      describe: 'patch a.txt',
      diff: '--- a.txt\n+++ a.txt\n@@ -1 +1,2 @@\n-a\n+b\n+c\n',
      files: [],
    }
    await askPerson(edit, { ...diff.asker, paintDiff, isCut: true }, SIGNAL)
    t.match(
      diff.seen.shown,
      /^-a\n\+b\n.*\n› \+2 -1 patch a\.txt\n$/,
      'in few rows the difference has left: its size is named',
    )
  },
)

t.test('words that are no answer to that question are kept for the prompt', async (t) => {
  const { asker, seen } = typing(['write the docs', 'l'], ['typed before'])
  await offerUnfinished(withUnfinished(t).ledger, asker)
  t.equal(seen.kept, 'write the docs')
  t.match(seen.shown, /typed before/, 'what was typed ahead is named')
  t.match(seen.shown, /"write the docs" is no answer\. It is kept for the prompt\. Type g, l or f/)
})

t.test('the question before yolo names what stays denied, and what commands reach', async (t) => {
  const always = 'settings and git internals that start programs'
  const home = '/home/me'
  const box = { isBoxed: true, network: false, home }
  t.equal(
    describeYolo(['.env', '*.pem', '.env'], box),
    `In yolo mode the agent edits files and runs commands without a question.\nStill denied: .env, *.pem; ${always}; commands have no network in the sandbox.`,
  )
  const ours = ['~/.config/aircoder/**', '/home/me/.config/aircoder/**', '/home/men/**']
  t.match(describeYolo(ours, box), 'denied: ~/.config/aircoder/**, /home/men/**; settings')
  t.match(describeYolo([], { ...box, network: true }), 'no paths; ')
  t.match(describeYolo([], { ...box, network: true }), '; commands may use the network.')
  for (const network of [true, false])
    t.match(
      describeYolo([], { isBoxed: false, network, home }),
      '; commands have no sandbox: they may write anywhere and use the network.',
    )
})
