import { posix } from 'node:path'
import type { Workspace } from '#workspace'
import { nearestNames } from '../call/names.js'

const MAX_SHOWN = 5

/**
 * Explains a refused path to the model. For a missing path it suggests similar names in the same folder, and
 * files of the same name in other folders.
 */
export async function explainRefusal(
  message: string,
  path: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<string> {
  const place = workspace.resolve(path)
  if (!place.ok || place.exists || !place.inside || place.denied !== null) return message
  // In a folder that cannot be listed, no name is known to be missing.
  const folder = workspace.list(posix.dirname(place.relative))
  if (!folder.ok && folder.code === 'io') return message
  const hints = [
    nearby(place.relative, workspace),
    await sameName(place.relative, workspace, signal),
  ].filter((hint) => hint !== null)
  return [message, ...hints].join(' ')
}

function nearby(relative: string, workspace: Workspace): string | null {
  const folder = posix.dirname(relative)
  const listed = workspace.list(folder)
  if (!listed.ok)
    return `There is no folder ${folder} either. Call list_dir with path "." to see what there is.`
  const names = listed.entries.map((entry) => entry.name)
  const near = nearestNames(posix.basename(relative), names)
  const shown = near.length > 0 ? near : names.slice(0, MAX_SHOWN)
  if (shown.length === 0) return `${folder} is empty.`
  const word = near.length > 0 ? 'Similar names' : 'Names'
  return `${word} in ${folder}: ${shown.join(', ')}.`
}

async function sameName(
  relative: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<string | null> {
  // Other characters would be part of a glob pattern.
  const name = posix.basename(relative)
  if (!/^[\w.@ -]+$/.test(name)) return null
  const found = await workspace.glob({ pattern: `**/${name}`, signal })
  if (!found.ok || found.paths.length === 0) return null
  return `Files of that name: ${found.paths.slice(0, MAX_SHOWN).join(', ')}.`
}
