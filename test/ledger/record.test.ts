import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import t from 'tap'
import type { EvidenceDraft } from '#core'
import { type Ledger, openLedger } from '#ledger'
import {
  bundleProgram,
  freshLedger,
  makeCall,
  makeNode,
  makeOutcome,
  makeRead,
  makeReply,
  makeStep,
  makeTest,
  startTask,
} from '../kit/ledger.js'

interface Run {
  /** Changes everything that the canonical export leaves out. */
  cwd: string
  tookMs: number
  /** Earlier work in the same ledger, which shifts every id. */
  after?: number
  interrupts?: boolean
}

/** The same run with other ids, clocks and folders. */
function tell(ledger: Ledger, { cwd, tookMs, after = 0, interrupts = false }: Run): string {
  for (let count = 0; count < after; count += 1)
    ledger.commit(makeStep(startTask(ledger).taskId, 1, [makeRead('x', `${count}`)]))
  const sessionId = ledger.createSession({ cwd, model: `model ${cwd}`, mode: 'yolo', title: cwd })
  const taskId = ledger.createTask({
    sessionId,
    text: 'count the files',
    message: { role: 'user', content: cwd },
  })
  const read = makeRead('src/a.ts', 'took 12 ms')
  ledger.commit(makeStep(taskId, 1, [{ ...read, facts: { path: 'src/a.ts', tookMs } }]))

  const next = `e${ledger.view(taskId).nextEvidence}`
  const run: EvidenceDraft = {
    ...makeTest('npm test', true),
    summary: `2 pass in ${tookMs} ms`,
    payload: Buffer.from(
      `${cwd}/a.test.ts\nduration_ms: ${tookMs}.5\nat 2024-01-0${after + 1}T10:00:00Z`,
    ),
  }
  const broken: EvidenceDraft = {
    ...run,
    kind: 'shell_output',
    summary: 'interrupted: nobody knows',
    payload: Buffer.from(''),
  }
  const call = makeCall(`call_${cwd}`, 'resolve', { cites: [next], summary: `as ${next} shows` })
  const root = ledger.view(taskId).plan[0] ?? makeNode('n', 'n')
  ledger.commit({
    ...makeStep(taskId, 2),
    reply: makeReply([call], {
      text: `${next} proves it`,
      usage: { promptTokens: tookMs, completionTokens: 1, reusedPrefixTokens: 0 },
    }),
    estimatedTokens: tookMs,
    outcomes: [makeOutcome(call, [interrupts ? broken : run])],
    plan: [
      { node: makeNode('h', root.id, { text: 'an idea' }), narrative: `from ${next}` },
      { node: { ...root, status: 'resolved', cites: [next] }, narrative: 'proved' },
    ],
    end: { status: 'resolved', text: `see ${next}`, cites: [next], proven: true },
  })
  return taskId
}

t.test(
  'row 10: equal runs give the same canonical text with other ids, clocks, folders and earlier work',
  (t) => {
    const plain = freshLedger(t, { path: join(t.testdir(), 'one.sqlite') })
    const used = freshLedger(t, { path: join(dirname(plain.path), 'two.sqlite') })
    const one = [...plain.exportCanonical(tell(plain, { cwd: '/home/one', tookMs: 3 }))]
    const two = [...used.exportCanonical(tell(used, { cwd: '/tmp/two', tookMs: 417, after: 3 }))]
    t.same(two, one)
    t.same([...plain.exportCanonical()], one, 'the only task is the whole ledger')
    const lines = one.map((line) => JSON.parse(line))
    t.same(
      lines.map(({ type }) => type),
      [
        'task',
        'node',
        'node',
        'revision',
        'revision',
        'revision',
        'episode',
        'episode',
        'evidence',
        'evidence',
      ],
    )
    t.match(lines[0], {
      task: 't1',
      cursor: 2,
      text: 'count the files',
      status: 'resolved',
      end: 'see e2',
      cites: ['e2'],
    })
    t.match(lines[7], {
      node: 'n1',
      text: 'e2 proves it',
      calls: [{ name: 'resolve', arguments: { cites: ['e2'] } }],
    })
    t.match(lines[8], { id: 'e1', step: 1, bytes: 10, facts: { path: 'src/a.ts' } })
    t.notMatch(one.join(), /one|call_|tokens|Ms"|home/i)
    for (const line of one)
      t.equal(line, JSON.stringify(JSON.parse(line), Object.keys(flat(JSON.parse(line))).sort()))
    t.end()
  },
)

/** Every key at any depth: JSON.stringify's list of keys also sorts them. */
function flat(value: object): Record<string, true> {
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, item]) => ({
      ...(Array.isArray(value) ? {} : { [key]: true }),
      ...(typeof item === 'object' && item !== null ? flat(item) : {}),
    })),
  )
}

