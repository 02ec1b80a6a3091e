import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { RecordedReply } from '#core'
import { act, type Drive, openLoop, type Ran, say } from './loop.js'

const ON: Drive = { autoCheck: 'on' }

/** Compilers write settings and counters into the home; this one is removed at the end. */
export function useOwnHome(t: Test): void {
  const home = mkdtempSync(join(tmpdir(), 'home-'))
  process.env.HOME = home
  t.teardown(() => rmSync(home, { recursive: true, force: true }))
}

function has(program: string): boolean {
  try {
    execFileSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
/** Options of a test that needs this program. */
export const needs = (program: string) => (has(program) ? {} : { skip: `no ${program} here` })

export const patch = (path: string, old_str: string, new_str: string): RecordedReply =>
  act(['patch_file', { path, old_str, new_str }])
export const done = say('It is done.')

interface Project {
  files: Record<string, string>
  /** A line becomes one that the checker complains about, and then a sound one. */
  path: string
  first: string
  bad: string
  good: string
}

/** Runs the replies in a project, with real checkers. */
export async function drive(
  t: Test,
  files: Record<string, string>,
  replies: RecordedReply[],
  over: Drive = ON,
  prepare: (root: string) => void = () => {},
) {
  const loop = openLoop(t, { files, replies })
  if ('tsconfig.json' in files || 'biome.json' in files)
    symlinkSync(join(process.cwd(), 'node_modules'), join(loop.root, 'node_modules'))
  prepare(loop.root)
  const ran = await loop.run(loop.add('Change it.'), over)
  return { ...ran, loop, reported: reportedTo(loop.requests) }
}

/** All results and corrections that a model received. */
function reportedTo(requests: { messages: { role: string; content: string }[] }[]): string {
  const messages = requests.at(-1)?.messages ?? []
  return messages
    .slice(2)
    .filter(({ role }) => role !== 'assistant')
    .map(({ content }) => content)
    .join('\n')
}

/** The notes of a run, a line each. */
export function notes({ events }: Ran): string {
  return events.flatMap((event) => (event.type === 'note' ? [event.text] : [])).join('\n')
}

/** Asserts that a complaint is fed back, that the fix is checked again, and that nothing more is reported then. */
export async function checkFeedback(
  t: Test,
  checkers: readonly RegExp[],
  project: Project,
  prepare?: (root: string) => void,
) {
  const { files, path, first, bad, good } = project
  const replies = [patch(path, first, bad), done, patch(path, bad, good), done, done, done]
  const ran = await drive(t, files, replies, ON, prepare)
  t.equal(ran.result?.subtype, 'resolved')
  for (const checker of checkers) t.match(ran.reported, checker)
  t.match(ran.reported, /1 complaint about what you changed/)
  t.match(ran.reported, /\[aircoder\] not done: /)
  t.notMatch(ran.result?.text, 'complained')
}
