import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { FileEdit, Outcome, Reply, ToolCall } from '#core'
import type { Question } from '#supervisor'
import { hashBytes, openWorkspace, processIsOurs, processStart } from '#workspace'
import { makeCall, makeEdit, makeOutcome, makeReply } from '../kit/ledger.js'
import { act, type Loop, openLoop, type Ran, say } from '../kit/loop.js'

/** A step that was decided and begun when its process died: the ledger as it would have been left. */
interface Dead {
  loop: Loop
  taskId: string
  intentId: string
}

interface Scene {
  /** Files as the user finds them. */
  files: Record<string, string>
  calls: ToolCall[]
  /** Index of the call that was under way. */
  ordinal?: number
  edits?: FileEdit[]
  outcome?: Outcome | null
  settled?: { ordinal: number; outcome: Outcome }[]
}

function change(path: string, before: string | null, after: string | null): FileEdit {
  const bytes = (text: string | null) => (text === null ? null : Buffer.from(text))
  return { path, before: bytes(before), after: bytes(after), fileMode: 0o640 }
}

/** Said as often as it takes until an unproven end is believed. */
const ENDS = Array.from({ length: 4 }, () => say('That is all.'))

const writeCall = makeCall('w', 'write_file', { path: 'a.txt', content: 'new' })

function died(t: Test, scene: Scene): Dead {
  const { files, calls, ordinal = 0, edits = [], outcome = null, settled = [] } = scene
  const loop = openLoop(t, { files, replies: [act(), ...ENDS] })
  const taskId = loop.add('what happened?')
  const call = calls[ordinal]
  if (call === undefined) throw new Error('no such call')
  const reply: Reply = makeReply(calls, { text: 'decided' })
  const head = [{ role: 'system' as const, content: 'head' }]
  loop.ledger().newGeneration(taskId, { head, tailFromSeq: 0, reason: 'start' })
  const intentId = loop.ledger().intend({
    taskId,
    step: 1,
    reply,
    ordinal,
    call,
    effect: edits.length > 0 ? 'edit' : 'command',
    edits,
    outcome,
    settled,
    estimatedTokens: 10,
  })
  return { loop, taskId, intentId }
}

function goOn({ loop, taskId }: Dead, over: Parameters<Loop['run']>[1] = {}): Promise<Ran> {
  loop.reopen()
  return loop.run(taskId, over)
}

/** The step was taken up, not decided again, and the next one followed. */
function settledOnce(t: Test, { loop, taskId }: Dead, { result }: Ran): void {
  t.equal(result?.subtype, 'resolved')
  t.equal(loop.requests.length, (result?.steps ?? 0) - 1, 'the stored decision is not asked again')
  t.equal(loop.ledger().view(taskId).pending, null)
  t.ok(loop.ledger().verify().ok)
}

/** What the user reads first about the step. */
function firstNote({ events }: Ran): string {
  return events.flatMap((event) => (event.type === 'note' ? [event.text] : []))[0] ?? ''
}

function texts({ events }: Ran): string[] {
  return events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : []))
}

const oneFile = (files: Record<string, string>): Scene => ({
  files,
  calls: [writeCall],
  edits: [change('a.txt', 'old', 'new')],
  outcome: makeOutcome(writeCall, [makeEdit('a.txt')], 'written'),
})

t.test('an interrupted edit whose file is unchanged is made once', async (t) => {
  const dead = died(t, oneFile({ 'a.txt': 'old' }))
  chmodSync(join(dead.loop.root, 'a.txt'), 0o640)
  const left = join(dead.loop.root, `.a.txt.aircoder-${dead.intentId}.tmp`)
  const strange = join(dead.loop.root, '.a.txt.aircoder-i_other.tmp')
  writeFileSync(left, 'ne')
  writeFileSync(strange, 'x')
  const ran = await goOn(dead)
  settledOnce(t, dead, ran)
  t.equal(firstNote(ran), 'step 1 was interrupted: write a.txt (3 characters); finishing it')
  t.equal(dead.loop.read('a.txt'), 'new')
  t.equal(statSync(join(dead.loop.root, 'a.txt')).mode & 0o777, 0o640, 'mode bits are kept')
  t.notOk(existsSync(left), 'its temporary file is removed')
  t.ok(existsSync(strange), 'one of another edit is not')
  t.same(
    dead.loop
      .ledger()
      .find({ taskId: dead.taskId })
      .map((row) => row.kind),
    ['edit_applied'],
  )
})

t.test('an interrupted edit that was already made is only recorded', async (t) => {
  const dead = died(t, oneFile({ 'a.txt': 'new' }))
  const path = join(dead.loop.root, 'a.txt')
  chmodSync(path, 0o600)
  const { ino } = statSync(path)
  const ran = await goOn(dead)
  settledOnce(t, dead, ran)
  t.equal(statSync(path).ino, ino, 'the file was not written again')
  t.equal(ran.result?.changes.length, 1)
})

