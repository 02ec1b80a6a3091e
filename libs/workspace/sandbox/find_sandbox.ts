import { execFile } from 'node:child_process'
import { LIMITS } from '#core'
import type { Environment } from '../programs/environment.js'
import { findProgram } from '../programs/find_program.js'
import type { SandboxState } from './types.js'

export interface SandboxOptions {
  /** `auto`: used when available; `on`: no command runs without it. */
  mode: 'auto' | 'on' | 'off'
  /** Whether commands may use the network. */
  network: boolean
  /** A folder that replaces the user's home; without it the home is empty for each command. */
  home?: string | undefined
  /** The result of findSandbox when it is known already. */
  found?: Promise<FoundSandbox> | undefined
}

/** Bubblewrap on this machine. */
export interface FoundSandbox {
  program: string | null
  version: string
  /** Why there is no sandbox. */
  reason: string
}

const OFF: FoundSandbox = { program: null, version: '', reason: 'the settings turn it off' }

/** Whether bubblewrap is wanted, is installed and works: a kernel or a container can forbid it. */
export async function findSandbox(
  mode: SandboxOptions['mode'],
  env: Environment,
): Promise<FoundSandbox> {
  if (mode === 'off') return OFF
  const program = process.platform === 'linux' ? findProgram('bwrap', env) : null
  if (program === null)
    return { program, version: '', reason: 'bubblewrap (bwrap) is not installed' }
  const [version, test] = await Promise.all([
    run(program, ['--version']),
    run(program, [...BASE, '--unshare-net', '--ro-bind', '/', '/', '--', 'true']),
  ])
  if (!test.ok || !version.ok)
    return { program: null, version: '', reason: `bubblewrap does not work here (${test.line})` }
  return { program, version: version.line, reason: '' }
}

/** Runs a program and returns the first line of its output. */
function run(program: string, args: readonly string[]): Promise<{ ok: boolean; line: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: LIMITS.sandboxProbeMs }, (error, stdout, stderr) => {
      const line = (stdout || stderr || error?.message || '').trim().split('\n')[0] ?? ''
      resolve({ ok: error === null, line: line.slice(0, 200) })
    })
  })
}

/** No other processes, ends with this process, no controlling terminal, no capabilities. */
export const BASE = [
  '--die-with-parent',
  '--new-session',
  '--unshare-pid',
  '--unshare-ipc',
  '--cap-drop',
  'ALL',
]

/** What a found sandbox restricts, in one line. @param network  whether commands may use the network */
export function describeSandbox(found: FoundSandbox, network: boolean): SandboxState {
  if (found.program === null)
    return {
      active: false,
      text: `none: ${found.reason}. Deny rules cover the paths that tools and commands name, and nothing more`,
      short: `none: ${found.reason}. Only deny rules hold`,
    }
  const reach = network ? 'the network is on' : 'the network is off'
  return {
    active: true,
    text: `${found.version}: commands can write only this folder, cannot see other homes, ${reach}`,
    short: `${found.version}: commands write only here, ${reach}`,
  }
}
