import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The service's folder, which systemd's StateDirectory or `setup` creates. */
export const SYSTEM_STATE_DIR = '/var/lib/aircoder-proxy'

/**
 * Returns the folder of tokens and usage: the one in the settings; else the service's folder where it exists and
 * this user may write to it; else the user's own, by XDG. It creates nothing.
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