t.test(
  'a file that somebody else changed is left unchanged, and the conflict is recorded',
  async (t) => {
    const dead = died(t, oneFile({ 'a.txt': 'mine' }))
    const ran = await goOn(dead)
    settledOnce(t, dead, ran)
    t.equal(dead.loop.read('a.txt'), 'mine')
    const row = dead.loop.ledger().find({ taskId: dead.taskId })[0]
    t.match(row, { kind: 'diagnostic', subject: 'a.txt', facts: { code: 'conflict' } })
    t.match(dead.loop.requests[0]?.messages.at(-1)?.content, /Not written: a\.txt changed while/)
    t.equal(
      dead.loop
        .ledger()
        .payload(hashBytes(Buffer.from('old')))
        .toString(),
      'old',
      'pre-image is kept',
    )
  },
)

t.test('a partly made change of several files is finished', async (t) => {
  const call = makeCall('c1', 'multi_edit', { edits: [] })
  const scene = (files: Record<string, string>): Scene => ({
    files,
    calls: [call],
    edits: [
      change('a.txt', 'old a', 'new a'),
      change('deep/er/b.txt', null, 'new b'),
      change('c.txt', 'old c', null),
    ],
    outcome: makeOutcome(call, [makeEdit('a.txt'), makeEdit('deep/er/b.txt'), makeEdit('c.txt')]),
  })
  for (const files of [
    { 'a.txt': 'old a', 'c.txt': 'old c' },
    { 'a.txt': 'new a', 'c.txt': 'old c' },
    { 'a.txt': 'new a', 'deep/er/b.txt': 'new b', 'c.txt': 'old c' },
    { 'a.txt': 'new a', 'deep/er/b.txt': 'new b' },
  ] as Record<string, string>[]) {
    const dead = died(t, scene(files))
    settledOnce(t, dead, await goOn(dead))
    t.equal(dead.loop.read('a.txt'), 'new a')
    t.equal(dead.loop.read('deep/er/b.txt'), 'new b')
    t.notOk(existsSync(join(dead.loop.root, 'c.txt')))
  }
  const dead = died(t, scene({ 'a.txt': 'new a', 'c.txt': 'theirs' }))
  settledOnce(t, dead, await goOn(dead))
  t.equal(dead.loop.read('c.txt'), 'theirs')
  t.notOk(existsSync(join(dead.loop.root, 'deep')), 'a conflict anywhere writes nowhere')
})

t.test('calls before the interrupted one are kept, later ones run now', async (t) => {
  const calls = [
    makeCall('c1', 'run_command', { command: 'echo again >> count.txt' }),
    writeCall,
    makeCall('c3', 'run_command', { command: 'cat a.txt >> count.txt' }),
  ]
  const first = calls[0] ?? writeCall
  const dead = died(t, {
    ...oneFile({ 'a.txt': 'old', 'count.txt': 'once\n' }),
    calls,
    ordinal: 1,
    settled: [{ ordinal: 0, outcome: makeOutcome(first, [], 'ran before') }],
  })
  const ran = await goOn(dead)
  settledOnce(t, dead, ran)
  t.equal(dead.loop.read('count.txt'), 'once\nnew')
  const tail = dead.loop.requests[0]?.messages.slice(1) ?? []
  t.same(
    tail.map((message) => message.tool_call_id ?? message.role),
    ['assistant', 'c1', 'w', 'c3'],
  )
})

t.test('recovery that is interrupted anywhere converges', async (t) => {
  for (const at of ['init', 'note', 'reply', 'tool_call', 'tool_result', 'step']) {
    const calls = [writeCall, makeCall('c2', 'run_command', { command: 'echo ran >> count.txt' })]
    const dead = died(t, { ...oneFile({ 'a.txt': 'old' }), calls })
    dead.loop.reopen()
    await dead.loop.run(dead.taskId, {}, (event) => event.type === at)
    const { result } = await goOn(dead)
    t.equal(result?.subtype, 'resolved', at)
    t.equal(dead.loop.requests.length, (result?.steps ?? 0) - 1, at)
    t.equal(dead.loop.read('a.txt'), 'new', at)
    t.equal(dead.loop.read('count.txt'), 'ran\n', at)
    t.equal(dead.loop.ledger().find({ kind: 'edit_applied' }).length, 1, at)
  }
})

const COMMAND = 'echo ran >> count.txt'
const commandScene: Scene = {
  files: {},
  calls: [makeCall('c1', 'run_command', { command: COMMAND })],
}

