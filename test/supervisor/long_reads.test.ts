import Database from 'better-sqlite3'
import t from 'tap'
import { makeEdit, makeRead, makeStep } from '../kit/ledger.js'
import { act, openLoop } from '../kit/loop.js'

/** Steps of the task before those that are watched. Every limit of a query of a step is lower. */
const STEPS = 260
/** Most rows that one statement of a resume may return: those of its quick check. */
const MOST_ROWS = 200

interface Ran {
  sql: string
  rows: number
}

t.test('a step and a resume of a long task read no more than those of a short one', async (t) => {
  const loop = openLoop(t, {
    files: { 'a.txt': 'number 1 \n' },
    replies: [
      // The scripted model answers step N with reply N.
      ...Array.from({ length: STEPS }, () => act(['list_files', { path: '.' }])),
      act(['read_file', { path: 'a.txt' }]),
      act(['edit_file', { path: 'a.txt', old_str: 'number 1 ', new_str: 'number 2 ' }]),
      act(['run_command', { command: 'true' }]),
    ],
  })
  const taskId = loop.add('Change the number in a.txt.')
  await loop.run(taskId, {}, ({ type }) => type === 'step')
  for (let step = 2; step <= STEPS; step += 1) {
    const row = step % 2 === 0 ? makeEdit(`f${step}`) : makeRead(`f${step}`, `text ${step}`)
    loop.ledger().commit(makeStep(taskId, step, [row], { append: [] }))
  }
  loop.reopen()
  const ran: Ran[] = []
  const restore = watchStatements(ran)
  t.teardown(restore)
  let steps = 0
  const tools: string[] = []
  await loop.run(taskId, { persistentShell: true }, (event) => {
    if (event.type === 'tool_result') tools.push(`${event.tool} ${event.ok}`)
    if (event.type === 'step') steps += 1
    return steps === 3
  })
  restore()
  t.same(tools, ['read_file true', 'patch_file true', 'run_command true'])
  t.ok(ran.length > 100, 'the statements were seen')
  t.same(
    ran.filter(({ rows }) => rows > MOST_ROWS),
    [],
    'no statement returns the whole task',
  )
  t.same(plansOf(ran, loop.ledger().path), [], 'no statement reads a whole table or sorts a task')
})

/** Records every statement that returns rows. @returns ends it */
function watchStatements(ran: Ran[]): () => void {
  const db = new Database(':memory:')
  const proto = Object.getPrototypeOf(db.prepare('SELECT 1'))
  db.close()
  const { all, get } = proto
  proto.all = function (this: Database.Statement, ...values: unknown[]) {
    const rows = all.apply(this, values)
    ran.push({ sql: this.source, rows: rows.length })
    return rows
  }
  proto.get = function (this: Database.Statement, ...values: unknown[]) {
    ran.push({ sql: this.source, rows: 1 })
    return get.apply(this, values)
  }
  return () => Object.assign(proto, { all, get })
}

/** What the plans of these statements read as a whole. Without statistics a plan does not depend on the rows. */
function plansOf(ran: readonly Ran[], path: string): string[] {
  const db = new Database(path, { readonly: true })
  try {
    return [...new Set(ran.map(({ sql }) => sql))].flatMap((sql) => {
      if (/^\s*(PRAGMA|BEGIN|COMMIT)/i.test(sql)) return []
      const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, null])
      const free = (sql.match(/\?/g) ?? []).map(() => null)
      const values = names.length > 0 ? [Object.fromEntries(names)] : free
      const lines = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]
      return lines
        .map(({ detail }) => detail)
        .filter((detail) => isWhole(detail, sql))
        .map((detail) => `${detail}: ${sql}`)
    })
  } finally {
    db.close()
  }
}

/** What a step has read before, and tables with few rows, may be read as a whole. */
const SMALL = /^SCAN (\(subquery-\d\)|CONSTANT ROW|json_each|migrations|sqlite_schema|owner|newest)/
/** Sorted without a long task: the nodes of a plan, commands that may still run, the newest steps of each task. */
const FEW = /FROM plan_nodes|WHERE pid IS NOT NULL|LIMIT @limit/

function isWhole(detail: string, sql: string): boolean {
  if (detail.startsWith('USE TEMP B-TREE FOR ORDER BY')) return !FEW.test(sql)
  return detail.startsWith('SCAN ') && !SMALL.test(detail)
}
