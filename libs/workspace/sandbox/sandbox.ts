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
import { type Outside, openOutside, type Replaced } from './outside.js'
import type { OutsideWrites, SandboxState, SandboxUse } from './types.js'

interface Ready {
  argv: readonly string[]
  env: Record<string, string>
  use: SandboxUse | null
  /** To be called once after the command. Returns what reached its place outside of the root and what was lost. */
  finish(): string[]
}

type Wrapped = Ready | { problem: string }

export interface Sandbox {
  /**
   * The command line that runs these words in the sandbox, in a folder of the workspace, or why no command may run.
   * @param outside  what this command may write outside of the root
   */
  wrap(argv: readonly string[], folder: string, outside?: OutsideWrites): Promise<Wrapped>
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
    async wrap(argv, folder, asked = NOWHERE): Promise<Wrapped> {
      const found = await find()
      if (found.program === null)
        return options.mode === 'on'
          ? { problem: `the settings allow commands only in a sandbox, and ${found.reason}` }
          : { argv, env: {}, use: null, finish: () => [] }
      const masks = findMasks(rules)
      const use = { network: options.network, masked: masks.complete }
      if (!use.masked && options.mode === 'on')
        return {
          problem:
            'the settings allow commands only in a sandbox, and there are too many denied files to hide all of them',
        }
      const replaced = replacedFolders(options, rules.root, env)
      const outside = openOutside(asked, rules, replaced)
      const mounts = layout({ options, root: rules.root, env, replaced, outside }, masks.args)
      const inside = ['--chdir', folder, '--', ...argv]
      const { finish } = outside
      return { argv: [found.program, ...mounts, ...inside], env: { TMPDIR: '/tmp' }, use, finish }
    },
    state: async () => describeSandbox(await find(), options.network),
  }
}

const NOWHERE: OutsideWrites = { open: [], held: [] }

/** Commands need these: they are private to a command and stay writable. */
const SCRATCH = ['/tmp', '/var/tmp']

interface Layout {
  options: SandboxOptions
  root: string
  env: Environment
  replaced: Replaced
  outside: Outside
}

function replacedFolders({ home }: SandboxOptions, root: string, env: Environment): Replaced {
  const hidden = HIDDEN.filter((path) => existsSync(path) && realpathSync(path) === path)
  const own = env.HOME?.startsWith('/') ? env.HOME : undefined
  // When the workspace is the home folder itself, it stays visible. A missing home needs no hiding, and no mount
  // point can be created in a read-only tree.
  const isHidden = own !== undefined && !isWithin(root, own) && existsSync(own)
  return { hidden, own: isHidden ? own : undefined, home }
}

function layout({ options, root, env, replaced, outside }: Layout, masks: string[]): string[] {
  const { hidden, own } = replaced
  const home = env.HOME?.startsWith('/') ? env.HOME : undefined
  const tools = toolPaths(home, hidden, env)
  const parent = emptyParent(root, replaced, tools)
  const empty = parent === null || outside.stages.has(parent) ? [] : [parent]
  const folders = [
    ...empty.map((path) => ({ path, args: ['--tmpfs', path] })),
    ...[...outside.stages].map(([path, behind]) => ({ path, args: ['--bind', behind, path] })),
  ].sort((a, b) => a.path.length - b.path.length)
  const isInHome = ({ path }: { path: string }) => own !== undefined && isWithin(own, path)
  const readOnly = hidden.filter(
    (path) => ![...SCRATCH, root, own].includes(path) && !outside.stages.has(path),
  )
  return [
    ...BASE,
    ...(options.network ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...hidden.flatMap((path) => ['--tmpfs', path]),
    ...folders.filter((one) => !isInHome(one)).flatMap(({ args }) => args),
    // A home outside the usual folders is hidden as well.
    ...ownHome(replaced),
    ...folders.filter(isInHome).flatMap(({ args }) => args),
    ...(options.network ? nameService() : []),
    ...tools.flatMap((path) => ['--ro-bind-try', path, path]),
    ...(home === undefined ? [] : KEYS.map((name) => join(home, name)))
      .filter(existsSync)
      .flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...outside.binds,
    // After the folders above: the workspace may be below a folder that was hidden, such as /tmp.
    ...['--bind', root, root],
    ...masks,
    // What is written there would be lost without an error.
    ...[...readOnly, ...empty].flatMap((path) => ['--remount-ro', path]),
  ]
}

/** The folder around the workspace, where it would be an empty writable one; null: it is not. */
function emptyParent(
  root: string,
  { hidden, own }: Replaced,
  tools: readonly string[],
): string | null {
  const parent = dirname(root)
  const places = [...hidden, ...(own === undefined ? [] : [own])]
  if (places.includes(parent) || !places.some((place) => isWithin(place, parent))) return null
  return tools.some((path) => isWithin(path, parent)) ? null : parent
}

function ownHome({ own, home }: Replaced): string[] {
  if (own === undefined) return []
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
