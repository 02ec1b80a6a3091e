import type { RecordedReply } from '#core'
import { createRandom, type Random } from './random.js'

/** What a run is made of: the tree it starts with, and one reply of the model for each step. */
export interface WorkScript {
  files: Map<string, string>
  replies: RecordedReply[]
  /** Counter id -> the command that appends it to the log. */
  counters: Map<string, string>
}

interface Call {
  name: string
  arguments: Record<string, unknown>
}

/** What the script knows of the run while it is written: the run itself must come to the same. */
interface State {
  random: Random
  files: Map<string, string>
  counters: Map<string, string>
  /** Evidence rows so far: a cite has to name one. */
  rows: number
  /** Open hypotheses; all are closed before the task is. */
  depth: number
  /** Steps that are still to come. */
  left: number
  made: number
}

/** Counters go here and nothing reads it, so that no step depends on an interrupted command. */
export const COUNTER_LOG = 'counters.log'
const FILLER = 'A line that stays as it is, so that there is something to write.\n'
const BIG_LINES = 3_000

/** Writes a script of so many steps; the last one resolves the task. The same seed, the same script. */
export function writeScript(steps: number, seed: number): WorkScript {
  const files = new Map([
    ['README.txt', 'A folder that is worked on.\n'],
    ['src/big.txt', `mark big = 0\n${FILLER.repeat(BIG_LINES)}`],
    ['src/a.txt', 'mark a = 0\n'],
    ['src/b.txt', 'mark b = 0\n'],
    [COUNTER_LOG, ''],
  ])
  const started = new Map(files)
  const state: State = {
    random: createRandom(seed),
    files,
    counters: new Map(),
    rows: 0,
    depth: 0,
    left: steps,
    made: 0,
  }
  const replies = Array.from({ length: steps }, (_, index) => writeStep(state, index + 1, steps))
  return { files: started, replies, counters: state.counters }
}

/** Kinds of step by weight; each gives the calls of one reply. */
const KINDS: readonly (readonly [number, (state: State) => Call[]])[] = [
  [14, (state) => [create(state)]],
  [14, (state) => [patch(state)]],
  [14, (state) => [multiEdit(state)]],
  [14, (state) => [command(state)]],
  [6, (state) => [command(state), command(state)]],
  [8, (state) => [patch(state), command(state), patch(state)]],
  [5, (state) => [read(state), multiEdit(state), read(state), command(state)]],
  [4, (state) => [create(state), todo(state), command(state)]],
  [8, (state) => [read(state), grep(state), read(state)]],
  [3, (state) => [misread(state)]],
  [5, (state) => [todo(state)]],
  [4, (state) => [spawnOrResolve(state)]],
  [3, (state) => [spawnOrResolve(state), patch(state)]],
  [3, (state) => [note(state)]],
]

function writeStep(state: State, step: number, steps: number): RecordedReply {
  const left = steps - step
  state.left = left
  if (step === 1) return sayOnly('I will start with the first file.')
  if (step === 2) return calling(state, step, [create(state), command(state)])
  if (step === 7) return broken(state)
  // An open item would refuse the end.
  if (left === 1 && state.depth === 0) return calling(state, step, [closeTodos(state)])
  if (left === 0) return calling(state, step, [resolve(state, 'all of it was looked at')])
  if (state.depth > 0 && left <= state.depth + 1) return calling(state, step, [closeChild(state)])
  return calling(state, step, state.random.weigh(KINDS)(state))
}

function calling(state: State, step: number, calls: Call[]): RecordedReply {
  return {
    content: `Step ${step}.`,
    reasoning: state.random.next() < 0.3 ? `Thinking about step ${step}.` : '',
    tool_calls: calls.map((call, index) => ({
      id: `call_${step}_${index}`,
      name: call.name,
      arguments: JSON.stringify(call.arguments),
    })),
    finish_reason: 'tool_calls',
  }
}

function sayOnly(content: string): RecordedReply {
  return { content, reasoning: '', tool_calls: [], finish_reason: 'stop' }
}

/** Arguments that were cut: nothing of it may be run, and it leaves one diagnostic. */
function broken(state: State): RecordedReply {
  state.rows += 1
  const cut = { id: 'cut', name: 'write_file', arguments: '{"path":"src/cut.txt","content":"hal' }
  return { content: 'Broken.', reasoning: '', tool_calls: [cut], finish_reason: 'tool_calls' }
}

