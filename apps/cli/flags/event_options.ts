import type { Command } from 'commander'
import { EVENT_ACTORS, EVENT_OUTCOMES, EVENT_TYPES, LIMITS } from '#core'
import { wholeNumber } from './options.js'
import { oneOf } from './read_words.js'

/** Flags of `ledger events`. */
export function withEvents(command: Command): Command {
  return command
    .option('--type <type>', `only ${EVENT_TYPES.join(', ')}`, oneOf(EVENT_TYPES))
    .option('--actor <actor>', `only of ${EVENT_ACTORS.join(', ')}`, oneOf(EVENT_ACTORS))
    .option('--outcome <outcome>', `only ${EVENT_OUTCOMES.join(', ')}`, oneOf(EVENT_OUTCOMES))
    .option('--limit <n>', `maximum number of events (default: ${LIMITS.foundRows})`, wholeNumber)
    .option('--json', 'print one JSON object for each event, with its payload')
}
