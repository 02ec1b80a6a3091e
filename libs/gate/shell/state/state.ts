import type { Function as ShellFunction } from 'unbash'
import { NOTHING, type Output } from './types.js'

/** Values that a variable may have at one place of the text; null when they are unknown. */
export type Values = readonly string[] | null

/** What a shell knows between two commands. Branches leave several possibilities behind. */
export interface State {
  /** Folders that it may be in; null when that is unknown. */
  cwds: readonly string[] | null
  vars: Map<string, Values>
  functions: Map<string, ShellFunction>
  positional: Values
  folders: (readonly string[] | null)[]
  stdin: Output
  /** Hidden names count for `*`, or patterns behave in another way. */
  dotglob: boolean
  /** Words are split at other characters than blanks. */
  ownSplit: boolean
  /** Programs are searched elsewhere. */
  ownPath: boolean
  wrappers: readonly string[]
  /** Variables that the text has set. */
  changed: ReadonlySet<string>
  depth: number
}

const MAX_VALUES = 64

export function startState(cwd: string, home: string | null): State {
  const vars = new Map<string, Values>([
    ['PWD', [cwd]],
    ['IFS', [' \t\n']],
  ])
  if (home !== null) vars.set('HOME', [home])
  return {
    cwds: [cwd],
    vars,
    functions: new Map(),
    positional: [],
    folders: [],
    stdin: NOTHING,
    dotglob: false,
    ownSplit: false,
    ownPath: false,
    wrappers: [],
    changed: new Set(),
    depth: 0,
  }
}

/** A copy that a sub-shell may change as it likes. */
export function fork(state: State, over: Partial<State> = {}): State {
  return {
    ...state,
    vars: new Map(state.vars),
    functions: new Map(state.functions),
    folders: [...state.folders],
    ...over,
  }
}

/** After a branch: what either side may have left behind. */
export function join(into: State, ...others: readonly State[]): void {
  for (const other of others) {
    into.cwds = union(into.cwds, other.cwds)
    into.positional = union(into.positional, other.positional)
    for (const name of new Set([...into.vars.keys(), ...other.vars.keys()])) {
      const [mine, theirs] = [into.vars.get(name), other.vars.get(name)]
      into.vars.set(name, mine === undefined || theirs === undefined ? null : union(mine, theirs))
    }
    for (const [name, body] of other.functions) into.functions.set(name, body)
    into.folders = other.folders.length < into.folders.length ? other.folders : into.folders
    into.dotglob ||= other.dotglob
    into.ownSplit ||= other.ownSplit
    into.ownPath ||= other.ownPath
    into.changed = new Set([...into.changed, ...other.changed])
  }
}

function union(a: Values, b: Values): Values {
  if (a === null || b === null) return null
  const all = [...new Set([...a, ...b])]
  return all.length > MAX_VALUES ? null : all
}

/** Sets a variable, and what hangs on some of them. */
export function assign(state: State, name: string, values: Values): void {
  state.vars.set(name, values !== null && values.length > MAX_VALUES ? null : values)
  state.changed = new Set([...state.changed, name])
  if (name === 'IFS') state.ownSplit = true
  if (name === 'PATH') state.ownPath = true
  if (name === 'GLOBIGNORE' || name === 'BASHOPTS' || name === 'SHELLOPTS') state.dotglob = true
}

export function moveTo(state: State, cwds: Values): void {
  state.vars.set('OLDPWD', state.cwds)
  state.cwds = cwds
  state.vars.set('PWD', cwds)
}
