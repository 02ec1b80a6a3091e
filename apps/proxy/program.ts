import { Command } from 'commander'
import { closeLostTerminals, runCommandLine } from '#command_line'
import { VERSION } from '#core'
import { addBoxCommands } from './box_commands.js'
import { errorLines } from './error_lines.js'
import { addPeopleCommands } from './people_commands.js'

/** Flags of `serve`. Each is named after its setting; the schema of the settings checks the values. */
const SERVE_FLAGS: [flags: string, help: string][] = [
  ['--host <address>', 'address to listen on; several separated by commas (default 127.0.0.1)'],
  ['--port <number>', 'port (default 8765; 0: any free port)'],
  ['--engine <name>', 'ollama (default), openai, embedded or scripted'],
  [
    '--engine-url <url>',
    'address of the engine, without /v1; embedded: a .gguf or hf:owner/repo:file',
  ],
  [
    '--models <ids>',
    'models that may be used, separated by commas; * matches any text (default: all)',
  ],
  ['--script <file>', 'recording for the scripted engine'],
  ['--slots <number>', 'requests that the engine runs at the same time'],
  ['--user-slots <number>', 'slots of one person while others wait'],
  ['--state-dir <folder>', 'folder of tokens and usage records'],
  ['--drain-ms <number>', 'how long running streams may take to finish after SIGTERM'],
  ['--log-level <level>', 'silent, error, warn, info (default) or debug'],
  ['--insecure-loopback', 'serve without tokens, on loopback only'],
]

/** The command line of the program. */
export function buildProgram(): Command {
  const program = new Command('aircoder-proxy')
    .description('Shares the model of a GPU box among people, with tokens and a fair queue.')
    .version(VERSION)
    // The same text on every terminal: the build prints it once, see help_text.ts.
    .configureHelp({ helpWidth: 80 })
  const serve = program
    .command('serve')
    .description('Serve until SIGTERM or SIGINT.')
    .option('--config <file>', 'settings file (default /etc/aircoder/proxy.json)')
    .action(async (flags: Record<string, string | true>) => {
      // Loaded here, so that --help and --version need no server.
      const { runServe } = await import('./commands/serve.js')
      await runServe(flags, process.env)
    })
  for (const [flags, help] of SERVE_FLAGS) serve.option(flags, help)
  addPeopleCommands(program)
  addBoxCommands(program)
  return program
}

/** Reads the command line and runs its command. */
export async function runProgram(): Promise<void> {
  closeLostTerminals()
  const code = await runCommandLine(buildProgram(), process.argv.slice(2), errorLines)
  // An error of `serve` may leave its listeners open.
  if (code !== null) process.exit(code)
}
