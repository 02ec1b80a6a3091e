import t from 'tap'
import { LIMITS } from '#core'
import {
  findLoop,
  isStalled,
  isWithheld,
  loadGuards,
  type PastCall,
  type PastOutput,
  type PastRead,
  warnOfLoop,
} from '#planner'

const guards = await loadGuards()

/** A failing command of its own step; `what` names the call. */
function call(what: string, step: number, change: Partial<PastCall> = {}): PastCall {
  const effect = 'command'
  const known = { outcomeHash: `failed ${what}`, ok: false, denied: false, effect, mark: null }
  return { tool: 'run_command', key: what, step, ...known, ...change } as PastCall
}

const worked = (what: string, step: number, change: Partial<PastCall> = {}) =>
  call(what, step, { ok: true, outcomeHash: `output of ${what}`, ...change })
const edit = (what: string, step: number) =>
  worked(what, step, { tool: 'patch_file', effect: 'edit' })
const look = (what: string, step: number) => worked(what, step, { tool: 'grep', effect: 'read' })

function loopOf(calls: PastCall[], reads: PastRead[] = []) {
  return findLoop(guards, { calls, reads })
}

/** The states of a run that makes these calls one by one: warned, withheld, stalled. */
function states(calls: PastCall[]) {
  const seen = { warned: [] as number[], withheldFrom: 0, stalledAt: 0 }
  for (let length = 1; length <= calls.length; length++) {
    const loop = loopOf(calls.slice(0, length))
    if (loop === null) continue
    if (warnOfLoop(loop, 'error: x') !== null) seen.warned.push(length)
    if (seen.withheldFrom === 0 && isWithheld(loop)) seen.withheldFrom = length
    if (seen.stalledAt === 0 && isStalled(loop)) seen.stalledAt = length
  }
  return seen
}

const times = <T>(n: number, make: (at: number) => T) =>
  Array.from({ length: n }, (_, at) => make(at))
const LIMITED = {
  warned: [LIMITS.loopWarned],
  withheldFrom: LIMITS.loopWithheld,
  stalledAt: LIMITS.loopStopped,
}

t.test('rows 30 and 53: a failing call is warned at 3, withheld at 5, stopped at 8', async (t) => {
  t.same(states(times(8, (at) => call('npm tset', at + 1))), LIMITED)
  const others = times(16, (at) => (at % 2 ? look(`g${at}`, at + 1) : call('npm tset', at + 1)))
  t.same(states(others), { warned: [5], withheldFrom: 9, stalledAt: 15 }, 'reads in between')
  const denied = loopOf(times(3, (at) => call('rm x', at + 1, { denied: true })))
  t.equal(denied?.denied, true)
})

t.test('a cycle of two to six calls is warned at its third round', async (t) => {
  for (let period = 2; period <= 6; period++) {
    const calls = times(period * 8, (at) => look(`c${at % period}`, at + 1))
    t.same(
      states(calls),
      {
        warned: [period * 3],
        withheldFrom: period * 5,
        stalledAt: period * 8,
      },
      `period ${period}`,
    )
  }
  const edits = times(16, (at) => edit(at % 2 ? 'a to b' : 'b to a', at + 1))
  t.same(states(edits).warned, [6], 'an edit that is reverted again and again')
  const seven = times(56, (at) => look(`c${at % 7}`, at + 1))
  t.same(states(seven), { warned: [], withheldFrom: 0, stalledAt: 0 })
})

t.test('a withheld call goes on counting', async (t) => {
  const calls = times(8, (at) =>
    look('x', at + 1).step > 5
      ? worked('x', at + 1, {
          tool: 'grep',
          effect: 'read',
          ok: false,
          mark: 'withheld',
          outcomeHash: 'w',
        })
      : look('x', at + 1),
  )
  t.same(states(calls), LIMITED)
})

