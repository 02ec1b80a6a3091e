import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { tryWord } from '../readers/try_word.js'
import { UNKNOWN } from '../state/types.js'

/** Programs that read commands for another time. */
export const later_commands: ProgramReader = {
  name: 'later_commands',
  programs: { 'at batch crontab ssh-agent': UNKNOWN_PROGRAM },
  inspect(call) {
    call.walker.unsure(`${call.name} runs commands at another time`)
    for (const word of call.args) tryWord(word, call)
    return UNKNOWN
  },
}
