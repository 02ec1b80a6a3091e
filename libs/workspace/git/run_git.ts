import { type ChildProcess, spawn } from 'node:child_process'
import { LIMITS } from '#core'
import { findOddForGit, HELD, oddForGit } from '../ignores/odd_repository.js'
import type { Environment } from '../programs/environment.js'

export interface GitOptions {
  signal?: AbortSignal
  /** LIMITS.gitMs unless given. */
  timeoutMs?: number
  /** Limit of the standard output; git is killed above it. LIMITS.gitBytes unless given. */
  maxBytes?: number
  /** Another index file, for snapshots that must not change the user's index. */
  indexFile?: string
  /** Standard input of git. */
  input?: Buffer | string
  /** Variables such as GIT_AUTHOR_NAME; they override all others. */
  env?: Readonly<Record<string, string>>
}

export interface GitEnd {
  /** null: it could not be started, or was killed at a limit, which `stderr` names. */
  code: number | null
  stdout: Buffer
  stderr: string
}

/** Replaces configuration that would run a program, use the network or hide a change. */
const SAFE_CONFIG = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.pager': 'cat',
  'core.sshCommand': 'false',
  'core.askPass': 'false',
  'core.editor': 'false',
  'core.alternateRefsCommand': 'true',
  // A change that only the timestamps show must count: snapshots rely on it.
  'core.trustctime': 'true',
  'core.checkStat': 'default',
  'diff.external': '',
  'gpg.program': 'false',
  'commit.gpgSign': 'false',
  'tag.gpgSign': 'false',
  'credential.helper': '',
  'protocol.allow': 'never',
  'gc.auto': '0',
  'maintenance.auto': 'false',
}

/** Commands that print differences, which must not use the project's diff drivers. */
const DIFFS = new Set(['diff', 'log', 'show', 'diff-tree', 'diff-index', 'diff-files'])

/**
 * Runs git for aircoder itself, never for the model. No program that a repository can configure is run: no
 * hook, pager, monitor, filter, diff driver or signer. Nothing is fetched, and git does not prompt.
 * @returns a value in every case; never throws
 */
export async function runGit(
  place: GitPlace,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitEnd> {
  if (readsNoFile(args)) return start(place, [...safeArguments([]), ...args], options)
  return (await openGit(place, options))(args, options)
}

export interface GitPlace {
  root: string
  env: Environment
}

export type SafeGit = (args: readonly string[], options?: GitOptions) => Promise<GitEnd>

/** runGit for several calls. Reads the configured filters once; later ones are not disabled. */
export async function openGit(place: GitPlace, options: GitOptions = {}): Promise<SafeGit> {
  const filters = await start(place, listFilters(), { ...options, input: '', env: {} })
  const safe = safeArguments(filters.stdout.toString('utf8').split('\0'))
  return (args, more = {}) => start(place, [...safe, ...withoutDrivers(args)], more)
}

/** Lists the configured filters without running them. */
function listFilters(): string[] {
  return ['config', '--includes', '--null', '--name-only', '--get-regexp', '^filter\\.']
}

/** Commands that read only names or objects, so that no filter runs and none has to be known. */
function readsNoFile([command, option]: readonly string[]): boolean {
  return command === 'rev-parse' || (command === 'cat-file' && option === '--batch')
}

/** Options in front of a command of git with which nothing of the repository runs. */
export function safeArguments(names: readonly string[]): string[] {
  const drivers = new Set(names.map((name) => name.replace(/\.[^.]*$/, '')).filter(Boolean))
  const off = [...drivers].flatMap((driver) => [
    [`${driver}.clean`, ''],
    [`${driver}.smudge`, ''],
    [`${driver}.process`, ''],
    [`${driver}.required`, 'false'],
  ])
  return [...Object.entries(SAFE_CONFIG), ...off].flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
}

function withoutDrivers(args: readonly string[]): string[] {
  const [command = '', ...rest] = args
  return DIFFS.has(command) ? [command, '--no-ext-diff', '--no-textconv', ...rest] : [...args]
}

/** The variables that git gets. */
export function environment(env: Environment, options: GitOptions): Record<string, string> {
  const kept = Object.fromEntries(
    ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'TMPDIR'].flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'false',
    ...(options.indexFile === undefined ? {} : { GIT_INDEX_FILE: options.indexFile }),
    ...options.env,
  }
}

function start(
  { root, env }: { root: string; env: Environment },
  args: readonly string[],
  options: GitOptions,
): Promise<GitEnd> {
  const { signal, timeoutMs = LIMITS.gitMs, maxBytes = LIMITS.gitBytes } = options
  if (signal?.aborted) return Promise.resolve(notStarted('interrupted before it started'))
  const command = args.find((word, at) => word !== '-c' && args[at - 1] !== '-c')
  const odd = oddForGit(root, command)
  if (odd !== null) return Promise.resolve(notStarted(describeOdd(odd)))
  let child: ChildProcess
  try {
    child = spawn('git', ['--no-pager', '--literal-pathspecs', ...args], {
      cwd: root,
      env: environment(env, options),
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  } catch (error) {
    return Promise.resolve(notStarted((error as Error).message))
  }
  const watch = (until: AbortSignal) => findOddForGit(root, command, until)
  return collect(child, { signal, timeoutMs, maxBytes, input: options.input ?? '', watch })
}

function describeOdd(path: string): string {
  return `${HELD} ${path}, which is no regular file or too large`
}

interface Bounds {
  signal: AbortSignal | undefined
  timeoutMs: number
  maxBytes: number
  input: Buffer | string
  /** A file that holds git; null: none was found. */
  watch(until: AbortSignal): Promise<string | null>
}

function collect(child: ChildProcess, bounds: Bounds): Promise<GitEnd> {
  const chunks: Buffer[] = []
  let bytes = 0
  let stderr = ''
  let ended: string | null = null
  const end = (reason: string) => {
    if (ended !== null) return
    ended = reason
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It ended in the meantime.
    }
  }
  const timer = setTimeout(() => end(`git took more than ${bounds.timeoutMs} ms`), bounds.timeoutMs)
  const onAbort = () => end('git was interrupted')
  const closed = new AbortController()
  bounds.watch(closed.signal).then((odd) => {
    if (odd !== null) end(describeOdd(odd))
  })
  bounds.signal?.addEventListener('abort', onAbort)
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bounds.maxBytes) return end(`git printed more than ${bounds.maxBytes} bytes`)
    chunks.push(chunk)
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, LIMITS.progressBytes)
  })
  // git may exit before it has read its whole input.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(bounds.input)
  return new Promise((resolve) => {
    const finish = (code: number | null, problem: string | null) => {
      clearTimeout(timer)
      closed.abort()
      bounds.signal?.removeEventListener('abort', onAbort)
      resolve({
        code: problem === null ? code : null,
        stdout: Buffer.concat(chunks),
        stderr: problem === null ? stderr : `${problem}${stderr && `: ${stderr}`}`,
      })
    }
    child.once('error', (error) => finish(null, error.message))
    child.once('close', (code) => finish(code, ended))
  })
}

function notStarted(stderr: string): GitEnd {
  return { code: null, stdout: Buffer.alloc(0), stderr }
}
