/**
 * The one catalog of errors that a person can meet: message, hint, and fate
 * (`exit` for the commands; the proxy's answers to clients carry `status` and `type`).
 * `{name}` in a text is filled from the facts given. Codes are never reused.
 */
export const ERRORS = {
  USAGE: { exit: 2, message: '{reason}', hint: 'Run with --help to see what is understood.' },
  SETTINGS_INVALID: {
    exit: 2,
    message: 'Settings in {source}: {reason}',
    hint: 'Mend or remove that entry; `aircoder config list` is not needed for it.',
  },
  NOT_A_FOLDER: {
    exit: 2,
    message: '{path} is not a folder that can be read.',
    hint: 'Pass an existing folder with --cwd.',
  },
  NOTHING_TO_RESUME: {
    exit: 2,
    message: 'There is no interrupted task {what}.',
    hint: 'See `aircoder sessions` for what is stored, or start one with `aircoder run`.',
  },
  NO_SUCH_SESSION: {
    exit: 2,
    message: 'No session matches {id}.',
    hint: 'See `aircoder sessions` for the ids.',
  },
  NO_SUCH_ROW: {
    exit: 2,
    message: 'The ledger has nothing under {id}.',
    hint: 'See `aircoder ledger tasks`, then `aircoder ledger show TASK`.',
  },
  NEEDS_TERMINAL: {
    exit: 2,
    message: 'A session needs a prompt or a terminal.',
    hint: 'Use `aircoder -p "what to do"`, or pipe the prompt into `aircoder -p`.',
  },
  RECORDING_INVALID: {
    exit: 2,
    message: 'The recording {path} cannot be used: {reason}',
    hint: 'A recording has one JSON object a line, as `--record FILE` writes it.',
  },
  LEDGER_LOCKED: {
    exit: 1,
    message: 'Another aircoder ({owner}) owns this ledger: {path}',
    hint: 'Close it, or pass --data-dir to use another ledger.',
  },
  LEDGER_NEWER: {
    exit: 1,
    message: 'The ledger {path} was written by a newer aircoder (it has {found}).',
    hint: 'Update aircoder, or pass --data-dir to start another ledger. Nothing was changed.',
  },
  LEDGER_UNREADABLE: {
    exit: 1,
    message: 'The ledger {path} cannot be read: {reason}',
    hint: 'Nothing was changed. Move the file aside to keep it, or restore it from a backup; `aircoder ledger verify` tells more.',
  },
  LEDGER_UNWRITABLE: {
    exit: 1,
    message: 'The ledger {path} cannot be written: {reason}',
    hint: 'Make its folder writable, or pass --data-dir. Nothing was changed.',
  },
  DISK_FULL: {
    exit: 1,
    message: 'The disk is full: {path}',
    hint: 'Free some space, then `aircoder resume`. Every committed step is kept.',
  },
  SQL_REFUSED: {
    exit: 2,
    message: 'Only one reading statement is allowed: {reason}',
    hint: 'Use SELECT; the ledger is changed by steps alone.',
  },
  ENDPOINT_UNREACHABLE: {
    exit: 5,
    message: 'No model answers at {url}: {reason}',
    hint: 'Start the proxy or engine there, or pass --base-url. State is saved; `aircoder resume` goes on.',
  },
  ENDPOINT_NOT_API: {
    exit: 5,
    message: '{url} does not speak the OpenAI API: {reason}',
    hint: 'Pass --base-url with the path, usually one that ends in /v1.',
  },
  AUTH_REJECTED: {
    exit: 5,
    message: '{url} refused the token ({status}).',
    hint: 'Set AIRCODER_TOKEN to the token that the proxy knows you by.',
  },
  MODEL_MISSING: {
    exit: 5,
    message: '{url} has no model {model}. It has: {models}',
    hint: 'Pass one of these with --model.',
  },
  DEMO_INCOMPLETE: {
    exit: 1,
    message: 'The demo did not end as recorded: {reason}',
    hint: 'The folder is kept for a look: {path}',
  },
  PROXY_NO_TOKENS: {
    exit: 2,
    message: 'Refusing to serve on {host} without tokens.',
    hint: 'Set AIRCODER_PROXY_TOKENS, or listen on loopback with AIRCODER_PROXY_INSECURE_LOOPBACK=1.',
  },
  PROXY_LISTEN: {
    exit: 1,
    message: 'Cannot listen on {host}:{port}: {reason}',
    hint: 'Pick another AIRCODER_PROXY_PORT, or stop what listens there.',
  },
} as const satisfies Record<string, { exit: number; message: string; hint: string }>

export type ErrorCode = keyof typeof ERRORS

/** What the person can act on: a coded error with message and hint. Thrown anywhere, caught only in apps. */
export class AircoderError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  readonly exitCode: number

  constructor(
    code: ErrorCode,
    facts: Record<string, string | number> = {},
    options?: ErrorOptions,
  ) {
    super(fill(ERRORS[code].message, facts), options)
    this.name = 'AircoderError'
    this.code = code
    this.hint = fill(ERRORS[code].hint, facts)
    this.exitCode = ERRORS[code].exit
  }
}

function fill(text: string, facts: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? '').trim())
}
