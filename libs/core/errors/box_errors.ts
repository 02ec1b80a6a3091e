import type { ErrorEntry } from './error_entry.js'

/** Errors that the owner of a GPU box can see: of the proxy, its engines and its commands. */
export const BOX_ERRORS = {
  PROXY_NO_TOKENS: {
    exit: 2,
    message: 'aircoder-proxy does not listen on {host} without tokens.',
    hint: 'Create a token with `aircoder-proxy token add NAME`, set AIRCODER_PROXY_TOKENS, or serve on loopback without tokens: `aircoder-proxy serve --insecure-loopback`.',
  },
  ENGINE_UNREACHABLE: {
    exit: 5,
    message: 'No engine answers at {url}: {reason}',
    hint: 'Start it (`systemctl start ollama`), or pass --engine-url.',
  },
  ENGINE_REFUSED: {
    exit: 1,
    message: 'The engine refused {what}: {reason}',
    hint: 'Run `aircoder-proxy doctor` to see what the engine supports.',
  },
  GGUF_INVALID: {
    exit: 2,
    message: '{path} cannot be read as a GGUF model: {reason}',
    hint: 'Pass the path of a complete .gguf file.',
  },
  ENGINE_MISSING: {
    exit: 2,
    message:
      'The engine {engine} needs the package {package}, which is not installed{place}: {reason}',
    hint: 'Install it beside aircoder (`npm install -g node-llama-cpp@3.22.1`), or set AIRCODER_PROXY_EMBEDDED_MODULE to its folder.',
  },
  DOWNLOAD_FAILED: {
    exit: 1,
    message: '{file} was not downloaded: {reason}',
    hint: 'Run the command again. The download resumes.',
  },
  MODELFILE_INVALID: {
    exit: 2,
    message: '{path}, line {line}: {reason}',
    hint: 'Supported lines: FROM, PARAMETER, TEMPLATE, SYSTEM, MESSAGE and LICENSE.',
  },
  BAKE_REFUSED: {
    exit: 1,
    message: '{model} was not baked: {reason}',
    hint: '{fix}',
  },
  PROXY_TOKENS_UNREADABLE: {
    exit: 1,
    message: 'The tokens in {path} cannot be read: {reason}',
    hint: 'Nothing was changed. Correct that entry, or rename the file and add the tokens again.',
  },
  PROXY_STATE_UNWRITABLE: {
    exit: 1,
    message: 'The state folder {path} cannot be written: {reason}',
    hint: 'Nothing was changed. Run the command as the user of the service (sudo), or pass --state-dir.',
  },
  PROXY_TOKEN_EXISTS: {
    exit: 2,
    message: '{name} already has a token.',
    hint: 'Run `aircoder-proxy token rotate {name}` to create a new token and revoke the old one.',
  },
  PROXY_TOKEN_UNKNOWN: {
    exit: 2,
    message: 'There is no token named {name}.',
    hint: 'Run `aircoder-proxy token list` to see the names.',
  },
  PROXY_USAGE_UNREADABLE: {
    exit: 1,
    message: 'The usage records {path} cannot be read: {reason}',
    hint: 'Nothing was changed. Run the command as the user of the service (sudo), or pass --state-dir.',
  },
  PROXY_LISTEN: {
    exit: 1,
    message: 'Cannot listen on {host}:{port}: {reason}',
    hint: 'Pass another port with --port (or AIRCODER_PROXY_PORT), or stop the program that uses this one.',
  },
} as const satisfies Record<string, ErrorEntry>