t.test('work is no loop', async (t) => {
  const none = { warned: [], withheldFrom: 0, stalledAt: 0 }
  const rows: [name: string, calls: PastCall[]][] = [
    [
      'tests after each edit',
      times(40, (at) => (at % 2 ? edit(`e${at}`, at) : call('npm test', at))),
    ],
    [
      'tests after each change by a command',
      times(40, (at) => (at % 2 ? worked(`sed ${at}`, at) : call('npm test', at))),
    ],
    [
      'the same call with other results',
      times(20, (at) => worked('next', at, { outcomeHash: `r${at}` })),
    ],
    [
      'the output of a running command',
      times(40, (at) => worked('c1', at, { tool: 'read_output', effect: 'plan', mark: 'waiting' })),
    ],
    [
      'a poll between other polls',
      times(40, (at) =>
        at % 2
          ? worked('c1', at, { tool: 'read_output', effect: 'plan', mark: 'waiting' })
          : call('curl', at, { mark: 'waiting', outcomeHash: 'refused' }),
      ).slice(0, 10),
    ],
    ['some different failing calls', times(7, (at) => call(`try ${at}`, at))],
  ]
  for (const [name, calls] of rows) t.same(states(calls), none, name)
  const server = times(8, (at) => call('curl localhost', at, { mark: 'waiting' }))
  t.same(states(server), none, 'a server that is still starting')
  const flaky = states(times(10, (at) => worked('npm test', at)))
  t.same(flaky, { warned: [3], withheldFrom: 0, stalledAt: 0 }, 'ten runs of a flaky test')
  const on = states(times(30, (at) => worked('npm test', at)))
  t.same(on, { warned: [3], withheldFrom: 11, stalledAt: 14 }, 'and more of them')
  const polls = times(30, (at) => worked('poll', at + 1))
  const outputs = polls.map(({ step }) => ({
    ...{ step, kind: 'shell_output', asked: 'sleep 30; curl localhost/ready', text: 'no' },
    ...{ shown: '0 no', acts: false },
  }))
  const waits = (n: number) =>
    findLoop(guards, { calls: polls.slice(0, n), reads: [], outputs: outputs.slice(0, n) })
  t.notOk(isStalled(waits(22) ?? assertLoop()), 'a command with a pause waits for something')
  t.ok(isStalled(waits(23) ?? assertLoop()))
})

function assertLoop(): never {
  throw new Error('no loop')
}

t.test('row 30: different calls that all fail are warned late and stopped late', async (t) => {
  const tries = times(40, (at) => call(`try ${at}`, at))
  t.same(states(tries), { warned: [8], withheldFrom: 13, stalledAt: 16 })
  const ends = times(40, (at) => call(`words ${at}`, at, { tool: 'resolve', effect: 'plan' }))
  t.same(states(ends), { warned: [4], withheldFrom: 7, stalledAt: 10 }, 'refused ends')
  const mixed = times(80, (at) => (at % 7 === 6 ? look(`l${at}`, at) : call(`try ${at}`, at)))
  t.same(states(mixed), { warned: [], withheldFrom: 0, stalledAt: 0 }, 'some work')
})

t.test('row 30: other calls that fail at one place in one way count as the same', async (t) => {
  const failed = (at: number, failureKey: string) => call(`try ${at}`, at + 1, { failureKey })
  t.same(states(times(8, (at) => failed(at, 'a.ts: no match'))), LIMITED)
  const others = times(16, (at) => (at % 2 ? look(`g${at}`, at + 1) : failed(at, 'a.ts')))
  t.same(states(others), { warned: [5], withheldFrom: 9, stalledAt: 15 }, 'reads in between')
  const helped = times(40, (at) => (at % 3 === 2 ? edit(`e${at}`, at + 1) : failed(at, 'a.ts')))
  t.same(states(helped), { warned: [], withheldFrom: 0, stalledAt: 0 }, 'edits in between')
  const places = times(8, (at) => failed(at, `file ${at}`))
  t.same(states(places).stalledAt, 0, 'a search in eight places')
})

t.test('one reply with many equal calls is warned, not stopped', async (t) => {
  const loop = loopOf(times(20, () => call('x', 4)))
  t.ok(loop && !isWithheld(loop))
  t.match(loop?.says, /failed 20 times\./, 'and each of them is counted')
  const pairs = loopOf(times(40, (at) => look(`c${at % 2}`, 4)))
  t.ok(pairs && !isWithheld(pairs))
})

