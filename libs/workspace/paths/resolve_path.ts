import type { Stats } from 'node:fs'
import { relative, resolve } from 'node:path'
import { type DenyRules, isWithin } from './deny.js'
import { followLinks, statLink } from './follow_links.js'
import { findDeniedLinks } from './hard_links.js'
import type { BadPath, Place, Resolved } from './types.js'

export interface PathRules {
  /** Absolute, resolved by realpath. */
  root: string
  home: string | undefined
  deny: DenyRules
  /** Permitted places outside the root, resolved. */
  permitted: readonly string[]
}

// The limits of Linux and macOS. A longer path would fail in every system call, with a less helpful message.
const PATH_BYTES = 4096
const NAME_BYTES = 255

/**
 * Resolves a path and finds the deny rule that matches it. The rules are checked against the given path,
 * the path with its folders resolved and the path with every link followed (docs/design/permissions.md#deny-rules).
 * @returns a place, or a message for the model when the path cannot be used
 */
export function resolvePath(rules: PathRules, given: string): Resolved {
  const error = describePathError(given)
  if (error !== null) return { ok: false, message: error }
  const named = expand(given, rules)
  const folderPart = followLinks(rules.root, named, false)
  const full = followLinks(rules.root, named, true)
  if (folderPart === null || full === null) return refuse(given, 'its links form a loop')

  const absolute = folderPart.path
  const target = full.path
  const byName = [resolve(rules.root, named), absolute, target]
    .map((path) => rules.deny.match(path))
    .find((rule) => rule !== null)
  const link =
    byName === undefined && full.stats?.isFile() && full.stats.nlink > 1
      ? checkHardLinks(rules, full.stats)
      : null
  return {
    ok: true,
    absolute,
    relative: relative(rules.root, absolute) || '.',
    target,
    inside: [absolute, target].every((path) => isOpen(rules, path)),
    denied: byName ?? link?.rule ?? null,
    unsure: link?.unsure ?? null,
    kind: kindOf(folderPart.stats),
    exists: folderPart.stats !== undefined,
  }
}

function checkHardLinks(
  rules: PathRules,
  file: Stats,
): { rule: string | null; unsure: string | null } {
  const links = findDeniedLinks(rules)
  const rule = links.ruleFor(file)
  if (rule !== null || links.complete) return { rule, unsure: null }
  return { rule, unsure: 'the file has other names, and there are too many files to find them' }
}

function describePathError(given: string): string | null {
  if (given.includes('\0')) return 'The path contains a null byte. Send the plain path.'
  if (Buffer.byteLength(given) > PATH_BYTES)
    return `The path is longer than ${PATH_BYTES} bytes. Send a path, not a text.`
  const long = given.split('/').find((name) => Buffer.byteLength(name) > NAME_BYTES)
  return long === undefined ? null : `A name in the path is longer than ${NAME_BYTES} bytes.`
}

function refuse(given: string, reason: string): BadPath {
  return { ok: false, message: `${given} cannot be used: ${reason}.` }
}

function expand(given: string, rules: PathRules): string {
  if (rules.home && /^~(\/|$)/.test(given)) return rules.home + given.slice(1)
  // Small models write /name for a file of the project (row 151).
  const single = /^\/+([^/]+)\/*$/.exec(given)?.[1]
  if (single !== undefined && single !== '..' && single !== '.' && !statLink(`/${single}`))
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
