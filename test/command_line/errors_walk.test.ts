import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ERRORS, type ErrorCode } from '#core'
import { serveReplies } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { openProgram, type Program } from '../kit/program.js'

/** Rows that no invocation of `aircoder` alone produces here, and where each is produced. */
const ELSEWHERE: Partial<Record<ErrorCode, string>> = {
  BAKE_REFUSED: 'aircoder-proxy bake: test/box',
  DEMO_INCOMPLETE: 'only a broken build',
  DISK_ERROR: 'needs a failing disk: test/siege',
  DISK_FULL: 'needs a full disk: test/siege',
  DRIVER_MISSING:
    'needs an installation without its driver: test/command_line/system_error.test.ts',
  DOWNLOAD_FAILED: 'aircoder-proxy: test/relay/model_download.test.ts',
  ENGINE_MISSING: 'aircoder-proxy: test/relay/embedded_parts.test.ts',
  ENGINE_REFUSED: 'aircoder-proxy: test/box',
  ENGINE_UNREACHABLE: 'aircoder-proxy: test/box',
  EXPORT_UNWRITABLE: 'needs a session: test/apps/session_turns.test.ts',
  GGUF_INVALID: 'aircoder-proxy: test/box',
  INPUT_LINE_INVALID: 'needs standard input: test/apps/stream_input.test.ts',
  INPUT_TOO_LATE: 'needs standard input: test/apps/stream_input.test.ts',
  INPUT_TOO_LONG: 'needs standard input: test/apps/stream_input.test.ts',
  INTERNAL: 'a bug of ours',
  INTERRUPTED: 'needs a signal: test/apps/run_errors.test.ts',
  LEDGER_DAMAGED: 'test/apps/damaged_ledger.test.ts',
  LEDGER_LOCKED: 'needs another version beside it: test/ledger',
  LEDGER_MOVED: 'needs another program beside it: test/ledger',
  LEDGER_OLDER: 'needs a file of an older version: test/ledger',
  LEDGER_NEWER: 'needs a file of a newer version: test/ledger',
  LEDGER_UNWRITABLE: 'root may write everywhere: test/apps/cli_faults.test.ts',
  MEMORY_DISK_FULL: 'the library: test/memory',
  MEMORY_INPUT: 'the library: test/memory',
  MEMORY_LOCKED: 'the library: test/memory',
  MEMORY_NEWER: 'the library: test/memory',
  MEMORY_UNREADABLE: 'the library: test/memory',
  MEMORY_UNWRITABLE: 'the library: test/memory',
  MODELFILE_INVALID: 'aircoder-proxy bake: test/box',
  NOTHING_TO_FORK: 'needs a session without a prompt: test/supervisor/rewind.test.ts',
  PROXY_LISTEN: 'aircoder-proxy: test/apps/proxy.test.ts',
  PROXY_NO_TOKENS: 'aircoder-proxy: test/apps/proxy.test.ts',
  PROXY_STATE_UNWRITABLE: 'aircoder-proxy: test/apps/proxy_state.test.ts',
  PROXY_TOKENS_UNREADABLE: 'aircoder-proxy: test/apps/proxy_state.test.ts',
  PROXY_TOKEN_EXISTS: 'aircoder-proxy: test/apps/proxy_people.test.ts',
  PROXY_TOKEN_UNKNOWN: 'aircoder-proxy: test/apps/proxy_people.test.ts',
  PROXY_USAGE_UNREADABLE: 'aircoder-proxy: test/apps/proxy_usage.test.ts',
  SESSION_IN_USE: 'needs a second process: test/apps/own_process.test.ts',
  STEP_UNFINISHED: 'needs a kill in a step: test/supervisor/undo.test.ts',
  SYSTEM_REFUSED: 'needs a refusing system: test/siege',
  TOO_MANY_FILES: 'needs a limit of the system: test/siege',
  UNDO_CONFLICT: 'needs a change between preview and answer: test/supervisor/undo.test.ts',
}

