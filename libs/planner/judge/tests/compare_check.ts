import type { FileChange, Standing } from '../facts/types.js'
import {
  type CheckKind,
  isExpectedData,
  isShadow,
  kindOfPath,
  mayReplaceModule,
} from './check_files.js'
import { whyConfig, whyIgnored } from './compare_config.js'
import { whyHarmful, whyWeaker } from './compare_lines.js'
import { withMovedImports } from './moved_imports.js'

interface Found {
  kind: CheckKind
  why: string
}

/** How a change weakens the tests or their configuration; null when it does not, or the file is neither. */
export function compareCheck(
  change: FileChange,
  { checkTexts, sessionChanges: changes }: Pick<Standing, 'checkTexts' | 'sessionChanges'>,
): Found | null {
  const { path, before, after } = change
  if (before === after) return null
  const kind = kindOfPath(path, checkTexts)
  const why = whyOf(change, kind, changes)
  return why === null ? null : { kind: kind ?? 'test', why }
}

function whyOf(
  { path, before, after }: FileChange,
  kind: CheckKind | null,
  changes: readonly FileChange[],
): string | null {
  if (/(^|\/)\.(git)?ignore$/.test(path)) return whyIgnored(before, after)
  if (kind === null) return /\.rs$/.test(path) ? whyInline(before, after) : null
  if (isShadow(path)) return 'it takes the place of a program or library that runs the tests'
  if (before !== null && (after === null || after.trim() === '')) {
    // In its new place it has to be a test as well, or nothing runs it.
    const moved = changes.some(
      (other) =>
        other.before === null &&
        other.after === before &&
        kindOfPath(other.path, []) === kind &&
        endingOf(other.path) === endingOf(path) &&
        isNamedLike(other.path, path) &&
        !isOutOfSight(other.path),
    )
    return moved ? null : after === null ? 'it is deleted' : 'it is emptied'
  }
  if (kind === 'config') return whyConfig(path, before, after ?? '')
  if (before === null && mayReplaceModule(path)) return 'it may be loaded in place of the program'
  if (before === null) return isExpectedData(path) ? null : whyHarmful(after ?? '')
  if (isExpectedData(path)) return 'what the tests expect is changed'
  return whyWeaker(withMovedImports({ path, before }, changes), after ?? '')
}

/** Names by which runners find their tests. */
const NAMES = [
  /_test\.go$/,
  /(^|\/)test_[^/]*\.py$|_test\.py$/,
  /[.-](test|spec)\.[cm]?[jt]sx?$/,
  /(Tests?|IT|Spec)\.\w+$/,
  /_(test|spec)\.(rb|exs)$/,
]

/** A test that moved keeps the form of its name, or its runner does not find it. */
function isNamedLike(path: string, old: string): boolean {
  const name = NAMES.find((shape) => shape.test(old))
  return name === undefined || name.test(path)
}

/** Folders that no runner looks into, and for Cargo also one below `tests`. */
function isOutOfSight(path: string): boolean {
  return (
    /(^|\/)([_.](?!_)[^/]*|testdata|vendor|node_modules|attic|archive|backup|old|disabled)\//.test(
      path,
    ) || /(^|\/)tests\/[^/]+\/[^/]+\.rs$/.test(path)
  )
}

function endingOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? ''
}

/** Tests inside of a source file of Rust. */
function whyInline(before: string | null, after: string | null): string | null {
  const old = testModule(before ?? '')
  if (old === '') return null
  const now = testModule(after ?? '')
  return now === '' ? 'its tests are deleted' : whyWeaker(old, now)
}

function testModule(text: string): string {
  // With the attributes above it.
  const at = text.search(/(?:^[ \t]*#\[[^\n]*\n)*^[ \t]*#\[cfg\((all\()?test/m)
  return at === -1 ? '' : text.slice(at)
}
