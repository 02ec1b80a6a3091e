import { existsSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { Environment } from '../programs/environment.js'
import { findProgram } from '../programs/find_program.js'
import { discoverLinters, type Linter } from './linters.js'

/** What a look for problems will run. */
export interface DiagnosisPlan {
  run: {
    name: string
    command: string
    /** The project names it; false: it was tried for want of something better. */
    named: boolean
  }[]
  /** Checks that the project names and this machine cannot run. */
  skipped: { name: string; reason: string }[]
}

/** One complaint of a checker. */
export interface Finding {
  /** From the root where it lies below. */
  path: string
  line: number
  /** null where the checker names none. */
  column: number | null
  message: string
}

/**
 * Chooses the checkers of a project, or those for some of its files.
 * @param paths  relative to the root; the whole project when left out
 */
export function planDiagnosis(
  root: string,
  env: Environment,
  paths?: readonly string[],
): DiagnosisPlan {
  const plan: DiagnosisPlan = { run: [], skipped: [] }
  for (const linter of discoverLinters(root)) {
    const { name, program, endings, bare } = linter
    const theirs = paths?.filter((path) => endings.some((ending) => path.endsWith(ending)))
    if (theirs?.length === 0) continue
    if (isThere(root, program, env))
      plan.run.push({ name, command: commandFor(linter, theirs), named: bare !== true })
    else plan.skipped.push({ name, reason: `${program} is not installed` })
  }
  return plan
}

function isThere(root: string, program: string, env: Environment): boolean {
  return program.includes('/')
    ? existsSync(join(root, program))
    : findProgram(program, env) !== null
}

/** Longer ones are told of the whole project: a command is one argument of at most 128 KiB. */
const MOST_NAMES = 16_384

function commandFor({ command, perFile }: Linter, paths: readonly string[] | undefined): string {
  if (paths === undefined || perFile === undefined) return command
  const quoted = paths.map((path) => `'${path.replaceAll("'", "'\\''")}'`).join(' ')
  return quoted.length > MOST_NAMES ? command : `${perFile} ${quoted}`
}

/** `a.ts(3,5): error TS1: x`, `a.c:3:5: error: x`, `./a.go:3:5: x`, `[ERROR] /w/A.java:[3,5] x` … */
const ONE_LINE =
  /^\s*(?:\[\w+\] |vet: )?((?:\.{0,2}\/)?[^\s:(][^:(]*?\.\w+)(?::\[|[:(])(\d+)(?:[:,](\d+))?[\])]?:?\s+(?:- )?(\S.*)$/
/** A file alone on its line, and its complaints below: eslint. */
const FILE_LINE = /^(\/?[^\s:]+\.\w+)$/
const BELOW = /^\s+(\d+):(\d+)\s+(\w+\s+\S.*)$/

/** Reads complaints out of what compilers and linters print; lines that say no place are left out. */
export function readFindings(output: string, root: string): Finding[] {
  const found: Finding[] = []
  let file = ''
  for (const line of output.split('\n')) {
    const one = ONE_LINE.exec(line)
    if (one) found.push(finding(root, one[1], one[2], one[3], one[4]))
    const below = file === '' ? null : BELOW.exec(line)
    if (below) found.push(finding(root, file, below[1], below[2], below[3]))
    file = FILE_LINE.exec(line)?.[1] ?? (line.trim() === '' ? '' : file)
  }
  return found
}

function finding(root: string, path = '', line = '', column = '', message = ''): Finding {
  const below = isAbsolute(path) ? relative(root, path) : path.replace(/^\.\//, '')
  return {
    path: below.startsWith('..') ? path : below,
    line: Number(line),
    column: column === '' ? null : Number(column),
    message: message.replace(/\s+/g, ' ').trim(),
  }
}
