/**
 * The words of a command line become one command with its options, or one error with a hint.
 * Doors: `runCommandLine`, `closeLostTerminals`, `chooseCommand`, `refuseLoneWord`, `reportError`, `englishLines`. It never loads the code
 * of a command, reads no settings, and drops no word: a word is used or refused.
 */
export { type Chosen, chooseCommand, refuseLoneWord } from './choose_command.js'
export { closeLostTerminals } from './close_lost_terminals.js'
export { englishLines, reportError } from './report_error.js'
export { runCommandLine } from './run_command_line.js'
