import { type Command, InvalidArgumentError, Option } from 'commander'
import { MODES } from '#core'

const SANDBOX = ['auto', 'on', 'off']
const FORMATS = ['text', 'json', 'stream-json']

/** Flags that say where a ledger is; every command has them. */
function withPlace(command: Command): Command {
  return command
    .option('--cwd <dir>', 'work in this folder (default: the current one)')
    .option('--data-dir <dir>', 'keep ledgers below this folder')
    .option('--no-color', 'plain output (so does NO_COLOR)')
}

const MODEL = [
  '-m, --model <id>',
  'model to use (default: the first that the endpoint has)',
] as const
const BASE_URL = ['--base-url <url>', 'OpenAI-compatible endpoint, with /v1'] as const

/** Flags of what only reads: those of a run's endpoint are taken too, so that scripts can pass the same ones. */
export function withLook(command: Command): Command {
  return withPlace(command)
    .addOption(new Option(...MODEL).hideHelp())
    .addOption(new Option(...BASE_URL).hideHelp())
}

/** Flags of `doctor`: `--model` alone means the model that a run would use. */
export function withExam(command: Command): Command {
  return withPlace(command)
    .option('-m, --model [id]', 'also measure this model (default: the one a run would use)')
    .option(...BASE_URL)
    .option('--json', 'one JSON object instead of lines')
}

/** Flags common to sessions, `-p`, `run` and `resume` (docs/design/commands.md#flags). */
export function withRun(command: Command): Command {
  return withPlace(command)
    .option(...MODEL)
    .option(...BASE_URL)
    .option('--permission-mode <mode>', `${MODES.join(', ')} (default: default)`)
    .option('--allow <tool[:glob]>', 'calls that need no question; repeatable', collect)
    .option('--deny <glob>', 'paths that nothing may touch, in any mode; repeatable', collect)
    .option('--max-steps <n>', 'stop after so many steps', wholeNumber)
    .option('--sandbox <mode>', `shut commands in: ${SANDBOX.join(', ')}`, oneOf(SANDBOX))
    .option('--sandbox-network', 'commands in the sandbox may use the network')
    .option('--output-format <format>', FORMATS.join(', '), oneOf(FORMATS))
    .option('--record <file>', "append the model's replies to a file that --script can replay")
    .option('--script <file>', 'take the replies from a recording instead of a model')
    .option('-v, --verbose', "stream the model's text and show results")
}

/** Flags of `undo` and `redo`. */
export function withUndo(command: Command): Command {
  const isUndo = command.name() === 'undo'
  const described = isUndo
    ? 'Put back what the agent changed: its last edit, or more; shown first, then asked.'
    : 'Make again what was undone last.'
  const ways = withLook(command.description(described))
    .option('--dry-run', 'show what would change, and stop')
    .option('--yes', 'do not ask')
    .option('--task <id>', 'of this task; alone: all of it, and what came later')
  if (!isUndo) return ways
  return ways
    .option('--edits <n>', 'so many edits', wholeNumber)
    .option('--turn', 'all edits of the last task')
    .option('--to <step>', 'to the end of this step of the task (0: its start)', fromZero)
}

function fromZero(value: string): number {
  return value === '0' ? 0 : wholeNumber(value)
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value]
}

/** Reads a number above 0. @throws InvalidArgumentError for anything else */
export function wholeNumber(value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('It has to be a whole number above 0.')
  return number
}

function oneOf(choices: readonly string[]): (value: string) => string {
  return (value) => {
    if (choices.includes(value)) return value
    throw new InvalidArgumentError(`Choose one of ${choices.join(', ')}.`)
  }
}
