import { existsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FileEdit } from '#core'
import { createScriptModel } from '#model'
import { planUndo } from '#supervisor'
import { openWorkspace, type Workspace } from '#workspace'
import { act, type Loop, say } from '../loop.js'
import { SUBJECT } from './worlds.js'

/** What was under way when the process died. */
export interface Scene {
  name: string
  kind: 'edit' | 'command' | 'undo'
  files: Record<string, string>
  /** Path -> content that the effect replaces and content that it leaves; null: no file. */
  goals: Readonly<Record<string, { before: string | null; after: string | null }>>
  /** How many of the files had their new content. */
  done: number
  /** Leaves the ledger and the tree as a killed process does. @returns the task that the next run continues */
  die(loop: Loop): Promise<string>
}

type Call = [name: string, args: Record<string, unknown>]

class Killed extends Error {}

const OLD = 'old\n'
const NEW = 'new\n'
export const ENDS = Array.from({ length: 4 }, () => say('That is all.'))

const WRITE: Call = ['write_file', { path: SUBJECT, content: NEW }]
const patch = (path: string) => ({ path, old_str: 'old', new_str: 'new' })
const PATHS = ['keep/a.txt', SUBJECT, 'keep/b.txt']
const MULTI: Call = ['multi_edit', { edits: PATHS.map(patch) }]

export const SCENES: readonly Scene[] = [
  ...[0, 1].map((done) =>
    edit('a new file', { call: WRITE, files: { 'src/other.txt': OLD }, paths: [SUBJECT], done }),
  ),
  ...[0, 1].map((done) =>
    edit('an edit', {
      call: ['patch_file', patch(SUBJECT)],
      files: { [SUBJECT]: OLD },
      paths: [SUBJECT],
      done,
    }),
  ),
  ...[0, 1, 2, 3].map((done) =>
    edit('an edit of three files', { call: MULTI, files: oldFiles(), paths: PATHS, done }),
  ),
  {
    name: 'a command',
    kind: 'command',
    files: oldFiles(),
    goals: {},
    done: 0,
    async die(loop) {
      const taskId = loop.add('run it')
      const command = `echo ran >> ${SUBJECT}`
      await killed(loop, taskId, [['run_command', { command }]], (workspace) => ({
        ...workspace,
        runCommand: () => Promise.reject(new Killed()),
      }))
      return taskId
    },
  },
  ...[0, 1, 2, 3].map(undo),
]

function oldFiles(): Record<string, string> {
  return Object.fromEntries(PATHS.map((path) => [path, OLD]))
}

interface EditScene {
  call: Call
  files: Record<string, string>
  paths: string[]
  done: number
}

function edit(name: string, { call, files, paths, done }: EditScene): Scene {
  const goals = paths.map((path) => [path, { before: files[path] ?? null, after: NEW }] as const)
  return {
    name: `${name}, ${done} written`,
    kind: 'edit',
    files,
    goals: Object.fromEntries(goals),
    done,
    async die(loop) {
      const taskId = loop.add('change it')
      await killed(loop, taskId, [call], (workspace) => ({
        ...workspace,
        applyEdits(edits, { tempTag }) {
          applySome(workspace, edits, { done, tempTag })
          throw new Killed()
        },
      }))
      return taskId
    },
  }
}

function undo(done: number): Scene {
  const goals = PATHS.map((path) => [path, { before: NEW, after: OLD }] as const)
  return {
    name: `an undo of three files, ${done} restored`,
    kind: 'undo',
    files: oldFiles(),
    goals: Object.fromEntries(goals),
    done,
    async die(loop) {
      const taskId = loop.add('change it')
      await loop.run(taskId, { model: createScriptModel([act(MULTI), ...ENDS]) })
      const sessionId = loop.ledger().view(taskId).session.id
      const workspace = openWorkspace({ root: loop.root, deny: [], env: process.env })
      const deps = { ledger: loop.ledger(), workspace }
      const { draft } = planUndo(sessionId, { back: 'turn' }, deps)
      if (draft === null) throw new Error('nothing to undo')
      const files = PATHS.map((path) => draft.files.find((file) => file.path === path))
      const edits = files.filter((file) => file !== undefined)
      applySome(workspace, edits, { done, tempTag: loop.ledger().beginRestore(draft) })
      return loop.add('how is it?', sessionId)
    },
  }
}

/** The first files get their new content, and the next one has a temporary file. */
function applySome(
  workspace: Workspace,
  edits: readonly FileEdit[],
  { done, tempTag }: { done: number; tempTag: string },
): void {
  const made = workspace.applyEdits(edits.slice(0, done), { tempTag })
  if (!made.ok) throw new Error(made.message)
  for (const { path } of [edits[done], edits.find((one) => one.path === SUBJECT)].flatMap((one) =>
    one === undefined ? [] : [one],
  )) {
    const folder = join(workspace.root, dirname(path))
    if (existsSync(folder))
      writeFileSync(join(folder, `.${basename(path)}.aircoder-${tempTag}.tmp`), 'half')
  }
}

async function killed(
  loop: Loop,
  taskId: string,
  calls: Call[],
  change: (workspace: Workspace) => Workspace,
): Promise<void> {
  const workspace = change(openWorkspace({ root: loop.root, deny: [], env: process.env }))
  try {
    await loop.run(taskId, { workspace, model: createScriptModel([act(...calls)]) })
  } catch (error) {
    if (error instanceof Killed) return
    throw error
  }
  throw new Error('the process lived on')
}