/** Words that produce each of the other rows, in this order. */
function invocations(box: Program, url: (kind: string) => string): [ErrorCode, string[]][] {
  const ask = ['run', 'is it so?']
  const at = ['--base-url', url('works')]
  const bad = join(box.home, 'bad')
  return [
    ['USAGE', ['memory', 'save']],
    ['UNKNOWN_COMMAND', ['undoo']],
    ['UNKNOWN_OPTION', ['--dney', 'x', ...ask]],
    ['OPTION_INVALID', [...ask, '--wait', '5']],
    ['STRAY_ARGUMENT', ['ledger', 'verify', 'FILE']],
    ['MISSING_ARGUMENT', ['-p']],
    ['DATA_DIR_UNUSABLE', [...ask, ...at, '--data-dir', 'a.txt']],
    ['SETTINGS_INVALID', ['--cwd', join(box.cwd, 'wrong'), ...ask]],
    ['NOT_A_FOLDER', ['--cwd', 'none', ...ask]],
    ['UNTRUSTABLE', ['trust', 'add', join(box.cwd, 'linked'), '--yes']],
    ['NOTHING_TO_RESUME', ['resume', ...at]],
    ['NO_SUCH_SESSION', ['sessions', 'show', 's_none']],
    ['NO_SUCH_NOTE', ['memory', 'delete', 'none']],
    ['NO_SUCH_SKILL', ['skills', 'show', 'none']],
    ['NO_SUCH_DRAFT', ['skills', 'accept', 'none']],
    ['NO_SUCH_PROPOSAL', ['memory', 'accept', 'none']],
    ['NO_SUCH_ROW', ['ledger', 'show', 'e99']],
    ['RULE_NOT_SAVED', ['run', '# always use tabs']],
    ['NEEDS_TERMINAL', []],
    ['RECORDING_INVALID', [...ask, '--script', join(box.home, 'none')]],
    ['LEDGER_UNREADABLE', ['ledger', 'tasks', '--data-dir', bad]],
    ['SQL_REFUSED', ['ledger', 'sql', 'DELETE FROM tasks']],
    ['ENDPOINT_UNREACHABLE', [...ask, '--base-url', 'http://127.0.0.1:9/v1']],
    ['ENDPOINT_BUSY', [...ask, '--base-url', url('busy')]],
    ['ENDPOINT_FAILING', [...ask, '--base-url', url('fails')]],
    ['ENDPOINT_NOT_API', [...ask, '--base-url', url('page')]],
    ['ENDPOINT_REFUSES', [...ask, '--base-url', url('host')]],
    ['AUTH_REJECTED', [...ask, '--base-url', url('shut')]],
    ['MODEL_MISSING', [...ask, ...at, '-m', 'none']],
    ['NO_MODELS', [...ask, '--base-url', url('empty')]],
    ['NO_SUCH_STEP', ['undo', '--to', '99']],
  ]
}

/** The words of a row with a placeholder for each fact. */
function patternOf(text: string): RegExp {
  const parts = text
    .split(/\s*\{\w+\}\s*/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('[\\s\\S]*'))
}

/** Answers to the list of models: status, type, body. */
const LISTS: Record<string, [status: number, type: string, body: string]> = {
  busy: [503, 'application/json', '{"error":{"message":"busy"}}'],
  fails: [500, 'application/json', '{"error":{"message":"broken"}}'],
  page: [200, 'text/html', '<html></html>'],
  host: [403, 'application/json', '{"error":{"message":"no","code":"host_not_allowed"}}'],
  shut: [401, 'application/json', '{"error":{"message":"no"}}'],
  empty: [200, 'application/json', '{"data":[]}'],
}

/** The base URL of a server that gives each request this answer. */
async function answering(
  t: Test,
  ...[status, type, body]: [number, string, string]
): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': type, connection: 'close' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

t.test(
  'each start row of docs/errors.md is produced by the built command, or says why not',
  async (t) => {
    const box = openProgram(t, { 'a.txt': 'x\n' })
    const works = await serveReplies([say('Yes.')])
    t.teardown(() => works.close())
    const urls = new Map([['works', works.baseUrl]])
    for (const [kind, list] of Object.entries(LISTS)) urls.set(kind, await answering(t, ...list))
    box.write('wrong/.aircoder/config.json', '{"maxSteps": "x"}')
    box.write('config.json', '{"allow": ["write_file"]}')
    mkdirSync(join(box.cwd, 'linked/.aircoder'), { recursive: true })
    symlinkSync(join(box.cwd, 'config.json'), join(box.cwd, 'linked/.aircoder/config.json'))
    t.equal((await box.run(['-p', 'is it so?', '--base-url', works.baseUrl])).code, 0)
    const bad = join(box.home, 'bad')
    cpSync(box.data, bad, { recursive: true })
    for (const file of readdirSync(bad, { recursive: true, encoding: 'utf8' }))
      if (/ledger\.sqlite/.test(file)) writeFileSync(join(bad, file), 'no database '.repeat(999))
    const made: ErrorCode[] = []
    for (const [code, words] of invocations(box, (kind) => urls.get(kind) ?? '')) {
      const ran = await box.run(words)
      const { exit, message, hint } = ERRORS[code]
      const said = `${words.join(' ')}: ${ran.stdout}${ran.stderr}`
      t.equal(ran.code, exit, said)
      t.match(ran.stderr, patternOf(`error: ${message}`), said)
      t.match(ran.stderr, patternOf(`hint: ${hint}`), said)
      t.notMatch(ran.stderr, /\n\s+at /, 'no stack')
      made.push(code)
    }
    const all = [...made, ...Object.keys(ELSEWHERE)].sort()
    t.same(all, Object.keys(ERRORS).sort(), 'each row is here once')
  },
)