t.test('a file that is read again without a change is a loop', async (t) => {
  const read = (step: number, change: Partial<PastRead> = {}): PastRead => ({
    step,
    path: 'a.ts',
    hash: 'h',
    first: 1,
    last: 100,
    ...change,
  })
  const calls = (n: number) => times(n, (at) => look(`r${at}`, at + 1))
  const count = (reads: PastRead[], made = calls(reads.length)) => loopOf(made, reads)?.count ?? 0
  t.equal(count(times(8, (at) => read(at + 1))), 8)
  t.equal(count(times(8, (at) => read(at + 1, { first: at + 1, last: 90 }))), 8, 'other ranges')
  const on = times(8, (at) => read(at + 1, { first: at * 100 + 1, last: at * 100 + 100 }))
  t.equal(count(on), 1, 'reading on')
  t.equal(count(times(8, (at) => read(at + 1, { hash: `h${at}` }))), 1, 'it changed')
  const failed = times(8, (at) =>
    call(`patch ${at}`, at + 1, { tool: 'patch_file', effect: 'edit' }),
  )
  const afterEdits = loopOf(
    failed,
    times(8, (at) => read(at + 1)),
  )
  t.notOk(afterEdits?.file, 'after failed edits')
})

t.test('the advice is made from the error', async (t) => {
  const loop = loopOf(times(3, (at) => call('x', at + 1)))
  const rows: [error: string, advice: RegExp][] = [
    ['exit 127\nsh: 1: pyhton: command not found', /not installed/],
    [
      'Not allowed: run_command needs an answer. Nobody can be asked in this run.',
      /name the permission/,
    ],
    ['Refused: resolve cites e99, which the ledger does not have.', /names the tool to call/],
    ['old_str does not occur in a.ts', /Call read_file/],
    ['cat: x: No such file or directory', /list_dir or glob/],
    ['connect ECONNREFUSED 127.0.0.1:5432', /cannot be reached/],
    ['something else', /The error is: something else\. .*Change what the error names/],
  ]
  for (const [error, advice] of rows) {
    const warned = loop === null ? '' : (warnOfLoop(loop, error) ?? '')
    t.match(warned, advice, error)
    t.notMatch(warned, /call resolve/i, error)
  }
})

t.test(
  'finding 28: different commands that show nothing new are warned, then stalled',
  async (t) => {
    const shown = (
      asked: string,
      text: string,
      step: number,
      change: Partial<PastOutput> = {},
    ) => ({
      ...{ step, kind: 'shell_output', asked, text, shown: `0 ${text}`, acts: false },
      ...change,
    })
    const statesOf = (outputs: PastOutput[]) => {
      const seen = { warned: [] as number[], stalledAt: 0 }
      for (let length = 1; length <= outputs.length; length++) {
        const calls = times(length, (at) => worked(`k${at}`, outputs[at]?.step ?? 0))
        const loop = findLoop(guards, { calls, reads: [], outputs: outputs.slice(0, length) })
        if (loop === null) continue
        if (warnOfLoop(loop, '') !== null) seen.warned.push(length)
        if (seen.stalledAt === 0 && isStalled(loop)) seen.stalledAt = length
      }
      return seen
    }
    const stopped = { warned: [3], stalledAt: 8 }
    t.same(statesOf(times(40, (at) => shown(`echo try ${at}`, `try ${at}\n`, at + 1))), stopped)
    const words = times(40, (at) =>
      shown(`echo w${'x'.repeat(at)}`, `w${'x'.repeat(at)}\n`, at + 1),
    )
    t.same(statesOf(words), stopped, 'other words')
    const pages = (text: (at: number) => string) =>
      times(40, (at) => shown(`sed -n '${at}1,${at}9p' f`, text(at), at + 1))
    t.same(statesOf(pages(() => '')), stopped, 'parts of a file that are empty')
    t.match(statesOf(pages((at) => `77${at}\n`)), { stalledAt: 29 }, 'a file of numbers')
    const page = times(40, (at) => shown(`sed -n ${at}1,${at}9p f`, `${at}\n`, at + 1))
    t.match(statesOf(page), { stalledAt: 29 }, 'numbers of a file that are also in the command')
    const silent = times(40, (at) => shown(`./case ${at}`, '', at + 1))
    t.match(statesOf(silent), { stalledAt: 29 }, 'silence of a program may be a success')
    const codes = times(40, (at) => shown(`grep -rn ${at} src || true`, '', at + 1))
    t.match(statesOf(codes), { stalledAt: 29 }, 'another search')
    const files = times(40, (at) => shown(`cat part${at}.txt`, '', at + 1))
    t.match(statesOf(files), { stalledAt: 29 }, 'other files')
    const none = { warned: [], stalledAt: 0 }
    const honest: [string, PastOutput[]][] = [
      [
        'new files',
        times(60, (at) => shown(`a${at}`, '', at + 1, { kind: 'file_read', shown: `h${at}` })),
      ],
      ['lines', times(60, (at) => shown(`sed -n ${at}p f`, `line ${'y'.repeat(at)}`, at + 1))],
      [
        'a new file now and then',
        times(60, (at) =>
          at % 3 === 0
            ? shown(`b${at}`, '', at + 1, { kind: 'file_read', shown: `h${at}` })
            : shown(`echo ${at}`, `${at}`, at + 1),
        ),
      ],
      ['changes', times(60, (at) => shown(`sed -i ${at}d f`, '', at + 1, { acts: true }))],
      [
        'the same looks after each change',
        times(60, (at) =>
          at % 9 === 8
            ? shown('sed -i 1d f', '', at + 1, { acts: true })
            : shown(`cat ${'abcdefgh'[at % 9]}.txt`, '', at + 1),
        ),
      ],
    ]
    for (const [name, outputs] of honest) t.same(statesOf(outputs), none, name)
  },
)

