import { Command, CommanderError } from 'commander'
import { endWithReader, VERSION } from '#core'
import type { EgressFlags, ExamFlags, Flags, TrustFlags, UndoFlags } from './flags/flags.js'
import { wholeNumber, withExam, withLook, withRun, withUndo } from './flags/options.js'
import { reportError } from './output/report_error.js'

/** The commands. Each row's code is loaded when it runs, so that --help and --version stay light. */
export function buildProgram(done: (exitCode: number) => void): Command {
  const program = withRun(new Command('aircoder'))
    .description(
      'A coding agent whose memory is a ledger on your disk and whose brain is your own GPU.',
    )
    .version(VERSION)
    // The same text on every terminal: the build prints it once, see help_text.ts.
    .configureHelp({ helpWidth: 80 })
    .enablePositionalOptions()
    .exitOverride()
    .argument('[prompt...]', 'what to do; without it a session opens')
    .option(
      '-p, --print',
      'headless: prompt from the argument and standard input, answer on standard output',
    )
    .option('-c, --continue', 'go on in the last session of this folder')
    .option('-r, --resume [id]', 'go on in that session (default: the last)')
    .action(async (words: string[], flags: Flags & { print?: true }) => {
      if (flags.print) {
        const { runPrint } = await import('./commands/print.js')
        return done(await runPrint(words.join(' '), flags))
      }
      const { runSession } = await import('./commands/session.js')
      done(await runSession(words.join(' '), flags))
    })

  withRun(program.command('run <task...>'))
    .description('Work on one task, without a session; every step is committed to the ledger.')
    .option('-c, --continue', 'in the last session of this folder')
    .option('-r, --resume [id]', 'in that session')
    .action(async (words: string[], flags: Flags) => {
      const { runTask } = await import('./commands/run.js')
      done(await runTask(words.join(' '), flags))
    })

  withRun(program.command('resume [task]'))
    .description('Take up an interrupted task at its next step.')
    .action(async (task: string | undefined, flags: Flags) => {
      const { runResume } = await import('./commands/resume.js')
      done(await runResume(task, flags))
    })

  for (const kind of ['undo', 'redo'] as const)
    withUndo(program.command(kind)).action(async (flags: UndoFlags) => {
      const { runUndo } = await import('./commands/undo.js')
      done(await runUndo(kind, flags))
    })

  withLook(program.command('sessions [action] [id]'))
    .description('list, show ID, or rm ID; newest first.')
    .action(async (action: string | undefined, id: string | undefined, flags: Flags) => {
      const { runSessions } = await import('./commands/sessions.js')
      done(await runSessions(action ?? 'list', id, flags))
    })

  withLook(program.command('ledger <action> [argument]'))
    .description('tasks, show [TASK|ROW], search TEXT, sql SELECT, export [TASK], verify.')
    .option('--canonical', 'export: stable counters instead of random ids and clocks')
    .option('--limit <n>', 'search: at most so many rows', wholeNumber)
    .action(async (action: string, argument: string | undefined, flags: Flags) => {
      const { runLedger } = await import('./commands/ledger.js')
      done(await runLedger(action, argument, flags))
    })

  withLook(program.command('egress'))
    .description('What left this machine: when, to which host, how many bytes, from which files.')
    .option('--last <n>', 'the newest so many requests (default: 20)', wholeNumber)
    .option('--json', 'one JSON object a line')
    .action(async (flags: EgressFlags) => {
      const { runEgress } = await import('./commands/egress.js')
      done(await runEgress(flags))
    })

  withLook(program.command('trust [action] [dir]'))
    .description("Whether a folder's .aircoder counts in full: list, add or remove; shown first.")
    .option('--yes', 'add: do not ask')
    .action(async (action: string | undefined, dir: string | undefined, flags: TrustFlags) => {
      const { runTrust } = await import('./commands/trust.js')
      done(await runTrust(action ?? 'list', dir, flags))
    })

  withRun(program.command('inspect <verb>'))
    .description(
      'One JSON object a line in, one out. prompt: the exact request of a step; parse: what a reply is read as; permit: whether a call would run; patch: what edits make of a text; micro: a side question.',
    )
    .action(async (verb: string, flags: Flags) => {
      const { runInspect } = await import('./commands/inspect.js')
      done(await runInspect(verb, flags))
    })

  withExam(program.command('doctor'))
    .description('Check endpoint, model and surroundings, and say how to mend each fault.')
    .action(async (flags: ExamFlags) => {
      const { runDoctor } = await import('./commands/doctor.js')
      done(await runDoctor(flags))
    })

  withRun(program.command('demo'))
    .description(
      'Watch it find and fix a real bug, with nothing configured; with --base-url on a live model.',
    )
    .action(async (flags: Flags) => {
      const { runDemo } = await import('./commands/demo.js')
      done(await runDemo(flags))
    })

  return program
}

/** Reads the command line and runs its command; the exit code is `process.exitCode`. */
export async function runProgram(): Promise<void> {
  endWithReader()
  try {
    await buildProgram((exitCode) => {
      process.exitCode = exitCode
    }).parseAsync()
  } catch (error) {
    // Commander has printed it: help and version succeed, everything else is a usage error.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else process.exitCode = reportError(error)
  }
}
