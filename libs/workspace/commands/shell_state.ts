import { redact } from '#core'
import type { Resolved } from '../paths/types.js'
import type { ShellEnd, ShellState, ShellStep } from './types.js'

/** Where every session begins. */
export const SHELL_START: ShellState = { folder: '', variables: {} }

/**
 * The variables that last from one command to the next. None of them loads code, names a program or a folder, or
 * changes which tests run, so a later command with them is what the gate and the judge took it for.
 */
const KEPT =
  /^(?:CI|NODE_ENV|APP_ENV|RAILS_ENV|RACK_ENV|MIX_ENV|FORCE_COLOR|NO_COLOR|CLICOLOR(?:_FORCE)?|DEBUG|VERBOSE|RUST_BACKTRACE|RUST_LOG|PYTHONDONTWRITEBYTECODE|PYTHONUNBUFFERED|PYTHONIOENCODING|LANG|LC_\w+|TZ|CGO_ENABLED|GO111MODULE|CTEST_OUTPUT_ON_FAILURE|CARGO_TERM_COLOR|COLUMNS)$/
/** No folder, no expansion, no second line. */
const PLAIN = /^(?!.*(?:^|\W)\/)(?!.*\.\.)[\w.,:@+*=/ -]{0,200}$/

/** What the next command starts with, after a shell ended. */
export function nextShell(
  before: ShellState,
  { folder, exported }: ShellEnd,
  resolve: (path: string) => Resolved,
): ShellStep {
  const named = Object.entries(exported)
  const kept = named.filter((entry): entry is [string, string] => mayKeep(...entry))
  const names = new Set(kept.map(([name]) => name))
  const dropped = named.map(([name]) => name).filter((name) => !names.has(name))
  // As the kernel takes it: a tool's `/name` may mean a file of the project.
  const place = resolve(`/.${folder}`)
  const why = whyNot(place)
  const next = why === null && place.ok ? toFolder(place.relative) : before.folder
  return {
    state: { folder: next, variables: Object.fromEntries(kept) },
    dropped,
    left: why === null ? null : `${folder} ${why}`,
  }
}

function mayKeep(name: string, value: string | null): boolean {
  return value !== null && KEPT.test(name) && PLAIN.test(value) && redact(value) === value
}

function whyNot(place: Resolved): string | null {
  if (!place.ok) return 'cannot be used'
  if (/^\.\.(?:\/|$)/.test(place.relative)) return 'is outside of the project'
  if (place.denied !== null) return `is protected by ${place.denied}`
  return place.kind === 'folder' || place.relative === '.' ? null : 'is gone'
}

function toFolder(relative: string): string {
  return relative === '.' ? '' : relative
}
