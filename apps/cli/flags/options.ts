import { type Command, InvalidArgumentError, Option } from 'commander'
import { CAPABILITY_NAMES, MODES } from '#core'
import { collect, duration, oneOf, timeLimit } from './read_words.js'

const SANDBOX = ['auto', 'on', 'off']
const ASSEMBLE = ['watermark', 'always']
const FORMATS = ['text', 'json', 'stream-json']

/** Flags that select the ledger. */
function withPlace(command: Command): Command {
  return withData(command.option('--cwd <dir>', 'work in this folder (default: the current one)'))
}

function withData(command: Command): Command {
  return command
    .option('--data-dir <dir>', 'folder of the ledgers')
    .option('--no-color', 'disable colours, as NO_COLOR does')
}

const MODEL = ['-m, --model <id>', 'model to use (default: the first one of the endpoint)'] as const
const BASE_URL = ['--base-url <url>', 'OpenAI-compatible endpoint, with /v1'] as const

/** Flags of read-only commands. They accept the endpoint flags of a run too, so that scripts can pass the same flags. */
export function withLook(command: Command): Command {
  return withPlace(command)
    .addOption(new Option(...MODEL).hideHelp())
    .addOption(new Option(...BASE_URL).hideHelp())
}

/** Flags of `login`. */
export function withLogin(command: Command): Command {
  return command.option(...BASE_URL).option('--no-color', 'disable colours, as NO_COLOR does')
}

/** Flags of `doctor`: `--model` without a value means the model that a run would use. */
export function withExam(command: Command): Command {
  return withPlace(command)
    .option('-m, --model [id]', 'also measure this model (default: the one that a run would use)')
    .option(...BASE_URL)
    .option('--json', 'print one JSON object instead of lines')
    .option('--output-format <format>', 'text, or json as --json', oneOf(['text', 'json']))
}

/** Flags that decide whether a call may run. */
function withGate(command: Command): Command {
  return command
    .option('--permission-mode <mode>', `${MODES.join(', ')} (default: default)`, oneOf(MODES))
    .option(
      '--capabilities <set>',
      `${CAPABILITY_NAMES.join(', ')}: what may be done at all (default: the mode decides)`,
      (value: string) => oneOf(CAPABILITY_NAMES)(value.toLowerCase()),
    )
    .option('--allow <tool[:glob]>', 'allow these calls without a question; repeatable', collect)
    .option('--deny <glob>', 'deny access to these paths in every mode; repeatable', collect)
}

/** Flags of everything that runs a task. */
function withLoop(command: Command): Command {
  return withGate(command.option(...MODEL).option(...BASE_URL))
    .option('--max-steps <n>', 'stop after this number of calls', wholeNumber)
    .option('--require-proof', 'exit with 1 when the end is not proven')
    .option('--sandbox <mode>', `run commands in bubblewrap: ${SANDBOX.join(', ')}`, oneOf(SANDBOX))
    .option('--sandbox-network', 'allow the network in the sandbox')
    .option(
      '--assemble <when>',
      `write the prompt again when it is full, or for every step: ${ASSEMBLE.join(', ')}`,
      oneOf(ASSEMBLE),
    )
    .option('--record <file>', "append the model's replies to a file for --script")
    .addOption(
      new Option(
        '--script <file>',
        'replay replies from a recording instead of asking a model',
      ).conflicts('record'),
    )
    .option(
      '--wait <duration>',
      'wait for a server that is starting or busy: 30s, 5m (default), 0',
      duration,
    )
    .option('-v, --verbose', "stream the model's text and show tool results")
}

/** Flags common to sessions, `-p`, `run` and `resume` (docs/design/commands.md#flags). */
export function withRun(command: Command): Command {
  return withLoop(withPlace(command))
    .option('--output-format <format>', FORMATS.join(', '), oneOf(FORMATS))
    .option('--json-schema <file|json>', 'the answer must be JSON that fits this schema')
    .option('--max-wall-time <duration>', 'stop after this time: 30s, 10m, 2h', timeLimit)
}

/** Flags of `demo`, which has a folder of its own and prints a story. */
export function withDemo(command: Command): Command {
  return withLoop(withData(command))
}

/** Flags of `inspect`: those that its answers depend on. */
export function withInspect(command: Command): Command {
  return withGate(
    withPlace(command)
      .option(...MODEL)
      .option(...BASE_URL),
  ).option('--script <file>', 'replay replies from a recording instead of asking a model')
}

/** Flags of `undo` and `redo`. */
export function withUndo(command: Command): Command {
  const isUndo = command.name() === 'undo'
  const described = isUndo
    ? 'Undo the last edit of the agent, or more. Shows the changes and asks first.'
    : 'Redo what was undone last. Shows the changes and asks first.'
  const ways = withLook(command.description(described))
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'do not ask')
    .option(
      '--task <id>',
      isUndo
        ? 'undo edits of this task; without another flag all of it and what came later'
        : 'redo what was undone last in this task',
    )
  if (!isUndo) return ways
  return ways
    .addOption(
      new Option('--edits <n>', 'number of edits').argParser(wholeNumber).conflicts(['turn', 'to']),
    )
    .addOption(new Option('--turn', 'all edits of the last task').conflicts(['to', 'task']))
    .option('--to <step>', 'restore the state after this step of the task (0: its start)', fromZero)
}

function fromZero(value: string): number {
  return value === '0' ? 0 : wholeNumber(value)
}

/** Reads a number above 0. @throws InvalidArgumentError for anything else */
export function wholeNumber(value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number above 0.')
  return number
}
