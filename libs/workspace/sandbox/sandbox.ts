import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LIMITS } from '#core'
import { isWithin } from '../paths/deny.js'
import type { PathRules } from '../paths/resolve_path.js'
import type { Environment } from '../programs/environment.js'
import { findProgram } from '../programs/find_program.js'
import { findMasks } from './masks.js'
import type { SandboxState, SandboxUse } from './types.js'

/** How commands are to be shut in. */
export interface SandboxOptions {
  /** `auto`: where it can be had; `on`: no command without it. */
  mode: 'auto' | 'on' | 'off'
  /** Commands may use the network. */
  network: boolean
  /** A folder that stands in for the person's home; nothing is kept between commands when left out. */
  home?: string | undefined
}

type Wrapped =
  | { argv: readonly string[]; env: Record<string, string>; use: SandboxUse | null }
  | { problem: string }

export interface Sandbox {
  /** The words to run instead of these, or why nothing may run. */
  wrap(argv: readonly string[]): Promise<Wrapped>
  state(): Promise<SandboxState>
}

/** Where other people's files, sockets and secrets lie: empty in the sandbox, save what is put back. */
const HIDDEN = ['/home', '/root', '/run', '/tmp', '/var/tmp', '/mnt', '/media', '/var/run']

/** Tool chains and their configuration below home, to be read and not changed. */
const TOOLS = [
  '.cargo',
  '.rustup',
  '.pyenv',
  '.rbenv',
  '.rvm',
  '.nvm',
  '.fnm',
  '.volta',
  '.asdf',
  '.sdkman',
  '.bun',
  '.deno',
  '.dotnet',
  '.local/bin',
  '.local/lib',
  '.local/share/mise',
  '.local/share/pnpm',
  'go',
  '.m2/repository',
  '.gitconfig',
  '.config/git/config',
]
/** ... but for what they keep of the person's keys. */
const KEYS = ['.cargo/credentials', '.cargo/credentials.toml']

/**
 * Shuts commands in with bubblewrap: they see the system read-only, the workspace to be written, a home of
 * their own, no other process, and no network unless it was allowed; what a deny rule covers is empty.
 * A tool's word on paths is checked elsewhere: this holds for what a command computes, too.
 */
export function createSandbox(
  options: SandboxOptions,
  rules: Pick<PathRules, 'root' | 'deny'>,
  env: Environment,
): Sandbox {
  let probing: Promise<Probe> | undefined
  const probe = () => {
    probing ??= options.mode === 'off' ? Promise.resolve(OFF) : probeSandbox(env)
    return probing
  }
  return {
    async wrap(argv): Promise<Wrapped> {
      const found = await probe()
      if (found.program === null)
        return options.mode === 'on'
          ? { problem: `the settings allow commands only in a sandbox, and ${found.why}` }
          : { argv, env: {}, use: null }
      const masks = findMasks(rules)
      const use = { network: options.network, masked: masks.complete }
      if (!use.masked && options.mode === 'on')
        return {
          problem:
            'the settings allow commands only in a sandbox, and not every denied file could be hidden: there are too many',
        }
      const walls = [...layout(options, rules.root, env), ...masks.args]
      const inside = ['--chdir', rules.root, '--', ...argv]
      return { argv: [found.program, ...walls, ...inside], env: { TMPDIR: '/tmp' }, use }
    },
    async state() {
      const found = await probe()
      if (found.program === null)
        return {
          active: false,
          text: `none: ${found.why}. Deny rules hold for paths and for what a command names, no further`,
        }
      const network = options.network ? 'the network is open' : 'no network'
      return {
        active: true,
        text: `${found.version}: commands write only this folder, see no other home, ${network}`,
      }
    },
  }
}

interface Probe {
  program: string | null
  version: string
  why: string
}

const OFF: Probe = { program: null, version: '', why: 'the settings turn it off' }

/** Whether bubblewrap is there and may do its work: a kernel or a container can forbid it. */
async function probeSandbox(env: Environment): Promise<Probe> {
  const program = process.platform === 'linux' ? findProgram('bwrap', env) : null
  if (program === null) return { program, version: '', why: 'bubblewrap (bwrap) is not installed' }
  const version = await ask(program, ['--version'])
  const tried = await ask(program, [...BASE, '--unshare-net', '--ro-bind', '/', '/', '--', 'true'])
  if (!tried.ok || !version.ok)
    return { program: null, version: '', why: `bubblewrap may not work here (${tried.said})` }
  return { program, version: version.said, why: '' }
}

function ask(program: string, args: readonly string[]): Promise<{ ok: boolean; said: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: LIMITS.sandboxProbeMs }, (error, stdout, stderr) => {
      const said = (stdout || stderr || error?.message || '').trim().split('\n')[0] ?? ''
      resolve({ ok: error === null, said: said.slice(0, 200) })
    })
  })
}

/** No other process seen, ended with us, no terminal to type into, no power of root. */
const BASE = [
  '--die-with-parent',
  '--new-session',
  '--unshare-pid',
  '--unshare-ipc',
  '--cap-drop',
  'ALL',
]

function layout({ network, home }: SandboxOptions, root: string, env: Environment): string[] {
  const hidden = HIDDEN.filter((path) => existsSync(path) && realpathSync(path) === path)
  const own = env.HOME?.startsWith('/') ? env.HOME : undefined
  return [
    ...BASE,
    ...(network ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...hidden.flatMap((path) => ['--tmpfs', path]),
    // A home outside the usual places is emptied as well.
    ...(own === undefined ? [] : ownHome(own, home, root)),
    ...(network ? nameService() : []),
    ...toolPaths(own, hidden, env).flatMap((path) => ['--ro-bind-try', path, path]),
    ...(own === undefined ? [] : KEYS.map((name) => join(own, name)))
      .filter(existsSync)
      .flatMap((path) => ['--ro-bind', '/dev/null', path]),
    // Last of the large ones: the workspace may lie below anything that was hidden.
    ...['--bind', root, root],
  ]
}

function ownHome(own: string, home: string | undefined, root: string): string[] {
  // A session in the home folder itself has to see it.
  if (isWithin(root, own)) return []
  // Nothing is there to hide, and no place for it can be made in a tree that is read only.
  if (!existsSync(own)) return []
  if (home === undefined) return ['--tmpfs', own]
  mkdirSync(home, { recursive: true, mode: 0o700 })
  return ['--bind', home, own]
}

/** Where names are resolved by a service, its file lies in a folder that is hidden. */
function nameService(): string[] {
  const path = '/run/systemd/resolve'
  return ['--ro-bind-try', path, path]
}

function toolPaths(own: string | undefined, hidden: readonly string[], env: Environment): string[] {
  const inHome = own === undefined ? [] : TOOLS.map((name) => join(own, name))
  const programs = (env.PATH ?? '').split(':').filter((path) => path.startsWith('/'))
  const away = [...hidden, ...(own === undefined ? [] : [own])]
  const onPath = programs
    .filter((path) => away.some((place) => isWithin(place, path)))
    // `x/bin` needs `x/lib`; the home folder itself and `~/.local` hold more than programs.
    .map((path) => (path.endsWith('/bin') ? dirname(path) : path))
    .filter((path) => !away.includes(path) && !path.endsWith('/.local'))
    .filter((path) => own === undefined || !isWithin(path, own))
  return [...new Set([...inHome, ...onPath])].filter(existsSync).sort()
}
