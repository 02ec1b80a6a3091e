import type { Stats } from 'node:fs'
import { relative, resolve } from 'node:path'
import { type DenyRules, isWithin } from './deny.js'
import { followLinks, lookAt } from './follow_links.js'
import { collectTwins } from './hard_links.js'
import type { BadPath, Place, Resolved } from './types.js'

export interface PathRules {
  /** Absolute, resolved by realpath. */
  root: string
  home: string | undefined
  deny: DenyRules
  /** Places outside the root that were permitted, resolved. */
  permitted: readonly string[]
}

// What Linux and macOS accept: a longer one fails in every call, with less helpful words.
const PATH_BYTES = 4096
const NAME_BYTES = 255

/**
 * Where a spelling leads, and which deny rule covers it. The given path, the path with its folders
 * resolved and the path with every link followed are all held against the rules (safety.md 3a.2-3).
 * @returns a place, or the words for the model when the path cannot be used
 */
export function resolvePath(rules: PathRules, given: string): Resolved {
  const flaw = findFlaw(given)
  if (flaw) return { ok: false, message: flaw }
  const named = expand(given, rules)
  const folderPart = followLinks(rules.root, named, false)
  const full = followLinks(rules.root, named, true)
  if (folderPart === null || full === null) return refuse(given, 'its links lead in a circle')

  const absolute = folderPart.path
  const target = full.path
  const byName = [resolve(rules.root, named), absolute, target]
    .map((path) => rules.deny.match(path))
    .find((rule) => rule !== null)
  const twin =
    byName === undefined && full.stats?.isFile() && full.stats.nlink > 1
      ? findTwin(rules, full.stats)
      : null
  return {
    ok: true,
    absolute,
    relative: relative(rules.root, absolute) || '.',
    target,
    inside: [absolute, target].every((path) => isOpen(rules, path)),
    denied: byName ?? twin?.rule ?? null,
    unsure: twin?.unsure ?? null,
    kind: kindOf(folderPart.stats),
    exists: folderPart.stats !== undefined,
  }
}

function findTwin(rules: PathRules, file: Stats): { rule: string | null; unsure: string | null } {
  const twins = collectTwins(rules)
  const rule = twins.ruleFor(file)
  if (rule !== null || twins.complete) return { rule, unsure: null }
  return { rule, unsure: 'the file has other names, and there are too many files to find them' }
}

function findFlaw(given: string): string | null {
  if (given.includes('\0')) return 'The path holds a null byte. Send the plain path.'
  if (Buffer.byteLength(given) > PATH_BYTES)
    return `The path is longer than ${PATH_BYTES} bytes. Send a path, not a text.`
  const long = given.split('/').find((name) => Buffer.byteLength(name) > NAME_BYTES)
  return long === undefined ? null : `A name in the path is longer than ${NAME_BYTES} bytes.`
}

function refuse(given: string, why: string): BadPath {
  return { ok: false, message: `${given} cannot be used: ${why}.` }
}

function expand(given: string, rules: PathRules): string {
  if (rules.home && /^~(\/|$)/.test(given)) return rules.home + given.slice(1)
  // Small models write /name for a file of the project (features.md row 151).
  const single = /^\/+([^/]+)\/*$/.exec(given)?.[1]
  if (single !== undefined && single !== '..' && single !== '.' && !lookAt(`/${single}`))
    return single
  return given
}

function isOpen(rules: PathRules, path: string): boolean {
  return isWithin(rules.root, path) || rules.permitted.some((place) => isWithin(place, path))
}

function kindOf(stats: Stats | undefined): Place['kind'] {
  if (stats === undefined) return null
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isDirectory()) return 'folder'
  return stats.isFile() ? 'file' : 'other'
}
