import type { Test } from 'tap'
import type { RecordedReply } from '#core'
import { act, type Loop, openLoop, type Ran } from './loop.js'

export const FILES = {
  'value.txt': 'one\n',
  'check.sh': 'grep -q two value.txt\n',
  'notes.txt': 'n\n',
}
const TESTS = 'sh check.sh'
export const TASK = 'change value.txt to two'
export const edit = (from: string, to: string): [string, Record<string, unknown>] => [
  'patch_file',
  { path: 'value.txt', old_str: from, new_str: to },
]
/** Reads, a parallel batch, an edit, a counted command, a failing and a passing test, plan, end. */
export const WHOLE: RecordedReply[] = [
  act(['read_file', { path: 'value.txt' }], ['list_dir', { path: '.' }]),
  act(['todo_write', { items: [{ text: 'edit', status: 'done' }] }]),
  act(edit('one', 'three')),
  act(['run_command', { command: 'echo ran >> count.txt' }], ['run_command', { command: TESTS }]),
  act(['spawn_child', { hypothesis: 'it has to be two' }]),
  act(['read_file', { path: 'check.sh' }]),
  act(['resolve', { cites: 'e6', summary: 'the check looks for two' }]),
  act(edit('three', 'two'), ['run_command', { command: TESTS }]),
  act(['resolve', { cites: ['e7', 'e8'], summary: 'value.txt says two, the check passes' }]),
]

export function openWhole(t: Test): Loop {
  return openLoop(t, { files: FILES, replies: WHOLE, over: { testCommand: TESTS } })
}

export async function drive(loop: Loop, task = TASK): Promise<Ran> {
  return loop.run(loop.add(task))
}
