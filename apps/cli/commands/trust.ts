import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { AircoderError } from '#core'
import { showControls } from '#terminal'
import type { Flags, TrustFlags } from '../flags/flags.js'
import { loadProject, type Project, workFolder } from '../settings/load_project.js'
import { askTrust } from '../trust/ask_trust.js'
import { tellEntries, tellIgnored, wantsTrust } from '../trust/describe_trust.js'
import { surveyProject } from '../trust/survey.js'
import { readTrusted, writeTrusted } from '../trust/trust_file.js'

const DENIED = 3

/** `aircoder trust [list|add|remove] [DIR]`. @returns the exit code */
export async function runTrust(
  action: string,
  folder: string | undefined,
  flags: TrustFlags,
): Promise<number> {
  const at = folder === undefined ? flags : { ...flags, cwd: folder }
  if (action === 'list') return list(load(at))
  if (action === 'add') return add(load(at), flags)
  if (action === 'remove') return remove(at, flags)
  throw new AircoderError('USAGE', { reason: `trust knows list, add and remove, not ${action}` })
}

function load(flags: Flags): Project {
  return loadProject(flags, workFolder(flags), process.env)
}

/** All that are trusted and whether they still are as they were; then what this folder brings. */
function list(project: Project): number {
  const all = Object.entries(readTrusted(project.trustFile))
  for (const [path, { hash, atMs }] of all) {
    const day = new Date(atMs).toISOString().slice(0, 10)
    const holds = surveyProject(path).hash === hash
    print(`${path}  ${holds ? `trusted since ${day}` : 'changed since: not trusted any more'}`)
  }
  if (all.length === 0) print('No folder is trusted.')
  if (!wantsTrust(project)) {
    print(`${project.cwd} brings nothing that needs trust.`)
    return 0
  }
  print(`\n${project.cwd}/.aircoder ${project.trusted ? 'counts in full' : 'would bring'}:`)
  for (const line of tellEntries(project)) print(`  ${line}`)
  const ignored = tellIgnored(project)
  if (ignored !== null) print(ignored)
  return 0
}

async function add(project: Project, { yes }: TrustFlags): Promise<number> {
  const { cwd, survey, trustFile, trusted } = project
  if (survey.fault !== null)
    throw new AircoderError('UNTRUSTABLE', { path: `${cwd}/.aircoder`, reason: survey.fault })
  if (!wantsTrust(project) || trusted) {
    print(trusted ? `${cwd} is trusted as it is.` : `${cwd} brings nothing that needs trust.`)
    return 0
  }
  if (yes) {
    for (const line of tellEntries(project)) print(`  ${line}`)
    writeTrusted(trustFile, cwd, survey.hash)
  } else if (!process.stdin.isTTY || !process.stdout.isTTY) {
    process.stderr.write('Nobody can be asked here: `aircoder trust` shows it, --yes trusts it.\n')
    return DENIED
  } else if ((await askTrust(project)) !== 'yes') {
    print('Nothing was changed.')
    return DENIED
  }
  print(`${cwd} is trusted until its .aircoder changes.`)
  return 0
}

/** A folder that is gone is known by the name that it had. */
function remove({ cwd: folder = '.' }: Flags, flags: Flags): number {
  const path = realOf(resolve(folder))
  const { trustFile } = load({ ...flags, cwd: undefined })
  if (readTrusted(trustFile)[path] === undefined) {
    print(`${path} was not trusted.`)
    return 0
  }
  writeTrusted(trustFile, path, null)
  print(`${path} is not trusted any more.`)
  return 0
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function print(line: string): void {
  process.stdout.write(`${showControls(line)}\n`)
}
