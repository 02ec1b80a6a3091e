import type { Command } from 'commander'
import { type Act, addAction, type Done } from './command_groups.js'
import type { ConfigFlags, InitFlags } from './flags/flags.js'
import { withLogin, withLook } from './flags/options.js'

/** `aircoder init`, `config` and `completion`. */
export function addSetup(program: Command, done: Done): void {
  withLogin(program.command('init'))
    .description('Find an endpoint, ask what is open, try the model, and store the settings.')
    .option(
      '--host <name>',
      'also look on this machine of your network or tailnet (NAME or NAME:PORT)',
    )
    .option('-m, --model <id>', 'model to use (default: asked, or the first one)')
    .option('--token-stdin', 'read the token from standard input')
    .option('--yes', 'ask nothing: use the flags, then what is found first')
    .action(async (flags: InitFlags) => {
      const { runInit } = await import('./commands/init.js')
      done(await runInit(flags))
    })

  addConfig(program, done)

  program
    .command('completion')
    .argument('<shell>', 'bash, zsh, fish or powershell')
    .description('Print the script that completes commands and flags in a shell.')
    .action(async (shell: string) => {
      const { printCompletion } = await import('./commands/completion.js')
      done(await printCompletion(shell, program))
    })

  // Called by that script for each Tab. `complete the parser` is a task.
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words: string[]) => {
      const { completeWords } = await import('./commands/completion.js')
      done(await completeWords(words, program))
    })
}

/** `aircoder config`; without a command it lists. */
function addConfig(program: Command, done: Done): void {
  const group = program
    .command('config')
    .description('Settings: list, get NAME, set NAME VALUE, unset NAME, path.')
  for (const row of [
    ['list', 'List the settings that hold in this folder.'],
    ['get <name>', 'Print the value of a setting.'],
    ['set <name> <value...>', 'Store a setting in your own file.'],
    ['unset <name>', 'Remove a setting from your own file.'],
    ['path', 'Print the path of your own file.'],
  ] as const) {
    const action = row[0].split(' ')[0] ?? ''
    if (action === 'set') {
      withLook(group.command(row[0]).description(row[1])).action(
        async (name: string, values: string[], flags: ConfigFlags) => {
          const { setSetting } = await import('./commands/config.js')
          done(setSetting(name, values.join(' '), flags))
        },
      )
      continue
    }
    const act: Act<ConfigFlags> = async (name, flags) => {
      const { runConfig } = await import('./commands/config.js')
      return runConfig(action, name, flags)
    }
    const command = withLook(addAction(group, row, { act, done }))
    if (action === 'list') command.option('--json', 'print one JSON object')
  }
}
