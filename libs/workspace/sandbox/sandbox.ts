import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolders } from '#core'
import { isWithin } from '../paths/deny.js'
import type { PathRules } from '../paths/resolve_path.js'
import type { Environment } from '../programs/environment.js'
import {
  BASE,
  describeSandbox,
  type FoundSandbox,
  findSandbox,
  type SandboxOptions,
} from './find_sandbox.js'
import { findMasks } from './masks.js'
import type { SandboxState, SandboxUse } from './types.js'

type Wrapped =
  | { argv: readonly string[]; env: Record<string, string>; use: SandboxUse | null }
  | { problem: string }

export interface Sandbox {
  /** The command line that runs these words in the sandbox, in a folder of the workspace, or why no command may run. */
  wrap(argv: readonly string[], folder: string): Promise<Wrapped>
  state(): Promise<SandboxState>
}

/** Folders with files, sockets and secrets of users: empty in the sandbox except for what is mounted later. */
const HIDDEN = ['/home', '/root', '/run', '/tmp', '/var/tmp', '/mnt', '/media', '/var/run']

/** Toolchains and their configuration in the home folder, mounted read-only. */
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
/** Files with credentials in these toolchains, which are hidden. */
const KEYS = ['.cargo/credentials', '.cargo/credentials.toml']

/**
 * Runs commands in bubblewrap. The system is read-only, the workspace is writable, the home is separate,
 * other processes are invisible, the network is off unless allowed, and denied files are empty.
 * The gate checks the paths that a command names; the sandbox also covers paths that a command computes.
 */
export function createSandbox(
  options: SandboxOptions,
  rules: Pick<PathRules, 'root' | 'deny'>,
  env: Environment,
): Sandbox {
  let finding: Promise<FoundSandbox> | undefined = options.found
  const find = () => {
    finding ??= findSandbox(options.mode, env)
    return finding
  }
  return {
    async wrap(argv, folder): Promise<Wrapped> {
      const found = await find()
      if (found.program === null)
        return options.mode === 'on'
          ? { problem: `the settings allow commands only in a sandbox, and ${found.reason}` }
          : { argv, env: {}, use: null }
      const masks = findMasks(rules)
      const use = { network: options.network, masked: masks.complete }
      if (!use.masked && options.mode === 'on')
        return {
          problem:
            'the settings allow commands only in a sandbox, and there are too many denied files to hide all of them',
        }
      const mounts = [...layout(options, rules.root, env), ...masks.args]
      const inside = ['--chdir', folder, '--', ...argv]
      return { argv: [found.program, ...mounts, ...inside], env: { TMPDIR: '/tmp' }, use }
    },
    state: async () => describeSandbox(await find(), options.network),
  }
}

function layout({ network, home }: SandboxOptions, root: string, env: Environment): string[] {
  const hidden = HIDDEN.filter((path) => existsSync(path) && realpathSync(path) === path)
  const own = env.HOME?.startsWith('/') ? env.HOME : undefined
  return [
    ...BASE,
    ...(network ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...hidden.flatMap((path) => ['--tmpfs', path]),
    // A home outside the usual folders is hidden as well.
    ...(own === undefined ? [] : ownHome(own, home, root)),
    ...(network ? nameService() : []),
    ...toolPaths(own, hidden, env).flatMap((path) => ['--ro-bind-try', path, path]),
    ...(own === undefined ? [] : KEYS.map((name) => join(own, name)))
      .filter(existsSync)
      .flatMap((path) => ['--ro-bind', '/dev/null', path]),
    // After the folders above: the workspace may be below a folder that was hidden, such as /tmp.
    ...['--bind', root, root],
  ]
}

function ownHome(own: string, home: string | undefined, root: string): string[] {
  // When the workspace is the home folder itself, it stays visible.
  if (isWithin(root, own)) return []
  // A missing home needs no hiding, and no mount point can be created in a read-only tree.
  if (!existsSync(own)) return []
  if (home === undefined) return ['--tmpfs', own]
  makeFolders(home)
  return ['--bind', home, own]
}

/** systemd-resolved keeps resolv.conf below /run, which is hidden. */
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
    // `x/bin` needs `x/lib`; the home folder itself and `~/.local` contain more than programs.
    .map((path) => (path.endsWith('/bin') ? dirname(path) : path))
    .filter((path) => !away.includes(path) && !path.endsWith('/.local'))
    .filter((path) => own === undefined || !isWithin(path, own))
  return [...new Set([...inHome, ...onPath])].filter(existsSync).sort()
}