function create(state: State): Call {
  state.made += 1
  const path = `src/deep/part${state.made % 5}/file${state.made}.txt`
  const content = `mark ${state.made} = 0\n${FILLER.repeat(state.random.between(1, 60))}`
  state.files.set(path, content)
  state.rows += 1
  return { name: 'write_file', arguments: { path, content } }
}

function patch(state: State): Call {
  const edit = edited(state, state.random.pick(editable(state)))
  state.rows += 1
  return { name: 'patch_file', arguments: edit }
}

function multiEdit(state: State): Call {
  const paths = new Set<string>(['src/big.txt'])
  const all = editable(state)
  const wanted = Math.min(all.length, state.random.between(2, 5))
  while (paths.size < wanted) paths.add(state.random.pick(all))
  state.rows += paths.size
  return {
    name: 'multi_edit',
    arguments: { edits: [...paths].map((path) => edited(state, path)) },
  }
}

function edited(state: State, path: string) {
  const text = state.files.get(path) ?? ''
  const [, head = '', count = '0'] = /^(mark \w+ = )(\d+)\n/.exec(text) ?? []
  const [old_str, new_str] = [`${head}${count}\n`, `${head}${Number(count) + 1}\n`]
  state.files.set(path, text.replace(old_str, new_str))
  return { path, old_str, new_str }
}

function editable(state: State): string[] {
  return [...state.files.keys()].filter((path) => path.startsWith('src/'))
}

/**
 * A command that counts itself. Half of them linger for a minute where their aircoder is gone: then
 * nobody but the recovery ends them. In some the effect comes only after a while. They print nothing
 * then: the pipe is closed, and that would end them, too.
 */
function command(state: State): Call {
  const id = `c${state.counters.size + 1}`
  const count = `printf '%s\\n' ${id} >> ${COUNTER_LOG}`
  const text = state.random.weigh([
    [4, count],
    [3, `${count}; sleep 0.15; kill -0 $PPID 2>/dev/null || sleep 60`],
    [3, `sleep 0.15; kill -0 $PPID 2>/dev/null && ${count} || sleep 60`],
    [1, `echo begun; sleep 0.6; ${count}`],
  ] as const)
  state.counters.set(id, text)
  state.rows += 1
  return { name: 'run_command', arguments: { command: text } }
}

function read(state: State): Call {
  state.rows += 1
  // Each read is another: exact copies of a call in one reply count once.
  const path = state.random.pick(editable(state))
  return { name: 'read_file', arguments: { path, end_line: state.rows } }
}

function grep(state: State): Call {
  state.rows += 1
  return {
    name: 'grep',
    arguments: { pattern: `mark ${state.random.between(1, 9)} =`, path: 'src' },
  }
}

/** A patch that does not fit leaves no row. */
function misread(state: State): Call {
  const path = state.random.pick(editable(state))
  return { name: 'patch_file', arguments: { path, old_str: 'not in there', new_str: 'never' } }
}

function todo(state: State): Call {
  const marks = ['[x]', '[>]', '[ ]']
  const items = Array.from({ length: state.random.between(2, 5) }, (_, index) => {
    return `${marks[state.random.between(0, 2)]} part ${index + 1}`
  })
  return { name: 'todo_write', arguments: { items } }
}

function closeTodos(state: State): Call {
  const items = Array.from(
    { length: state.random.between(1, 3) },
    (_, index) => `[x] part ${index + 1}`,
  )
  return { name: 'todo_write', arguments: { items } }
}

function note(state: State): Call {
  state.rows += 1
  return {
    name: 'record_evidence',
    arguments: { kind: 'decision', subject: 'plan', summary: `note after ${state.rows} rows` },
  }
}

function spawnOrResolve(state: State): Call {
  const mayOpen = state.depth < 3 && state.left > state.depth + 2
  if (state.depth > 0 && (!mayOpen || state.random.next() < 0.4)) return closeChild(state)
  if (!mayOpen) return note(state)
  state.depth += 1
  return { name: 'spawn_child', arguments: { hypothesis: `guess after ${state.rows} rows` } }
}

function closeChild(state: State): Call {
  state.depth -= 1
  return resolve(state, `settled after ${state.rows} rows`)
}

function resolve(state: State, summary: string): Call {
  const cites = [`e${Math.max(1, state.rows - 1)}`, `e${Math.max(1, state.rows)}`]
  return { name: 'resolve', arguments: { cites: [...new Set(cites)], summary } }
}
