import type { Command } from 'commander'
import { type Act, addAction, type Done } from './command_groups.js'
import type { MemoryFlags } from './flags/flags.js'
import { withLook } from './flags/options.js'

/** `aircoder memory`; without a command it lists. */
export function addMemory(program: Command, done: Done): void {
  const group = program
    .command('memory')
    .description(
      'What is remembered for later tasks: list, search TEXT, save TEXT, delete NAME, accept NAME, refuse NAME, export FOLDER, import FOLDER.',
    )
  for (const row of [
    ['list', 'List rules and notes, newest first.'],
    ['search <text...>', 'Search rules, notes and the earlier tasks of this folder.'],
    ['save [text...]', 'Store a rule for later tasks of this project.'],
    ['delete <name>', 'Forget a rule or a note.'],
    ['accept <name>', 'Make a change that the model proposed.'],
    ['refuse <name>', 'Drop a change that the model proposed.'],
    [
      'export <folder>',
      'Write all rules and notes into a folder that people and other agents can read.',
    ],
    ['import <folder>', 'Show the rules and notes of a folder; store them with --yes.'],
  ] as const) {
    const action = row[0].split(' ')[0] ?? ''
    const act: Act<MemoryFlags> = async (words, flags) => {
      const { runMemory } = await import('./commands/memory.js')
      return runMemory(action, words, flags)
    }
    const command = withLook(addAction(group, row, { act, done }))
    if (action === 'import') command.option('--yes', 'store what is shown')
    if (action !== 'save') continue
    command
      .option('--user', 'for all projects of this user')
      .option('--note', 'a fact: shown in tasks that share words with it')
      .option(
        '--name <note>',
        'replace the text of this rule or note, or move it to the other scope',
      )
  }
}
