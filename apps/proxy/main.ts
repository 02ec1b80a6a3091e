import { printAtOnce } from '#core'
import { HELP } from './help_text.js'

// --version and --help are answered before anything else is loaded.
if (!printAtOnce(process.argv.slice(2), () => HELP)) {
  const { runProgram } = await import('./program.js')
  await runProgram()
}
