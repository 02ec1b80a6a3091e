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
  UNTRUSTABLE: {
    exit: 2,
    message: '{path} cannot be trusted: {reason}.',
    hint: 'Have plain files of a usual size in its .aircoder folder; what tightens counts without trust.',
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
  UNDO_CONFLICT: {
    exit: 1,
    message: 'Nothing was put back: {reason}',
    hint: 'Look at it again: a file changed since it was shown, or cannot be written.',
  },
  STEP_UNFINISHED: {
    exit: 2,
    message: 'Task {task} was cut off in the middle of a step.',
    hint: '`aircoder resume` finishes it; then undo what is to be undone.',
  },
  SQL_REFUSED: {
    exit: 2,
    message: 'Only one reading statement is allowed: {reason}',
    hint: 'Use SELECT; the ledger is changed by steps alone.',
  },
  ENDPOINT_UNREACHABLE: {
    exit: 5,
    message: 'No model answers at {url}: {reason}',
    hint: 'Start the proxy or engine there, or pass --base-url. Nothing is lost.',
  },
  ENDPOINT_NOT_API: {
    exit: 5,
    message: '{url} does not speak the OpenAI API: {reason}',
    hint: 'Pass --base-url with the path, usually one that ends in /v1.',
  },
  AUTH_REJECTED: {
    exit: 5,
    message: '{url} refused the token ({status}).',
    hint: 'Set AIRCODER_TOKEN to the token that `aircoder-proxy token add` printed.',
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
    hint: 'Make one with `aircoder-proxy token add NAME`, set AIRCODER_PROXY_TOKENS, or listen on loopback with AIRCODER_PROXY_INSECURE_LOOPBACK=1.',
  },
  ENGINE_UNREACHABLE: {
    exit: 5,
    message: 'No engine answers at {url}: {reason}',
    hint: 'Start it (`systemctl start ollama`), or pass --engine-url.',
  },
  ENGINE_REFUSED: {
    exit: 1,
    message: 'The engine refused {what}: {reason}',
    hint: 'Run `aircoder-proxy doctor`; it says what the engine has and lacks.',
  },
  GGUF_INVALID: {
    exit: 2,
    message: '{path} cannot be read as a GGUF model: {reason}',
    hint: 'Pass the .gguf file itself, downloaded to its end.',
  },
  ENGINE_MISSING: {
    exit: 2,
    message:
      'The engine {engine} needs the package {package}, which was not found{place}: {reason}',
    hint: 'Install it beside aircoder (`npm install -g node-llama-cpp@3.22.1`), or name its folder in AIRCODER_PROXY_EMBEDDED_MODULE.',
  },
  DOWNLOAD_FAILED: {
    exit: 1,
    message: '{file} was not downloaded: {reason}',
    hint: 'Start again: it goes on where it broke off.',
  },
  MODELFILE_INVALID: {
    exit: 2,
    message: '{path}, line {line}: {reason}',
    hint: 'A Modelfile has FROM, PARAMETER, TEMPLATE, SYSTEM, MESSAGE and LICENSE lines.',
  },
  BAKE_REFUSED: {
    exit: 1,
    message: '{model} is not baked: {reason}',
    hint: '{fix}',
  },
  PROXY_TOKENS_UNREADABLE: {
    exit: 1,
    message: 'The tokens in {path} cannot be read: {reason}',
    hint: 'Mend that entry, or move the file aside and add the tokens anew. Nothing was changed.',
  },
  PROXY_STATE_UNWRITABLE: {
    exit: 1,
    message: 'The state folder {path} cannot be written: {reason}',
    hint: 'Run it as the user of the service (sudo), or pass --state-dir. Nothing was changed.',
  },
  PROXY_TOKEN_EXISTS: {
    exit: 2,
    message: '{name} has a token already.',
    hint: '`aircoder-proxy token rotate {name}` makes a new one and closes the old.',
  },
  PROXY_TOKEN_UNKNOWN: {
    exit: 2,
    message: 'Nobody here is called {name}.',
    hint: 'See `aircoder-proxy token list`.',
  },
  PROXY_USAGE_UNREADABLE: {
    exit: 1,
    message: 'The usage records {path} cannot be read: {reason}',
    hint: 'Run it as the user of the service (sudo), or pass --state-dir. Nothing was changed.',
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
