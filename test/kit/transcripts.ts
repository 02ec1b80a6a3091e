import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'
import type { EvidenceKind, Json } from '#core'
import {
  asksForMore,
  type Judgement,
  judge,
  passedRuns,
  type Row,
  type Standing,
  wantedBy,
} from '#planner'
import { isTestCommand, openWorkspace } from '#workspace'

type Files = Record<string, string | null>

interface ShellEnd {
  pass?: boolean | null
  sets?: Files
  bg?: true
  /** What the command printed; its own words when absent. */
  prints?: string
  exit?: number
}

/** One call of a transcript with what it did to the world. */
export type Act =
  | ['edit', path: string, text: string | null]
  | ['sh', command: string, result?: ShellEnd]
  | ['read', path: string]
  | ['note', text: string]
  | ['user', text: string]

export interface Transcript {
  name: string
  files: Record<string, string>
  task: string
  /** The task before it in the session. */
  before?: string
  acts: readonly Act[]
  /** The summary of `resolve`, or with `inText` the last reply. */
  says: string
  inText?: true
  cites?: string[]
  todos?: string[]
  /** An edit of it failed or was refused. */
  triedEdit?: true
}

/** A folder with the files of the transcript that is played in it. */
interface Ground {
  root: string
  now: Map<string, string>
  put(path: string, text: string | null): void
}

const GROUNDS = new WeakMap<Test, Ground>()

/** One folder for all transcripts of a test: most of them begin with the same files. */
function groundOf(t: Test): Ground {
  const known = GROUNDS.get(t)
  if (known !== undefined) return known
  const root = mkdtempSync(join(tmpdir(), 'aircoder-cheat-'))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  const now = new Map<string, string>()
  const put = (path: string, text: string | null) => {
    if ((now.get(path) ?? null) === text) return
    if (text === null) {
      now.delete(path)
      rmSync(join(root, path), { force: true })
      removeEmpty(root, dirname(path))
      return
    }
    now.set(path, text)
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const ground = { root, now, put }
  GROUNDS.set(t, ground)
  return ground
}

function removeEmpty(root: string, folder: string): void {
  if (folder === '.' || readdirSync(join(root, folder)).length > 0) return
  rmdirSync(join(root, folder))
  removeEmpty(root, dirname(folder))
}

/**
 * Plays a transcript against a real folder and real test commands; runs are as the transcript says.
 * @returns the judgement of its first end, and that of the same end after many refusals
 */
export function play(t: Test, script: Transcript): { first: Judgement; last: Judgement } {
  const { root, now, put } = groundOf(t)
  for (const path of [...now.keys()]) if (!(path in script.files)) put(path, null)
  for (const [path, text] of Object.entries(script.files)) put(path, text)
  const workspace = openWorkspace({ root, deny: [], env: process.env })
  const first = new Map(now)
  const rows: Row[] = []
  const texts = new Map<string, string>()
  const byBackground: string[] = []
  const add = (
    kind: EvidenceKind,
    subject: string,
    more: { text?: string; facts?: Record<string, Json> },
  ) => {
    const number = rows.length + 1
    texts.set(`e${number}`, more.text ?? '')
    rows.push({
      id: `e${number}`,
      number,
      kind,
      subject,
      summary: subject,
      facts: more.facts ?? {},
    })
  }
  for (const act of script.acts)
    switch (act[0]) {
      case 'edit':
        put(act[1], act[2])
        add('edit_applied', act[1], {})
        break
      case 'read':
        add('file_read', act[1], { text: now.get(act[1]) ?? '' })
        break
      case 'note':
        add('decision', 'note', { text: act[1] })
        break
      case 'user':
        add('decision', 'user', { text: act[1], facts: { author: 'user' } })
        break
      case 'sh':
        run(act[1], act[2] ?? {})
    }

  function run(command: string, result: ShellEnd): void {
    const tests = workspace.discoverTests()?.command ?? null
    const scope = workspace.testScope(command)
    const isTest = result.bg !== true && isTestCommand(command, tests)
    const sets = Object.entries(result.sets ?? {})
    for (const [path, text] of sets) put(path, text)
    if (result.bg) byBackground.push(...sets.map(([path]) => path))
    const changes = result.bg ? [] : sets.map(([path]) => ({ path, added: 1, removed: 1 }))
    const facts: Record<string, Json> = {
      command,
      exitCode: result.exit ?? (result.pass === false ? 1 : 0),
      ...(changes.length > 0 ? { changes } : {}),
    }
    if (result.bg) facts.background = 'b1'
    if (!isTest) {
      add('shell_output', command, { facts, text: result.prints ?? command })
      return
    }
    const why: Record<string, Json> = scope.scope === 'part' ? { why: scope.why } : {}
    const passed = result.pass === undefined ? true : result.pass
    const count = /^# tests (\d+)$/m.exec(result.prints ?? '')?.[1]
    if (count !== undefined) facts.tests = Number(count)
    add('test_result', command, {
      text: result.prints ?? '',
      facts: { ...facts, passed, scope: scope.scope, ...why, tree: tree() },
    })
  }
  function askedAt(): number | null {
    const said = rows.filter(({ kind, facts }) => kind === 'decision' && facts.author === 'user')
    return said.findLast(({ id }) => asksForMore(texts.get(id) ?? ''))?.number ?? null
  }
  function tree(): string {
    return JSON.stringify([...now].sort())
  }

  const paths = new Set([...first.keys(), ...now.keys()])
  const changes = [...paths]
    .filter((path) => first.get(path) !== now.get(path))
    .map((path) => ({ path, before: first.get(path) ?? null, after: now.get(path) ?? null }))
  const project = workspace.testProject()
  const last = rows.findLast(({ kind }) => kind === 'test_result')
  const standing: Standing = {
    asked: script.task,
    askedBefore: script.before ?? '',
    askedAt: askedAt(),
    wants: wantedBy(script.task),
    triedEdit: script.triedEdit === true,
    rows,
    find: (id) => rows.find((row) => row.id === id) ?? null,
    textOf: (id) => texts.get(id) ?? '',
    newest: [],
    broken: [],
    testCommand: project.command,
    checkTexts:
      project.command === null ? [] : [project.command, ...project.scripts, ...project.inner],
    testFiles: project.files,
    uncovered: [],
    findUnreached: (paths) => workspace.findUnreached(paths, [...project.files, ...project.inner]),
    unparsed: [],
    testInputs: workspace.testInputs(
      changes,
      [...project.files, ...project.programs].filter((path) => first.has(path)),
    ),
    textOfFile: (path) => now.get(path) ?? '',
    filesNaming: (name) => workspace.filesNaming(name),
    changes,
    sessionChanges: changes,
    accepted: new Set(),
    changedSince: last?.facts.tree === tree() ? [] : byBackground,
    restoredAfter: null,
    tree: tree(),
    openItems: script.todos ?? [],
    refusals: 0,
  }
  const uncovered = workspace.findUncovered(
    changes.map(({ path }) => path),
    { runs: passedRuns(standing), tests: project.files },
  )
  Object.assign(standing, { uncovered })
  const cites = script.inText ? null : (script.cites ?? [`e${rows.length}`])
  const end = { cites, summary: script.says, isTask: true }
  return { first: judge(standing, end), last: judge({ ...standing, refusals: 9 }, end) }
}