t.test('a command of unknown outcome is not run again when nobody can be asked', async (t) => {
  const dead = died(t, commandScene)
  dead.loop.ledger().progress(dead.intentId, 'half of its output')
  const ran = await goOn(dead)
  settledOnce(t, dead, ran)
  t.notOk(existsSync(join(dead.loop.root, 'count.txt')))
  const row = dead.loop.ledger().find({ taskId: dead.taskId })[0]
  t.match(row, { kind: 'shell_output', facts: { command: COMMAND, interrupted: true } })
  t.match(row?.summary, /interrupted/)
  t.equal(
    dead.loop
      .ledger()
      .payload(row?.payloadHash ?? '')
      .toString(),
    'half of its output',
  )
  t.match(dead.loop.requests[0]?.messages.at(-1)?.content, /not run again[\s\S]*half of its output/)
})

t.test('a person decides: run it again, skip it, or take it as done', async (t) => {
  for (const [decision, count, ok] of [
    ['yes', 1, true],
    ['no', 0, false],
    ['always', 0, true],
  ] as const) {
    const dead = died(t, commandScene)
    const asked: Question[] = []
    const ask = async (question: Question) => {
      asked.push(question)
      return { decision }
    }
    const ran = await goOn(dead, { ask })
    settledOnce(t, dead, ran)
    t.equal(firstNote(ran), '', 'the question has named it')
    t.same(asked, [{ kind: 'interrupted_command', command: COMMAND, output: '' }])
    t.equal(existsSync(join(dead.loop.root, 'count.txt')), count === 1, decision)
    const { recentCalls } = dead.loop.ledger().view(dead.taskId)
    t.equal(recentCalls.length, 1)
    const sent = dead.loop.requests[0]?.messages.at(-1)?.content
    t.equal(/The user says that it did its work/.test(sent ?? ''), decision === 'always')
    t.equal(/not run again/.test(sent ?? ''), !ok || decision === 'always')
  }
})

t.test(
  'a resumed task whose command changed nothing asks for no tests, also with edits of an older task',
  async (t) => {
    const dead = died(t, commandScene)
    const asked: Question[] = []
    const ask = async (question: Question) => {
      asked.push(question)
      return { decision: 'no' as const }
    }
    const workspace = openWorkspace({ root: dead.loop.root, deny: [], env: process.env })
    const store = workspace.openSnapshots(join(dead.loop.root, '..', 'data', 'snapshots'))
    const before = await store.take(new AbortController().signal)
    const snapshots = { ...store, beforeCall: () => before }
    const ran = await goOn(dead, {
      ask,
      snapshots,
      mode: () => 'acceptEdits',
      testCommand: 'npm test',
      autoCheck: 'on',
    })
    t.same(
      asked.map(({ kind }) => kind),
      ['interrupted_command'],
    )
    t.equal(ran.result?.subtype, 'resolved')
  },
)

t.test('the test command of the user runs again', async (t) => {
  const dead = died(t, commandScene)
  const ran = await goOn(dead, { testCommand: COMMAND })
  t.equal(firstNote(ran), `half run, runs again: ${COMMAND}`)
  settledOnce(t, dead, ran)
  t.equal(dead.loop.read('count.txt'), 'ran\n')
  t.equal(dead.loop.ledger().find({ kind: 'test_result' }).length, 1)
  t.equal(texts(ran).length, 1)
})

t.test('a command with a stored outcome never runs again', async (t) => {
  const dead = died(t, commandScene)
  const [call] = commandScene.calls
  if (call === undefined) throw new Error('no call')
  dead.loop.ledger().settle(dead.intentId, makeOutcome(call, [], 'it ran'))
  const { result } = await goOn(dead)
  t.equal(result?.steps, 2)
  t.notOk(existsSync(join(dead.loop.root, 'count.txt')))
  t.match(dead.loop.requests[0]?.messages.at(-1)?.content, /it ran/)
})

t.test(
  'a command that still runs is ended with its children; a stranger of the same pid is not',
  async (t) => {
    const start = () => spawn('sh', ['-c', 'sleep 600 & wait'], { detached: true, stdio: 'ignore' })
    const child = start()
    const stranger = start()
    t.teardown(() => {
      for (const { pid } of [child, stranger])
        try {
          process.kill(-(pid ?? 0), 'SIGKILL')
        } catch {
          // It has ended: the test went well.
        }
    })
    const pid = child.pid ?? 0
    const other = stranger.pid ?? 0
    const dead = died(t, commandScene)
    dead.loop.ledger().spawned(dead.intentId, pid, processStart(pid))
    const gone = once(child, 'exit')
    settledOnce(t, dead, await goOn(dead))
    await gone
    t.notOk(processIsOurs(pid, processStart(pid)))

    const second = died(t, commandScene)
    second.loop.ledger().spawned(second.intentId, other, 'another boot:1')
    settledOnce(t, second, await goOn(second))
    t.ok(processIsOurs(other, processStart(other)), 'the stranger lives')
  },
)
