import { existsSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { Environment } from '../programs/environment.js'
import { findProgram } from '../programs/find_program.js'
import { discoverLinters } from './linters.js'
import type { DiagnosisPlan, Finding, Linter } from './types.js'

/**
 * Selects the linters of a project, or those for some of its files.
 * @param paths  relative to the root; the whole project when omitted
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
    if (isInstalled(root, program, env))
      plan.run.push({ name, command: commandFor(linter, theirs), named: bare !== true })
    else plan.skipped.push({ name, reason: `${program} is not installed` })
  }
  return plan
}

function isInstalled(root: string, program: string, env: Environment): boolean {
  return program.includes('/')
    ? existsSync(join(root, program))
    : findProgram(program, env) !== null
}

/** With more characters of paths the whole project is checked: a command is one argument of at most 128 KiB. */
const MOST_NAMES = 16_384

function commandFor({ command, perFile }: Linter, paths: readonly string[] | undefined): string {
  if (paths === undefined || perFile === undefined) return command
  const quoted = paths.map((path) => `'${path.replaceAll("'", "'\\''")}'`).join(' ')
  return quoted.length > MOST_NAMES ? command : `${perFile} ${quoted}`
}

/** `a.ts(3,5): error TS1: x`, `a.c:3:5: error: x`, `./a.go:3:5: x`, `[ERROR] /w/A.java:[3,5] x` … */
const ONE_LINE =
  /^\s*(?:\[\w+\] |vet: )?((?:\.{0,2}\/)?[^\s:(][^:(]*?\.\w+)(?::\[|[:(])(\d+)(?:[:,](\d+))?[\])]?:?\s+(?:- )?(\S.*)$/
/** eslint prints the file on a line of its own, and its findings below. */
const FILE_LINE = /^(\/?[^\s:]+\.\w+)$/
const BELOW = /^\s+(\d+):(\d+)\s+(\w+\s+\S.*)$/

/** Parses the output of compilers and linters. Lines without a file and a line number are ignored. */
export function readFindings(output: string, root: string): Finding[] {
  const found: Finding[] = []
  let file = ''
  for (const line of output.split('\n')) {
    const one = ONE_LINE.exec(line)
    if (one) found.push(toFinding(root, one[1], one.slice(2)))
    const below = file === '' ? null : BELOW.exec(line)
    if (below) found.push(toFinding(root, file, below.slice(1)))
    file = FILE_LINE.exec(line)?.[1] ?? (line.trim() === '' ? '' : file)
  }
  return found
}

/** @param parts  line, column and message */
function toFinding(root: string, path = '', parts: readonly (string | undefined)[]): Finding {
  const [line = '', column = '', message = ''] = parts
  const below = isAbsolute(path) ? relative(root, path) : path.replace(/^\.\//, '')
  return {
    path: below.startsWith('..') ? path : below,
    line: Number(line),
    column: column === '' ? null : Number(column),
    message: message.replace(/\s+/g, ' ').trim(),
  }
}
