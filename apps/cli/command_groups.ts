import type { Command } from 'commander'
import { withEvents } from './flags/event_options.js'
import type { InspectFlags, LedgerFlags, TrustFlags } from './flags/flags.js'
import { wholeNumber, withInspect, withLook } from './flags/options.js'

export type Done = (exitCode: number) => void
/** `more`: the words after the first argument, joined. */
export type Act<F> = (argument: string | undefined, flags: F, more: string) => Promise<number>

/** Adds one command of a group. An argument of several words is joined to one. */
export function addAction<F>(
  group: Command,
  [name, help]: readonly [name: string, help: string],
  { act, done }: { act: Act<F>; done: Done },
): Command {
  return group
    .command(name)
    .description(help)
    .action(async (...given: unknown[]) => {
      // Commander passes the arguments, then the flags and the command itself.
      const [first, ...rest] = given.slice(0, -2).map(wordsOf)
      const flags = given.at(-2) as F
      done(await act(first, flags, rest.filter((word) => word !== undefined).join(' ')))
    })
}

function wordsOf(argument: unknown): string | undefined {
  return Array.isArray(argument) ? argument.join(' ') : (argument as string | undefined)
}

const LEDGER = [
  ['tasks', 'List the tasks, newest first.'],
  ['show [id]', 'Show a task (default: the last one) or one row of evidence.'],
  ['events [task]', 'Look back: runs, steps, calls, answers and evidence, newest first.'],
  ['why <id>', 'Show what led to an event, up to its session.'],
  ['search <text...>', 'Search the evidence.'],
  ['sql [select]', 'Run one read-only statement.'],
  ['export [task]', 'Print the rows as JSON lines.'],
  ['verify', 'Check the integrity of the ledger.'],
] as const

/** `aircoder ledger`. */
export function addLedger(program: Command, done: Done): void {
  const group = program
    .command('ledger')
    .description(
      'Read the ledger: tasks, show [TASK|ROW], events [TASK], why ID, search TEXT, sql SELECT, export [TASK], verify.',
    )
  for (const row of LEDGER) {
    const action = row[0].split(' ')[0] ?? ''
    const act: Act<LedgerFlags> = async (argument, flags) => {
      const { runLedger } = await import('./commands/ledger.js')
      return runLedger(action, argument, flags)
    }
    const command = withLook(addAction(group, row, { act, done }))
    if (action === 'export')
      command.option('--canonical', 'replace random ids and times by stable counters')
    if (action === 'verify')
      command.option('--repair', 'rebuild what can be read in a new file, and keep the damaged one')
    if (action === 'search') command.option('--limit <n>', 'maximum number of rows', wholeNumber)
    if (action === 'events') withEvents(command)
    if (action === 'why') command.option('--json', 'print one JSON object for each event')
  }
}

/** `aircoder trust`; without a command it lists. */
export function addTrust(program: Command, done: Done): void {
  const group = program
    .command('trust')
    .description('Trust the .aircoder folder of a project: list, add, remove.')
  for (const row of [
    ['list [dir]', 'List the trusted folders, and what this one would set.'],
    ['add [dir]', 'Show what a folder sets, ask, and trust it.'],
    ['remove [dir]', 'Trust a folder no longer.'],
  ] as const) {
    const action = row[0].split(' ')[0] ?? ''
    const act: Act<TrustFlags> = async (dir, flags) => {
      const { runTrust } = await import('./commands/trust.js')
      return runTrust(action, dir, flags)
    }
    const command = withLook(addAction(group, row, { act, done }))
    if (action === 'add') command.option('--yes', 'trust without a question')
  }
}

const VERBS = [
  ['parse', 'Parse a reply of the model.'],
  ['permit', 'Decide whether a call may run.'],
  ['patch', 'Apply edits to a text.'],
  [
    'prompt [text...]',
    'Print the exact request of a task given as words, or of a step. Without words it reads JSON lines from standard input: {"task": "TEXT"} (with the rules of the folder) or {"session": "ID", "step": 2}, as in: echo \'{"task": "fix the tests"}\' | aircoder inspect prompt',
  ],
  ['micro', 'Ask a side question.'],
  ['context [text...]', 'Show what the program adds to a task, by section.'],
  ['map [text...]', 'Rank the files of a folder for a task; -v: why.'],
  ['prefix', 'What each step of a session read again, and the section that changed first.'],
  ['route [text...]', 'Show what a message is about, and the tools that its turn gets.'],
] as const

/** `aircoder inspect`. */
export function addInspect(program: Command, done: Done): void {
  const group = program
    .command('inspect')
    .description(
      'Read one JSON object per line and answer each with one. prompt: the exact request of a step; parse: a reply of the model; permit: whether a call may run; patch: apply edits to a text; micro: a side question; route: what a message is about; context: what the program adds to a task; map: the files ranked for it; prefix: what each step of a session read again.',
    )
  for (const row of VERBS) {
    const verb = row[0].split(' ')[0] ?? ''
    const act: Act<InspectFlags> = async (text, flags) => {
      const { runInspect } = await import('./commands/inspect.js')
      return runInspect(verb, flags, text)
    }
    const command = withInspect(addAction(group, row, { act, done }))
    if (verb === 'map') command.option('-v, --verbose', 'show the place of each file in every list')
    if (verb === 'route')
      command
        .option('--window <tokens>', 'the window that the tools are picked for', wholeNumber)
        .option('--json', 'print one JSON object')
  }
}
