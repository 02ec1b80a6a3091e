import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createScriptModel } from '#model'
import type { Answer, Question } from '#supervisor'
import { openWorkspace } from '#workspace'
import { act, type Drive, type Loop, openLoop, say } from '../kit/loop.js'

const ENDS = Array.from({ length: 4 }, () => say('That is all.'))
const OLD = { 'a.txt': 'old\n', 'b.txt': 'old\n' }
const EDITS = Object.keys(OLD).map((path) => ({ path, old_str: 'old', new_str: 'new' }))

/** A process that died after it had written the first of two files. */
async function died(t: Test, over: Drive = {}): Promise<{ loop: Loop; taskId: string }> {
  const loop = openLoop(t, { files: OLD })
  const taskId = loop.add('change it')
  const real = openWorkspace({ root: loop.root, deny: [], env: process.env })
  const workspace = {
    ...real,
    applyEdits(edits: Parameters<typeof real.applyEdits>[0], options: { tempTag: string }) {
      real.applyEdits(edits.slice(0, 1), options)
      throw new Error('killed')
    },
  }
  const model = createScriptModel([act(['multi_edit', { edits: EDITS }])])
  await t.rejects(loop.run(taskId, { ...over, workspace, model }), /killed/)
  t.equal(loop.read('a.txt'), 'new\n')
  loop.reopen()
  return { loop, taskId }
}

function goOn({ loop, taskId }: { loop: Loop; taskId: string }, over: Drive) {
  return loop.run(taskId, { model: createScriptModel(ENDS), mode: () => 'default', ...over })
}

function texts({ loop }: { loop: Loop }): string[] {
  return Object.keys(OLD).map((path) => loop.read(path).trim())
}

/** Answers every question with this, and keeps the questions. */
function answering(answer: Answer) {
  const asked: Question[] = []
  return {
    asked,
    ask: async (question: Question) => {
      asked.push(question)
      return answer
    },
  }
}

t.test('a mode that asks now asks about the edit that another mode allowed', async (t) => {
  const dead = await died(t)
  const { asked, ask } = answering({ decision: 'yes' })
  await goOn(dead, { ask })
  t.match(asked, [{ kind: 'permission', diff: /\+new/ }])
  t.same(texts(dead), ['new', 'new'])
})

t.test('where nobody can be asked, the half-done edit is changed back', async (t) => {
  const dead = await died(t)
  const { events } = await goOn(dead, {})
  t.same(texts(dead), ['old', 'old'])
  t.match(
    events.find((event) => event.type === 'note' && /not finished/.test(event.text)),
    { text: /Nobody can be asked in this run\. Changed back[^.]*: a\.txt\./ },
  )
})

t.test('a no changes it back', async (t) => {
  const dead = await died(t)
  await goOn(dead, answering({ decision: 'no', reason: 'not now' }))
  t.same(texts(dead), ['old', 'old'])
  t.match(
    JSON.stringify(dead.loop.requests.at(-1)?.messages),
    /Not written: The user said no: not now/,
  )
})

t.test('an interrupted question leaves everything for the next run', async (t) => {
  const dead = await died(t)
  const stop = new AbortController()
  const ask = async () => {
    stop.abort()
    return { decision: 'no' as const, unanswered: true as const }
  }
  await goOn(dead, { ask, signal: stop.signal })
  t.same(texts(dead), ['new', 'old'])
  dead.loop.reopen()
  dead.loop.ledger().reopen(dead.taskId)
  await goOn(dead, answering({ decision: 'yes' }))
  t.same(texts(dead), ['new', 'new'])
})

t.test('a yes to this call before the kill still counts', async (t) => {
  const before = answering({ decision: 'yes' })
  const dead = await died(t, { mode: () => 'default', ask: before.ask })
  t.equal(before.asked.length, 1)
  await goOn(dead, {})
  t.same(texts(dead), ['new', 'new'])
})

t.test('plan mode leaves what was written, and undo knows of it', async (t) => {
  const dead = await died(t)
  await goOn(dead, { mode: () => 'plan' })
  t.same(texts(dead), ['new', 'old'])
  t.match(
    JSON.stringify(dead.loop.requests.at(-1)?.messages),
    /Partly written: Plan mode changes nothing.*Written by this call and still changed: a\.txt/,
  )
  const { session } = dead.loop.ledger().view(dead.taskId)
  const [edit] = dead.loop.ledger().appliedEdits({ sessionId: session.id })
  t.same(
    edit?.files.map(({ path }) => path),
    ['a.txt'],
  )
})

t.test('an edit that failed and could not be restored is recorded file by file', async (t) => {
  const loop = openLoop(t, { files: OLD })
  const taskId = loop.add('change it')
  const real = openWorkspace({ root: loop.root, deny: [], env: process.env })
  const workspace = {
    ...real,
    applyEdits(edits: Parameters<typeof real.applyEdits>[0], options: { tempTag: string }) {
      real.applyEdits(edits.slice(0, 1), options)
      const message = 'b.txt cannot be written: the disk is full. Could not be restored: a.txt.'
      return { ok: false as const, code: 'io' as const, path: 'b.txt', message, written: ['a.txt'] }
    },
  }
  const model = createScriptModel([act(['multi_edit', { edits: EDITS }]), ...ENDS])
  await loop.run(taskId, { workspace, model })
  const { session } = loop.ledger().view(taskId)
  const [edit] = loop.ledger().appliedEdits({ sessionId: session.id })
  t.same(
    edit?.files.map(({ path }) => path),
    ['a.txt'],
  )
  t.match(JSON.stringify(loop.requests[1]?.messages), /Partly written: b\.txt cannot be written/)
  t.ok(existsSync(join(loop.root, 'b.txt')))
})
