import { Command } from 'commander'
import { closeLostTerminals, runCommandLine } from '#command_line'
import { VERSION } from '#core'
import { addInspect, addLedger, addTrust } from './command_groups.js'
import type { AcceptFlags, EgressFlags, ExamFlags, Flags, UndoFlags } from './flags/flags.js'
import {
  wholeNumber,
  withDemo,
  withExam,
  withLogin,
  withLook,
  withRun,
  withUndo,
} from './flags/options.js'
import { oneOf } from './flags/read_words.js'
import { INPUT_FORMATS, refuseHeadless } from './flags/refuse_headless.js'
import { withSession } from './flags/session_options.js'
import { earlyLanguage } from './language/early_language.js'
import { errorLines } from './language/error_lines.js'
import { helpInLanguage } from './language/help_in_language.js'
import { sayEarly } from './language/say_for.js'
import { speak } from './language/speak.js'
import { addMemory } from './memory_group.js'
import { addSessions } from './sessions_group.js'
import { addSetup } from './setup_group.js'
import { addSkills } from './skills_group.js'

/** The command line. The code of a command is loaded when the command runs. */
export function buildProgram(done: (exitCode: number) => void): Command {
  const program = withSession(withRun(new Command('aircoder')))
    .description(
      'A coding agent whose memory is a ledger on your disk and whose brain is your own GPU.',
    )
    .version(VERSION)
    // The same text on every terminal: the build prints it once, see help_text.ts.
    .configureHelp({ helpWidth: 80 })
    .argument('[prompt...]', 'the task; without it a session starts')
    .option(
      '-p, --print',
      'headless: reads the prompt from the argument and standard input, prints the answer',
    )
    .option('--plain', 'a session line by line, without cursor movement: for screen readers')
    .option(
      '--input-format <format>',
      'with -p: text, or stream-json (one message a line, one turn each)',
      oneOf(INPUT_FORMATS),
    )
    .action(async (words: string[], flags: Flags & { print?: true }) => {
      if (flags.print) {
        const { runPrint } = await import('./commands/print.js')
        return done(await runPrint(words.join(' '), flags))
      }
      refuseHeadless(flags)
      const { runSession } = await import('./commands/session.js')
      done(await runSession(words.join(' '), flags))
    })

  withSession(withRun(program.command('run <task...>')))
    .description('Run one task without an interactive session.')
    .option('--no-ask', 'ask nobody, also on a terminal: deny what needs a question')
    .action(async (words: string[], flags: Flags) => {
      const { runTask } = await import('./commands/run.js')
      done(await runTask(words.join(' '), flags))
    })

  withRun(program.command('resume [task|session]'))
    .description('Resume a task at its next step: this one, the last of a session, or the last.')
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

  withLook(program.command('accept [task]'))
    .description('Accept the tests that a task changed. Shows the changes and asks first.')
    .option('--dry-run', 'only show what would be accepted')
    .option('--yes', 'do not ask')
    .action(async (task: string | undefined, flags: AcceptFlags) => {
      const { runAccept } = await import('./commands/accept.js')
      done(await runAccept(task, flags))
    })

  addSessions(program, done)
  addLedger(program, done)

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

  addTrust(program, done)
  addMemory(program, done)
  addSkills(program, done)
  addInspect(program, done)

  addSetup(program, done)

  withLogin(program.command('login'))
    .description('Store an endpoint and its token, which is asked for or read from standard input.')
    .action(async (flags: Flags) => {
      const { runLogin } = await import('./commands/login.js')
      done(await runLogin(flags))
    })

  withExam(program.command('doctor'))
    .description('Check the endpoint, the model and this machine, and say how to fix each finding.')
    .action(async (flags: ExamFlags) => {
      const { runDoctor } = await import('./commands/doctor.js')
      done(await runDoctor(flags))
    })

  withDemo(program.command('demo'))
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
  closeLostTerminals()
  const program = buildProgram((exitCode) => {
    process.exitCode = exitCode
  })
  const words = process.argv.slice(2)
  if (earlyLanguage(process.env) !== 'en') {
    const say = await sayEarly()
    helpInLanguage(program, say)
    speak(say, words)
  }
  process.exitCode = (await runCommandLine(program, words, errorLines)) ?? process.exitCode
}
