/** A change of one source by text: `find` has to be there exactly once. */
export interface SourceChange {
  file: string
  find: string
  replace: string
}

/** Marks by letter: from such a mark to the next one the program is in this phase. */
export const PHASES = {
  r: 'before intent',
  b: 'before intent',
  i: 'between intent and effect',
  e: 'inside the effect',
  // A command runs, and the ledger knows its process.
  s: 'inside the effect',
  a: 'between effect and commit',
  c: 'inside COMMIT',
  d: 'after COMMIT',
  v: 'recovery',
} as const
export type Mark = keyof typeof PHASES
export const START_UP = 'start-up'
export type Phase = (typeof PHASES)[Mark] | typeof START_UP

const mark = (letter: Mark) => `globalThis.crashMark?.('${letter}');`
const before = (file: string, find: string, letter: Mark): SourceChange => ({
  file,
  find,
  replace: `${mark(letter)} ${find}`,
})

const SUPERVISE = 'libs/supervisor/supervise.ts'
const COMMIT_STEP = 'libs/supervisor/closing/commit_step.ts'
const INTEND = 'libs/supervisor/call/intend.ts'
const RUN_EDIT = 'libs/supervisor/call/run_edit.ts'
const RUN_COMMAND = 'libs/supervisor/call/run_command.ts'
const RECOVER = 'libs/supervisor/recovery/recover_step.ts'
const SETTLE_EDIT = 'libs/supervisor/recovery/settle_edit.ts'
const COMMIT = 'libs/ledger/write/commit.ts'
const INTENTS = 'libs/ledger/rows/intents.ts'

/** Where the marks are. The product does not contain them. */
export const MARKS: readonly SourceChange[] = [
  before(SUPERVISE, 'const view = deps.ledger.view(taskId)', 'r'),
  {
    file: SUPERVISE,
    find: 'frame = yield* recoverStep(view, view.pending, scope)',
    replace: `${mark('v')} frame = yield* recoverStep(view, view.pending, scope); ${mark('a')}`,
  },
  before(COMMIT_STEP, 'return { evidence, corrections, nudged, end }', 'd'),
  before(INTEND, 'const intentId = deps.ledger.intend({', 'b'),
  before(INTEND, 'for (const { ordinal: index } of settled) frame.stored.add(index)', 'i'),
  before(RUN_EDIT, 'if (applied.ok) return expected', 'a'),
  {
    file: RUN_COMMAND,
    find: 'onSpawn: (pid, startTime) => ledger.spawned(intentId, pid, startTime),',
    replace: `onSpawn: (pid, startTime) => { ${mark('e')} ledger.spawned(intentId, pid, startTime); ${mark('s')} },`,
  },
  before(RUN_COMMAND, 'const finished = finish(', 'a'),
  before('libs/workspace/files/apply_edits.ts', 'if (ready) place(ready)', 'e'),
  before(SETTLE_EDIT, 'const plan = planRecovery(', 'v'),
  before(RECOVER, 'const checked = deps.registry.validate(call)', 'v'),
  before(COMMIT, 'writeEpisode(commit)', 'c'),
  before(COMMIT, 'plan.write(taskId, step, commit.plan)', 'c'),
  before(COMMIT, 'return { step, evidence: rows }', 'c'),
]

/** A bug that is added on purpose. Killed at these marks, the checks must find it. */
export interface Mutant {
  name: string
  changes: readonly SourceChange[]
  /** Where its weakness shows. */
  aims: readonly Mark[]
  /** What the checks have to find. */
  shows: RegExp
}

/** One for each promise of docs/design/durability.md#promise. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'no intent row is written',
    changes: [
      {
        file: INTENTS,
        find: 'const intend = write((draft: IntentDraft): string => {',
        replace:
          "const intend = write((draft: IntentDraft): string => { if (draft.taskId) return makeId('i')",
      },
      {
        file: INTENTS,
        find: 'keepChanges: write((intentId: string, changes: readonly KeptChange[]): void => {',
        replace:
          'keepChanges: write((intentId: string, changes: readonly KeptChange[]): void => { if (intentId) return',
      },
      {
        file: INTENTS,
        find: 'const settleOnce = write((intentId: string, outcome: Outcome, inBackground = false): void => {',
        replace:
          'const settleOnce = write((intentId: string, outcome: Outcome, inBackground = false): void => { if (intentId) return',
      },
    ],
    aims: ['s', 'a'],
    shows: /counted 2 times|the record differs|not as in the reference/,
  },
  {
    name: 'the cursor is committed before its step',
    changes: [
      {
        file: COMMIT,
        find: 'return commitWhole(commit)',
        replace:
          'write(() => tasks.moveCursor(commit.taskId, commit.step))(); return commitWhole(commit)',
      },
      {
        file: COMMIT,
        // Else the mutant would stop at its own assertion.
        find: 'assert.equal(step, task.cursor + 1,',
        replace: 'assert.equal(step, task.cursor,',
      },
    ],
    aims: ['c'],
    shows: /the record differs/,
  },
  {
    name: 'a step is no transaction',
    changes: [
      {
        file: COMMIT,
        find: 'const commitWhole = write(',
        replace: 'const commitWhole = ((change) => change)(',
      },
    ],
    aims: ['c'],
    shows: /the record differs|the ledger is damaged|ended by itself/,
  },
  {
    name: 'an interrupted command is run again',
    changes: [
      { file: RECOVER, find: "if (answer === 'yes') return", replace: 'if (answer) return' },
    ],
    aims: ['s', 'a'],
    shows: /counted 2 times/,
  },
  {
    name: 'an interrupted edit is taken as made',
    changes: [
      {
        file: SETTLE_EDIT,
        find: 'const edits = remaining(found, deps)',
        replace: 'const edits = intent.id ? [] : remaining(found, deps)',
      },
    ],
    aims: ['i', 'e'],
    shows: /not as in the reference|the record differs/,
  },
  {
    name: 'the group of an interrupted command is left running',
    changes: [{ file: RECOVER, find: 'await endGroup(pid, startTime)', replace: 'void endGroup' }],
    aims: ['s'],
    shows: /still runs/,
  },
]
