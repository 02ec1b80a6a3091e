import {
  type Fact,
  isEditOf,
  isFresh,
  isWritten,
  knownValue,
  linesIn,
  unreadFrom,
} from './facts.js'
import type { Goal, Move } from './moves.js'
import { pathIn, type See, type SeenCall } from './see.js'

const PHRASES = [
  (label: string, value: string) => `The ${label} is ${value}.`,
  (label: string, value: string) => `I found it: the ${label} is ${value}.`,
  (label: string, value: string) => `${label}: ${value}.`,
  (label: string, value: string) => `Found ${label} = ${value}.`,
]

/** Knows a value. `how` may help while it is not visible. */
export function know(fact: Fact, how: (see: See) => Move[], phrase = 0): Goal {
  return {
    name: `know ${fact.label}`,
    met: (see) => knownValue(see, fact) !== null,
    moves: how,
    says(see) {
      const value = isFresh(see, fact) ? knownValue(see, fact) : null
      return value === null ? null : (PHRASES[phrase % PHRASES.length]?.(fact.label, value) ?? null)
    },
  }
}

/** Reads a file from its beginning to its end, as far as it is not visible. */
export function readOn(see: See, path: string): Move[] {
  const unread = unreadFrom(see, path)
  if (unread === null || unread.from === 1) return [{ do: 'read', path }]
  if (unread.total !== null && unread.from > unread.total) return []
  return [{ do: 'read', path, from: unread.from }]
}

/** A line of a file becomes another. */
export interface Change {
  path: string
  /** The line as it is. */
  old: RegExp
  /** The line as it has to be; null: what is needed for it is not visible. */
  line(see: See, old: string): string | null
  /** A part of the new line by which the edit is recognised; null: not known yet. */
  mark(see: See): string | null
  /** A search for the line, for models that search before they read. */
  search?: string
  /** A guess of the new line, once what is needed for it cannot be seen any more. */
  guess?(see: See, old: string): string | null
  /** The word is replaced everywhere in the file. */
  everywhere?: { from: string; to: string }
}

export function change(one: Change): Goal {
  const { path, old, search } = one
  const look: Move[] = [
    ...(search === undefined ? [] : [{ do: 'grep' as const, pattern: search, path }]),
  ]
  return {
    name: `change ${path}`,
    met(see) {
      const mark = one.mark(see)
      if (mark === null || !isWritten(see, path, mark)) return false
      // A newer view of the file that shows the old line says more than the memory of an edit.
      const edit = see.calls.findLast(({ args, ok }) => ok && isEditOf(args, path))?.at ?? -1
      return !linesIn(see, path).some(
        ({ text, at, number }) =>
          at > edit && number !== null && old.test(text) && !text.includes(mark),
      )
    },
    moves(see) {
      const now = linesIn(see, path).findLast(({ text }) => old.test(text))
      if (now === undefined) return [...look, ...readOn(see, path), { do: 'read', path }]
      const all = one.everywhere
      if (all !== undefined)
        return [
          { do: 'patch', path, old: all.from, new: all.to, all: true },
          { do: 'read', path },
        ]
      const next = one.line(see, now.text)
      const around =
        now.number === null ? {} : { from: Math.max(1, now.number - 8), to: now.number + 8 }
      const again: Move = { do: 'read', path, ...around }
      const guessed = next === null ? (one.guess?.(see, now.text) ?? null) : null
      if (guessed !== null)
        return [{ do: 'patch', path, old: now.text, new: guessed, guess: true }, again]
      return next === null ? [again] : [{ do: 'patch', path, old: now.text, new: next }, again]
    },
  }
}

/** The tests passed after the last edit that is visible. */
export function testsPass(command: string): Goal {
  return {
    name: 'tests pass',
    met: (see) => passedAt(see, command) !== null,
    moves: (see) => [{ do: 'run', command }, ...lookAtEdits(see)],
  }
}

/** What a failing test is looked for in: the files that were edited. */
function lookAtEdits(see: See): Move[] {
  const paths = see.lines.flatMap(({ kind, path }) =>
    kind === 'edit' && path !== null ? [path] : [],
  )
  const own = see.calls.flatMap(({ args }) => (isAnyEdit(args) ? [pathIn(args) ?? ''] : []))
  return [...new Set([...paths, ...own])].slice(-4).map((path) => ({ do: 'read', path }))
}

/** The passing run of the tests after the newest edit. A head that names the last test counts while no edit follows. */
function passedAt(see: See, command: string): number | null {
  const lastEdit = see.calls.findLast(({ args, ok }) => ok && isAnyEdit(args))?.at ?? -1
  const run = see.calls.findLast(
    ({ args, result }) => isRunOf(args, command) && /^exit code 0\b/.test(result),
  )
  if (run !== undefined && run.at > lastEdit) return run.at
  const said = /last test: .*passed|tests? passed|e\d+ test_result .*pass/i.exec(see.text)
  return said !== null && lastEdit === -1 && !/last test: .*fail/i.test(see.text) ? 0 : null
}

export function isAnyEdit(args: Record<string, unknown>): boolean {
  const path = pathIn(args)
  return path !== null && isEditOf(args, path)
}

function isRunOf(args: Record<string, unknown>, command: string): boolean {
  return String(args.command ?? args.cmd ?? '').trim() === command
}

/** The end: it cites the newest passing run, or the newest results. */
export function finished(summary: (see: See) => string): Goal {
  return {
    name: 'finish',
    met: () => false,
    moves(see) {
      const cites = citesOf(see)
      return [
        { do: 'resolve', summary: summary(see), cites: cites.slice(-3) },
        { do: 'resolve', summary: summary(see), cites },
        { do: 'say', text: summary(see) },
      ]
    },
  }
}

function citesOf(see: See): string[] {
  const ids = [
    ...see.text.matchAll(/\[(e\d+)[\] ]|^(?:last test: )?(e\d+) (?:test_result|edit_applied)/gm),
  ]
  const seen = ids.map((match) => match[1] ?? match[2] ?? '')
  const test = see.calls.findLast(({ result }) => /^exit code 0\b/.test(result))
  const own = test === undefined ? [] : idsAt(see, test)
  return [...new Set([...seen.slice(-6), ...own])]
}

function idsAt(see: See, call: SeenCall): string[] {
  const at = see.text.lastIndexOf(call.result.slice(0, 200))
  const id = /\[(e\d+)(?: e\d+)*\] $/.exec(see.text.slice(Math.max(0, at - 60), at))
  return id?.[1] === undefined ? [] : [id[1]]
}