t.test('an interrupted command changes only its own row', (t) => {
  const ledger = freshLedger(t)
  const whole = [...ledger.exportCanonical(tell(ledger, { cwd: '/a', tookMs: 1 }))]
  const cut = [...ledger.exportCanonical(tell(ledger, { cwd: '/b', tookMs: 2, interrupts: true }))]
  const differing = cut.filter((line, index) => line !== whole[index])
  t.equal(cut.length, whole.length)
  t.equal(differing.length, 1)
  t.match(differing[0], /"summary":"interrupted/)
  t.end()
})

t.test('exportRows has every row with its real id and payload', (t) => {
  const ledger = freshLedger(t)
  const { taskId, sessionId } = startTask(ledger)
  const binary = Buffer.from([255, 0, 1])
  ledger.commit(makeStep(taskId, 1, [makeRead('text', 'a\nb'), makeRead('binary', binary)]))
  startTask(ledger, 'another')
  const lines = [...ledger.exportRows(taskId)].map((line) => JSON.parse(line))
  t.same(
    lines.map(({ type }) => type),
    [
      'session',
      'task',
      'node',
      'revision',
      'episode',
      'evidence',
      'evidence',
      'message',
      'message',
      'message',
    ],
  )
  t.match(lines[0], { id: sessionId })
  t.match(lines[5], { id: 'e1', taskId, payload: 'a\nb', facts: { path: 'text' } })
  t.match(lines[6], { payloadBase64: binary.toString('base64') })
  t.equal([...ledger.exportRows()].filter((line) => line.startsWith('{"type":"task"')).length, 2)
  t.end()
})

t.test('verify finds nothing wrong in a ledger that was only created', (t) => {
  const path = join(t.testdir(), 'ledger.sqlite')
  openLedger({ path }).close()
  const ledger = openLedger({ path })
  t.same(ledger.verify(), { ok: true, problems: [] })
  ledger.close()
  t.end()
})

t.test('verify describes every problem', (t) => {
  const violations: [sql: string, problem: RegExp][] = [
    ['UPDATE tasks SET cursor = 1', /cursor of task t_\w+ is not at its last episode/],
    ['UPDATE episodes SET step = 9 WHERE step = 2', /episodes of task t_\w+ have a gap/],
    ["UPDATE blobs SET bytes = x'00'", /bytes of blob [0-9a-f]{64} were changed/],
    ['DELETE FROM blobs', /refers to a row of blobs that does not exist/],
    ['UPDATE tasks SET cites = \'["e99"]\'', /e99 is cited and does not exist/],
    ["UPDATE plan_nodes SET kind = 'hypothesis'", /not have exactly one root node/],
    ['UPDATE plan_nodes SET parent_number = 77', /n1 has a wrong parent/],
    ['DELETE FROM prompt_tail WHERE seq = 2', /messages of session s_\w+ have a gap/],
    [
      "UPDATE counters SET value = 0 WHERE name = 'evidence'",
      /counter of evidence numbers is too low/,
    ],
    ['DELETE FROM evidence_text', /e1 is missing in the full-text index/],
    [
      `INSERT INTO intents (id, task_id, step, ordinal, tool, arguments, effect, status, created_ms)
        SELECT 'i_1', id, 1, 0, 'x', '{}', 'edit', 'open', 0 FROM tasks`,
      /intent i_1 is open although its step was committed/,
    ],
    [
      "INSERT INTO decisions SELECT id, 1, '{}', 0 FROM tasks",
      /pending decision that is not for its next step/,
    ],
    ['UPDATE plan_revisions SET node_number = 5', /names node n5/],
    ["UPDATE evidence SET summary = 'rEad a'", /step 1 of task t_\w+ was changed/],
    ["UPDATE tasks SET text = 'change the tests'", /task t_\w+ was changed/],
    ["UPDATE plan_nodes SET text = 'other'", /n1 differs from its last revision/],
    ["UPDATE prompt_tail SET message = '{' WHERE seq = 2", /message s_\w+ 2 is not valid JSON/],
    ['UPDATE evidence SET step = 7', /e1 has no episode/],
    ['UPDATE evidence SET payload_bytes = 1', /payload of evidence e1 has a wrong length/],
  ]
  const folder = t.testdir()
  for (const [index, [sql, problem]] of violations.entries()) {
    const path = join(folder, `${index}.sqlite`)
    const ledger = openLedger({ path })
    const { taskId } = startTask(ledger)
    ledger.commit(makeStep(taskId, 1, [makeRead('a', 'whole')]))
    ledger.commit(makeStep(taskId, 2))
    t.same(ledger.verify(), { ok: true, problems: [] })
    const db = new Database(path)
    db.pragma('foreign_keys = OFF')
    db.exec(sql)
    db.close()
    const { ok, problems } = ledger.verify()
    t.notOk(ok)
    t.match(problems.join('\n'), problem)
    if (sql.includes("'{'")) t.throws(() => ledger.view(taskId), { code: 'LEDGER_UNREADABLE' })
    ledger.close()
  }
  t.end()
})

t.test(
  'row 8, row 11: a kill at any moment leaves no partial step and loses no acknowledged one',
  async (t) => {
    const source = `
    import { openLedger } from '#ledger'
    import { makeRead, makeStep, startTask } from './test/kit/ledger.js'
    const ledger = openLedger({ path: process.argv[2] })
    const open = ledger.tasks({ status: ['open'] })[0]
    const taskId = open ? open.id : startTask(ledger).taskId
    for (let step = ledger.view(taskId).task.step + 1; ; step += 1) {
      ledger.commit(makeStep(taskId, step, [makeRead('a', 'payload ' + step), makeRead('b', 'x'.repeat(5000) + step)]))
      process.stdout.write(step + '\\n')
    }`
    const program = await bundleProgram(t, source)
    const path = join(dirname(program), 'ledger.sqlite')
    let checked = 0
    for (const killAfter of [1, 0, 7, 3, 20]) {
      const child = spawn(process.execPath, [program, path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let acknowledged = 0
      let seen = 0
      const lines = createInterface({ input: child.stdout })
      if (killAfter === 0) child.kill('SIGKILL')
      lines.on('line', (line) => {
        acknowledged = Number(line)
        seen += 1
        if (seen === killAfter) child.kill('SIGKILL')
      })
      await Promise.all([once(child, 'exit'), once(lines, 'close')])
      if (!existsSync(path)) continue
      const ledger = openLedger({ path })
      const [task] = ledger.tasks()
      t.ok((task?.steps ?? 0) >= acknowledged, `step ${acknowledged} was acknowledged and is there`)
      t.same(ledger.verify(), { ok: true, problems: [] })
      if (task) t.equal(ledger.counts(task.id).evidence, task.steps * 2, 'each step is whole')
      ledger.close()
      checked += 1
    }
    t.ok(checked >= 4, `${checked} of 5 kills were checked`)
    t.notOk(readFileSync(path).length === 0)
  },
)
