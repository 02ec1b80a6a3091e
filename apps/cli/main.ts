import { LIMITS, printAtOnce } from '#core'
import { HELP } from './help_text.js'
import { earlyLanguage } from './language/early_language.js'

// --version and an English --help are answered before anything else is loaded.
if (
  !printAtOnce(process.argv.slice(2), () => (earlyLanguage(process.env) === 'en' ? HELP : null))
) {
  const { runProgram } = await import('./program.js')
  await runProgram()
  // What a command left open, such as a socket or a thread, does not keep the program; a slow reader of its output does.
  const leave = () => setTimeout(() => process.exit(), LIMITS.leaveMs).unref()
  process.stdout.write('', () => process.stderr.write('', leave))
}