t.test('row 30: steps that only write the plan are warned, then stalled', async (t) => {
  const plan = (at: number) =>
    worked(`words ${at}`, at + 1, {
      tool: 'todo_write',
      effect: 'plan' as const,
      notes: 'list' as const,
    })
  t.same(states(times(20, plan)), LIMITED)
  const asks = (at: number) =>
    worked(`words ${at}`, at + 1, {
      tool: 'spawn_child',
      effect: 'plan' as const,
      notes: 'other' as const,
    })
  t.same(states(times(20, asks)), { warned: [4], withheldFrom: 7, stalledAt: 10 }, 'sub-questions')
  const mixed = times(40, (at) => (at % 3 === 0 ? look(`g${at}`, at + 1) : plan(at)))
  t.same(states(mixed), { warned: [], withheldFrom: 0, stalledAt: 0 }, 'with reads between')
})

t.test(
  'row 30: edits that never change how a command fails are warned, then stalled',
  async (t) => {
    const failed = (at: number) => call('npm test', at + 1)
    const edited = (at: number, path: string): PastOutput => ({
      ...{ step: at + 1, kind: 'edit_applied', asked: path, shown: `${at}`, text: '', acts: true },
    })
    const run = (pathOf: (at: number) => string, fails = failed) => {
      const ends = { warned: [] as number[], stalledAt: 0 }
      const calls: PastCall[] = []
      const outputs: PastOutput[] = []
      for (const at of times(60, (n) => n)) {
        const isEdit = at % 2 === 0
        calls.push(isEdit ? edit(`e${at}`, at + 1) : fails(at))
        if (isEdit) outputs.push(edited(at, pathOf(at)))
        const seen = { calls: calls.slice(-60), reads: [], outputs: outputs.slice(-60) }
        const loop = findLoop(guards, seen)
        if (loop === null) continue
        if (warnOfLoop(loop, '') !== null) ends.warned.push(at)
        if (ends.stalledAt === 0 && isStalled(loop)) ends.stalledAt = at
      }
      return ends
    }
    t.same(
      run(() => 'src/n.js'),
      { warned: [9], stalledAt: 29 },
    )
    t.same(
      run((at) => `src/${at}.js`),
      { warned: [], stalledAt: 0 },
      'a list of files',
    )
    const moving = (at: number) => call('npm test', at + 1, { outcomeHash: `fails ${at}` })
    t.same(
      run(() => 'src/n.js', moving),
      { warned: [], stalledAt: 0 },
      'the failure changes',
    )
  },
)
