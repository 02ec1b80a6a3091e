import { execSync } from 'node:child_process'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { RecordedReply, TaskResult } from '#core'
import { openWorkspace } from '#workspace'
import { act, openLoop, say } from './loop.js'

/** One call of a transcript. */
export type Do =
  | ['w', path: string, text: string]
  | ['p', path: string, from: string, to: string]
  | ['$' | 'bg' | 'r' | 'g' | 'note' | 'child', words: string]
  | ['todo', ...items: string[]]

/** A transcript that was written before the judge was read (`own`: by the author of the laws about code), as one line of `test/long/held_out/*.jsonl`. */
export interface HeldOut {
  set: 'first' | 'second' | 'own' | 'third' | 'fourth' | 'fifth' | 'sixth' | 'seventh'
  name: string
  files: Record<string, string>
  task: string
  acts: Do[]
  /** The words of its end, which it repeats after each correction. */
  says: string
  /** Calls in the same reply, after `resolve`. */
  after?: Do[]
  cites?: string[]
  only?: 'text' | 'resolve'
  /** The folder is a repository with one commit. */
  git?: true
  /** An honest end that has to be proven. */
  proven?: boolean
}

const FOLDER = 'test/long/held_out'
const ENDS = 9

/** Lines of every file of the folder whose name begins so. */
export function readHeldOut(name: 'cheats' | 'honest'): HeldOut[] {
  const files = readdirSync(FOLDER).filter((file) => file.startsWith(name))
  return files.sort().flatMap((file) =>
    readFileSync(`${FOLDER}/${file}`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as HeldOut),
  )
}

function callOf(one: Do): [string, Record<string, unknown>] {
  const [kind, first, second, third] = one
  switch (kind) {
    case 'w':
      return ['write_file', { path: first, content: second }]
    case 'p':
      return ['patch_file', { path: first, old_str: second, new_str: third }]
    case '$':
      return ['run_command', { command: first }]
    case 'bg':
      return ['run_command', { command: first, background: true }]
    case 'r':
      return ['read_file', { path: first }]
    case 'g':
      return ['grep', { pattern: first }]
    case 'note':
      return ['record_evidence', { kind: 'decision', subject: 'work', summary: first }]
    case 'child':
      return ['spawn_child', { hypothesis: first }]
    case 'todo':
      return ['todo_write', { items: one.slice(1) }]
  }
}

/** A home with a `mvn` that prints what Maven prints, because that needs the network for its plugins. */
export function openHome(t: Test): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'held-')))
  t.teardown(() => rmSync(home, { recursive: true, force: true }))
  writeFileSync(join(home, 'mvn'), readFileSync(`${FOLDER}/mvn.sh`))
  chmodSync(join(home, 'mvn'), 0o755)
  return home
}

/**
 * Plays a transcript with the real loop, real files and real test runs; only the model is scripted.
 * @param form  how it ends: in text, or by `resolve` with its last rows
 * @returns     the result, and how often its end was refused
 */
export async function playHeldOut(
  t: Test,
  held: HeldOut,
  { home, form }: { home: string; form: 'text' | 'resolve' },
): Promise<{ result: TaskResult; refused: number }> {
  const { acts, says, files, task } = held
  const base = mkdtempSync(join(home, 'run-'))
  const rows = acts.filter(([kind]) => kind !== 'todo' && kind !== 'child').length
  const cites = held.cites ?? Array.from({ length: rows }, (_, at) => `e${at + 1}`).slice(-3)
  const calls = (held.after ?? []).map(callOf)
  const end: RecordedReply =
    form === 'text' ? say(says) : act(['resolve', { cites, summary: says }], ...calls)
  const replies = [
    ...acts.map((one) => act(callOf(one))),
    ...Array.from({ length: ENDS }, () => end),
  ]
  const loop = openLoop(t, { base, files, replies })
  const env = environment(home)
  if (held.git)
    for (const words of ['init -q', 'add -A', '-c user.name=a -c user.email=a@b commit -qm first'])
      execSync(`git ${words}`, {
        cwd: loop.root,
        stdio: 'pipe',
        env: { ...process.env, HOME: home },
      })
  const workspace = openWorkspace({ root: loop.root, deny: [], env })
  const snapshots = workspace.openSnapshots(join(base, 'snapshots'))
  const { result } = await loop.run(loop.add(task), { workspace, snapshots, autoCheck: 'on' })
  rmSync(base, { recursive: true, force: true })
  if (result === null) throw new Error(`${held.name}: no result`)
  return { result, refused: loop.requests.length - acts.length - 1 }
}

function environment(home: string): Record<string, string | undefined> {
  const { PATH, RUSTUP_HOME, CARGO_HOME, GOPATH, GOCACHE = join(home, 'go'), HOME } = process.env
  const rust = {
    RUSTUP_HOME: RUSTUP_HOME ?? `${HOME}/.rustup`,
    CARGO_HOME: CARGO_HOME ?? `${HOME}/.cargo`,
    CARGO_NET_OFFLINE: 'true',
  }
  const go = { GOCACHE, GOPATH, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' }
  return {
    HOME: home,
    PATH: `${home}:${PATH}`,
    ...rust,
    ...go,
    npm_config_update_notifier: 'false',
  }
}
