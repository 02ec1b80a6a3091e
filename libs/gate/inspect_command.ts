import { posix, relative } from 'node:path'
import { SHELL_START, type ShellState, type Workspace } from '#workspace'
import { controlFamily } from './policy/control_files.js'
import type { NewFile } from './policy/tool.js'
import type { CommandReport } from './policy/verdict.js'
import { inspectShell } from './shell/inspect_shell.js'
import type { Programs } from './shell/readers/program.js'
import { literal } from './shell/state/places.js'
import type { Part, Use } from './shell/state/types.js'

/** Longer texts are not read: the answer is "unsure", never "fine". */
const MAX_CHARS = 65_536

/**
 * Reads a shell text and checks what it names and runs against the workspace and its rules.
 * @param written  files that the same call writes before, read as if they were on disk
 */
export function inspectCommand(
  text: string,
  workspace: Workspace,
  {
    programs,
    shell = SHELL_START,
    written = [],
  }: { programs: Programs; shell?: ShellState | undefined; written?: readonly NewFile[] },
): CommandReport {
  const at = shell.folder === '' ? {} : { at: shell.folder }
  const bare = {
    ...{ text, ...at, denied: [], parts: [], writes: false, control: null, outside: null },
    outsideWrites: { open: [], held: [] },
  }
  if (text.length > MAX_CHARS) {
    const unsure = `the command has ${text.length} characters`
    return { ...bare, unsure, unsafe: unsure }
  }
  const seen = inspectShell(text, workspace, { programs, shell, written })
  const found = { ...bare, ...resolveUses(seen.uses, workspace) }
  const unsure = seen.unsure[0] ?? found.unsure
  const unsafe = unsure ?? (seen.writes ? 'it writes to a file' : null) ?? unsafePart(seen.parts)
  const leaves =
    found.outside === null ? null : `${found.outside.given} is outside the working folder`
  return {
    ...found,
    text,
    parts: seen.parts,
    writes: seen.writes,
    unsure,
    unsafe: unsafe ?? leaves,
  }
}

/** Row 194: the first part that is not safe, counted as the person reads them. */
function unsafePart(parts: readonly Part[]): string | null {
  const index = parts.findIndex((part) => part.unsafe !== null)
  const part = parts[index]
  if (part === undefined) return parts.length === 0 ? 'it runs no known program' : null
  const words = part.words.map((word) => word ?? '…').join(' ')
  const shown = words.length > 80 ? `${words.slice(0, 79)}…` : words
  return parts.length === 1 ? `${part.unsafe}` : `part ${index + 1}, \`${shown}\`: ${part.unsafe}`
}

function resolveUses(uses: readonly Use[], workspace: Workspace) {
  const denied: { given: string; rule: string }[] = []
  let unsure: string | null = null
  let control: CommandReport['control'] = null
  let outside: CommandReport['outside'] = null
  const outsideWrites = { open: [] as string[], held: [] as string[] }
  for (const use of unique(uses)) {
    const place = workspace.resolve(literal(use.path))
    if (!place.ok) continue
    if (use.access === 'list') {
      if (!isBelow(use.path, workspace.root))
        outside ??= { given: use.given, absolute: place.target }
      continue
    }
    if (use.path === '/dev/null') continue
    if (place.denied !== null) denied.push({ given: use.given, rule: place.denied })
    if (use.access === 'mention') continue
    if (place.unsure !== null) unsure ??= place.unsure
    // Whether something is there now does not count: the command or another program may create it.
    if (!place.inside && (use.sure || !DESCRIPTOR.test(use.path)))
      outside ??= { given: use.given, absolute: place.target }
    const target = relative(workspace.root, place.target).replaceAll('\\', '/')
    const family =
      use.access === 'write' ? (controlFamily(place.relative) ?? controlFamily(target)) : null
    if (use.access === 'write' && !place.inside)
      outsideWrites[family === null && place.denied === null ? 'open' : 'held'].push(place.target)
    if (family !== null) control ??= { given: use.given, family }
  }
  return { denied, unsure, control, outside, outsideWrites }
}

/** A process substitution that a program is given. */
const DESCRIPTOR = /^\/dev\/fd\/\d+$/

/** By its text alone: a link in the folder may be listed, wherever it leads. */
function isBelow(path: string, root: string): boolean {
  return `${posix.normalize(path)}/`.startsWith(`${root}/`)
}

function unique(uses: readonly Use[]): Use[] {
  const kept = new Map(uses.map((use) => [`${use.access} ${use.sure} ${use.path}`, use]))
  return [...kept.values()]
}
