import type { Command } from 'commander'
import { type Act, addAction, type Done } from './command_groups.js'
import type { SessionsFlags } from './flags/flags.js'
import { wholeNumber, withLook } from './flags/options.js'
import { EXPORT_FORMATS, oneOf } from './flags/read_words.js'

/** `aircoder sessions`; without a command it lists. */
export function addSessions(program: Command, done: Done): void {
  const group = program
    .command('sessions')
    .description(
      'Stored sessions, newest first: list, show [ID], search WORDS, rename ID TITLE, export ID, rm ID.',
    )
  for (const row of [
    ['list', 'List the sessions.'],
    ['show [id]', 'Show a session and its tasks, without an id the last one.'],
    ['search <words...>', 'List the sessions that have these words.'],
    ['rename <id> <title...>', 'Give a session another title.'],
    ['export <id>', 'Print a session for other people, without secrets.'],
    ['rm <id>', 'Ask, and remove a session.'],
  ] as const) {
    const action = row[0].split(' ')[0] ?? ''
    const act: Act<SessionsFlags> = async (id, flags, words) => {
      const { runSessions } = await import('./commands/sessions.js')
      return runSessions(action, id, flags, words)
    }
    const command = withLook(addAction(group, row, { act, done }))
    if (action === 'rm') command.option('--yes', 'remove without a question')
    if (action === 'export')
      command
        .option(
          '--format <format>',
          `${EXPORT_FORMATS.join(', ')} (default: that of the file, else md)`,
          oneOf(EXPORT_FORMATS),
        )
        .option('-o, --output <file>', 'write a file instead of printing')
        .option('--yes', 'replace the file without a question')
    if (action === 'list')
      command.option('--limit <n>', 'maximum number of sessions (default: 50)', wholeNumber)
  }
}
