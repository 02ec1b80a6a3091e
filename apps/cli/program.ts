import { Command, CommanderError } from 'commander'
import { endWithReader, VERSION } from '#core'
import type {
  EgressFlags,
  ExamFlags,
  Flags,
  SessionsFlags,
  TrustFlags,
  UndoFlags,
} from './flags/flags.js'
import { wholeNumber, withExam, withLook, withRun, withUndo } from './flags/options.js'
import { reportError } from './output/report_error.js'

/** The command line. The code of a command is loaded when the command runs. */
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
    .argument('[prompt...]', 'the task; without it a session starts')
    .option(
      '-p, --print',
      'headless: reads the prompt from the argument and standard input, prints the answer',
    )
    .option('-c, --continue', 'continue the last session of this folder')
    .option('-r, --resume [id]', 'continue this session (default: the last one)')
    .action(async (words: string[], flags: Flags & { print?: true }) => {
      if (flags.print) {
        const { runPrint } = await import('./commands/print.js')
        return done(await runPrint(words.join(' '), flags))
      }
      const { runSession } = await import('./commands/session.js')
      done(await runSession(words.join(' '), flags))
    })

  withRun(program.command('run <task...>'))
    .description('Run one task without an interactive session.')
    .option('--no-ask', 'ask nobody, also on a terminal: deny what needs a question')
    .option('-c, --continue', 'continue the last session of this folder')
    .option('-r, --resume [id]', 'continue this session (default: the last one)')
    .action(async (words: string[], flags: Flags) => {
      const { runTask } = await import('./commands/run.js')
      done(await runTask(words.join(' '), flags))
    })

  withRun(program.command('resume [task]'))
    .description('Resume an interrupted task at its next step.')
    .option('--no-ask', 'ask nobody, also on a terminal: deny what needs a question')
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
    .description('Stored sessions, newest first: list, show ID, rm ID.')
    .option('--yes', 'rm: do not ask')
    .action(async (action: string | undefined, id: string | undefined, flags: SessionsFlags) => {
      const { runSessions } = await import('./commands/sessions.js')
      done(await runSessions(action ?? 'list', id, flags))
    })

  withLook(program.command('ledger <action> [argument]'))
    .description(
      'Read the ledger: tasks, show [TASK|ROW], search TEXT, sql SELECT, export [TASK], verify.',
    )
    .option('--canonical', 'export: replace random ids and times by stable counters')
    .option('--limit <n>', 'search: maximum number of rows', wholeNumber)
    .action(async (action: string, argument: string | undefined, flags: Flags) => {
      const { runLedger } = await import('./commands/ledger.js')
      done(await runLedger(action, argument, flags))
    })

  withLook(program.command('egress'))
    .description(
      'List what left this machine: when, to which host, how many bytes, from which files.',
    )
    .option('--last <n>', 'number of requests, newest first (default: 20)', wholeNumber)
    .option('--json', 'print one JSON object per line')
    .action(async (flags: EgressFlags) => {
      const { runEgress } = await import('./commands/egress.js')
      done(await runEgress(flags))
    })

  withLook(program.command('trust [action] [dir]'))
    .description('Trust the .aircoder folder of a project: list, add, remove.')
    .option('--yes', 'add: trust without a question')
    .action(async (action: string | undefined, dir: string | undefined, flags: TrustFlags) => {
      const { runTrust } = await import('./commands/trust.js')
      done(await runTrust(action ?? 'list', dir, flags))
    })

  withRun(program.command('inspect <verb>'))
    .description(
      'Read one JSON object per line and answer each with one. prompt: the exact request of a step; parse: a reply of the model; permit: whether a call may run; patch: apply edits to a text; micro: a side question.',
    )
    .action(async (verb: string, flags: Flags) => {
      const { runInspect } = await import('./commands/inspect.js')
      done(await runInspect(verb, flags))
    })

  withExam(program.command('doctor'))
    .description('Check the endpoint, the model and this machine, and say how to fix each finding.')
    .action(async (flags: ExamFlags) => {
      const { runDoctor } = await import('./commands/doctor.js')
      done(await runDoctor(flags))
    })

  withRun(program.command('demo'))
    .description(
      'Find and fix a bug in a sample project; needs no configuration. --base-url uses a live model.',
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
