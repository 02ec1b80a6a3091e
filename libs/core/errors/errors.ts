import { BOX_ERRORS } from './box_errors.js'
import type { ErrorEntry } from './error_entry.js'

/**
 * Every error that a person can see: exit code, message (what happened) and hint (what to do).
 * `{name}` in a text is replaced by the fact of that name. Codes are never reused. Those of the proxy, its engines and its box are in `box_errors.ts`.
 */
export const ERRORS = {
  USAGE: {
    exit: 2,
    message: '{reason}',
    hint: 'Run the command with --help to see its arguments.',
  },
  UNKNOWN_COMMAND: {
    exit: 2,
    message: '`{program}` has no command {word}. {near}',
    hint: 'Run `{program} --help` to see the commands. {way}',
  },
  UNKNOWN_OPTION: {
    exit: 2,
    message: '`{command}` has no option {option}. {near}',
    hint: 'Run `{command} --help` to see the options.',
  },
  OPTION_INVALID: {
    exit: 2,
    message: '{option}: {reason}',
    hint: '{form}',
  },
  STRAY_ARGUMENT: {
    exit: 2,
    message: '`{command}` does not use the word {word}.',
    hint: '{form}',
  },
  MISSING_ARGUMENT: {
    exit: 2,
    message: '`{command}` needs {argument}.',
    hint: '{form}',
  },
  DATA_DIR_UNUSABLE: {
    exit: 2,
    message: '{source} {path} cannot hold the ledger: {reason}.',
    hint: 'Pass --data-dir with a folder that you can write to, as `--data-dir ~/aircoder-data`.',
  },
  SETTINGS_INVALID: {
    exit: 2,
    message: 'Settings in {source}: {reason}',
    hint: 'Correct or remove that entry. {form}',
  },
  INTERNAL: {
    exit: 1,
    message: 'An internal error, printed with its stack.',
    hint: 'This is a bug in aircoder. Every committed step is kept: `aircoder resume` continues the task.',
  },
  NOT_A_FOLDER: {
    exit: 2,
    message: '{path} is not a folder, or cannot be read.',
    hint: '{form}',
  },
  UNTRUSTABLE: {
    exit: 2,
    message: '{path} cannot be trusted: {reason}.',
    hint: 'Keep only plain files of normal size in its .aircoder folder. Settings that make permissions stricter need no trust.',
  },
  NOTHING_TO_RESUME: {
    exit: 2,
    message: 'There is no interrupted task {what}.',
    hint: 'Run `aircoder ledger tasks` to list the tasks of this folder, `aircoder -c` to continue its newest session, or start a task with `aircoder run "TASK"`.',
  },
  EXPORT_UNWRITABLE: {
    exit: 1,
    message: 'The export cannot be written to {path}: {reason}.',
    hint: 'Pass another file.',
  },
  NOTHING_TO_FORK: {
    exit: 2,
    message: 'The session {id} has nothing to copy: no prompt of it was sent yet.',
    hint: 'Describe a task: it starts a session of its own.',
  },
  NO_SUCH_SESSION: {
    exit: 2,
    message: 'No session matches {id}.',
    hint: 'Run `aircoder sessions` to list the ids.',
  },
  NO_SUCH_NOTE: {
    exit: 2,
    message: 'No note is named {name}. {near}',
    hint: 'Run `aircoder memory list` to list the names.',
  },
  NO_SUCH_SKILL: {
    exit: 2,
    message: 'No skill is named {name}.',
    hint: 'Run `aircoder skills list` to list the names, and what is not used.',
  },
  NO_SUCH_DRAFT: {
    exit: 2,
    message: 'No skill is proposed as {name}.',
    hint: 'Run `aircoder skills propose` to list what is proposed.',
  },
  NO_SUCH_PROPOSAL: {
    exit: 2,
    message: 'No proposal is named {name}.',
    hint: 'Run `aircoder memory list` to list the proposals.',
  },
  NO_SUCH_ROW: {
    exit: 2,
    message: 'The ledger has no entry {id}.',
    hint: 'Run `aircoder ledger tasks`, then `aircoder ledger show TASK`.',
  },
  RULE_NOT_SAVED: {
    exit: 2,
    message: '{reason}',
    hint: 'Save a rule with `aircoder memory save {rule}`. {task}',
  },
  NEEDS_TERMINAL: {
    exit: 2,
    message: 'There is no prompt and no terminal.',
    hint: 'Use `aircoder -p "what to do"`, or pipe the prompt into `aircoder -p`.',
  },
  INPUT_LINE_INVALID: {
    exit: 2,
    message: 'Line {line} of standard input: {reason}',
    hint: 'Each line is one JSON object, as {"type":"user","message":{"role":"user","content":"TEXT"}}. The turns before it are kept.',
  },
  INPUT_TOO_LONG: {
    exit: 2,
    message: 'Standard input is longer than {most} MiB. Nothing was sent.',
    hint: 'Write the text to a file, and name the file in the task.',
  },
  INPUT_TOO_LATE: {
    exit: 4,
    subtype: 'limit',
    message: 'The time limit of {limit} is reached, and standard input has not ended.',
    hint: 'Give it more time with --max-wall-time, or run without standard input: add </dev/null.',
  },
  RECORDING_INVALID: {
    exit: 2,
    message: 'The recording {path} cannot be used: {reason}',
    hint: 'A recording has one JSON object per line, as `--record FILE` writes it.',
  },
  LEDGER_LOCKED: {
    exit: 1,
    message: 'Another aircoder ({owner}) has this ledger for itself: {path}',
    hint: 'Try again in a moment. If it stays, close the older or newer aircoder that is open, or pass --data-dir.',
  },
  SESSION_IN_USE: {
    exit: 1,
    message: 'Another aircoder ({owner}) works in the session {id}.',
    hint: 'Wait until it ends, or close it. A task without --continue and --resume gets a session of its own.',
  },
  LEDGER_OLDER: {
    exit: 1,
    message: 'An older aircoder wrote the ledger {path}.',
    hint: 'Nothing was changed. The next session or run in its folder updates it.',
  },
  LEDGER_NEWER: {
    exit: 1,
    message: 'The ledger {path} was written by a newer aircoder (it has {found}).',
    hint: 'Nothing was changed. Update aircoder, or pass --data-dir to start another ledger.',
  },
  LEDGER_MOVED: {
    exit: 1,
    message:
      'The ledger {path} was moved or changed by another program while this run used it: {reason}',
    hint: 'Every committed step is in the file that was open. Put that file back in its place if it was moved, then run `aircoder resume`.',
  },
  LEDGER_UNREADABLE: {
    exit: 1,
    message: 'The ledger {path} cannot be read: {reason}',
    hint: 'Nothing was changed. Run `aircoder ledger verify` to see the details. `aircoder ledger verify --repair` rebuilds what can be read in a new file and keeps the old one; or restore the file from a backup.',
  },
  LEDGER_DAMAGED: {
    exit: 1,
    message: 'The ledger {path} is damaged: {found}',
    hint: 'Nothing was changed. Run `aircoder ledger verify` to see all damage. `aircoder ledger verify --repair` rebuilds what can be read in a new file and keeps the old one.',
  },
  LEDGER_UNWRITABLE: {
    exit: 1,
    message: 'The ledger {path} cannot be written: {reason}',
    hint: 'Nothing was changed. Make its folder writable, or pass --data-dir.',
  },
  DISK_FULL: {
    exit: 1,
    message: 'The disk is full: {path}',
    hint: 'Every committed step is kept. Free at least 20 MB there. Then `aircoder resume` continues the task; repeat any other command.',
  },
  DISK_ERROR: {
    exit: 1,
    message: 'The disk reports an error for {path}: {reason}',
    hint: 'Every committed step is kept. Check the disk (`dmesg`), copy the folder of the ledger to another one, then run `aircoder ledger verify`.',
  },
  TOO_MANY_FILES: {
    exit: 1,
    message: 'Too many files are open on this machine or by this user: {path} cannot be opened.',
    hint: 'Every committed step is kept. Close programs or raise the limit (`ulimit -n`), then run `aircoder resume`.',
  },
  MEMORY_NEWER: {
    exit: 1,
    message:
      'The memory {path} was written by a newer aircoder (version {found}; this one knows {known}).',
    hint: 'Nothing was changed. Update aircoder, or use another path.',
  },
  MEMORY_UNREADABLE: {
    exit: 1,
    message: 'The memory {path} cannot be read: {reason}',
    hint: 'Nothing was changed. Rename the file to start a new memory, or restore it from a backup.',
  },
  MEMORY_UNWRITABLE: {
    exit: 1,
    message: 'The memory {path} cannot be written: {reason}',
    hint: 'Make the file and its folder writable, or use another path. What was stored before is kept.',
  },
  MEMORY_LOCKED: {
    exit: 1,
    message: 'Another process has been writing to the memory {path} for more than 5 seconds.',
    hint: 'Nothing was stored. Try again. If it stays, end the program that has the file open.',
  },
  MEMORY_DISK_FULL: {
    exit: 1,
    message: 'The disk is full, so nothing was stored in the memory {path}.',
    hint: 'What was stored before is kept. Free at least 20 MB there, then try again.',
  },
  MEMORY_INPUT: {
    exit: 2,
    message: 'The memory {path} refused a value: {reason}',
    hint: 'Nothing was stored. Correct the value.',
  },
  SYSTEM_REFUSED: {
    exit: 1,
    message: 'The system refused an operation on {path}: {reason}',
    hint: 'Every committed step is kept. Correct what the message names. Then `aircoder resume` continues the task; repeat any other command.',
  },
  DRIVER_MISSING: {
    exit: 2,
    message: 'SQLite cannot be loaded in {folder}: {reason}',
    hint: 'Run `npm rebuild better-sqlite3` in that folder; it needs a C++ compiler. `npm install -g` builds it with `--allow-scripts=better-sqlite3`.',
  },
  UNDO_CONFLICT: {
    exit: 1,
    message: 'Nothing was restored: {reason}',
    hint: 'A file changed since the preview, or cannot be written. Run the command again.',
  },
  STEP_UNFINISHED: {
    exit: 2,
    message: 'Task {task} was interrupted during a step.',
    hint: 'Run `aircoder resume` to finish the step, then undo.',
  },
  SQL_REFUSED: {
    exit: 2,
    message: 'The statement was not run: {reason}',
    hint: 'One read-only statement is allowed, as `aircoder ledger sql "SELECT id, status, text FROM tasks"`. {tables}',
  },
  ENDPOINT_UNREACHABLE: {
    exit: 5,
    message: 'No model answers at {url}: {reason}',
    hint: 'Start the proxy or engine at that address (Ollama: `ollama serve`), or name another one with --base-url. `aircoder init --host NAME` looks on another machine. A run waits for a configured endpoint that is starting; --wait sets how long.',
  },
  ENDPOINT_BUSY: {
    exit: 5,
    message: '{url} answers, and refuses for now: {reason}',
    hint: 'A server runs at that address. Try again later, or pass a longer --wait, as `--wait 10m`. If a gateway answers there, start the server behind it.',
  },
  ENDPOINT_FAILING: {
    exit: 5,
    message: '{url} answers every request with an error: {reason}',
    hint: 'Read the log of the engine, start it again, or choose another model with --model. --wait sets how long an engine that fails is waited for.',
  },
  ENDPOINT_NOT_API: {
    exit: 5,
    message: '{url} does not speak the OpenAI API: {reason}',
    hint: 'Check the host, the port and the path of --base-url. The path usually ends in /v1. A web page comes from another program, or from a login page in front of the API.',
  },
  ENDPOINT_REFUSES: {
    exit: 5,
    message: '{url} refuses the request ({status}): {reason}',
    hint: 'The token is not the cause. Use the address of the proxy, or add this host name to "hosts" of the proxy (AIRCODER_PROXY_HOSTS) and reload it.',
  },
  AUTH_REJECTED: {
    exit: 5,
    message: '{url} {reason} ({status}).',
    hint: 'Run `aircoder login --base-url {url}` with a token of that server. {way} For one run set AIRCODER_TOKEN and AIRCODER_BASE_URL.',
  },
  NO_SUCH_STEP: {
    exit: 2,
    message: 'There is no step {step}: the steps of {task} are 0 (its start) to {last}.',
    hint: 'Run `aircoder ledger show {task}` to see them.',
  },
  MODEL_MISSING: {
    exit: 2,
    message: '{url} has no model {model}. {near} It has: {models}',
    hint: 'Pass one of these with --model, or correct the setting `model`.',
  },
  NO_MODELS: {
    exit: 5,
    message: '{url} lists no models.',
    hint: 'Load a model there (Ollama: `ollama pull qwen3:8b`), or pass --base-url.',
  },
  DEMO_INCOMPLETE: {
    exit: 1,
    message: 'The demo did not run as recorded: {reason}',
    hint: 'See the folder that is kept: {path}',
  },
  ...BOX_ERRORS,
  INTERRUPTED: {
    exit: 130,
    subtype: 'interrupted',
    message: 'The command was interrupted before a task began.',
    hint: 'Nothing was changed. Run the command again.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS
