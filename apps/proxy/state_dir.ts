import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The service's own folder: systemd's StateDirectory, or `setup`, makes it. */
export const SYSTEM_STATE_DIR = '/var/lib/aircoder-proxy'

/**
 * Names the folder of tokens and usage: what the settings say; else the service's folder where it is there and
 * this user may write to it; else this user's own, by XDG. Nothing is made.
 */
export function findStateDir(
  named: string | undefined,
  env: Record<string, string | undefined>,
): string {
  if (named !== undefined) return resolve(named)
  if (mayWrite(SYSTEM_STATE_DIR)) return SYSTEM_STATE_DIR
  const base = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local/state')
  return join(base, 'aircoder-proxy')
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
