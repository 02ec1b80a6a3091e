import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AircoderError } from '#core'
import { showControls } from '#terminal'
import { refuseFolder } from '../data/refuse_folder.js'
import type { Flags, TrustFlags } from '../flags/flags.js'
import { loadProject, type Project } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'
import { askTrust } from '../trust/ask_trust.js'
import {
  describeEntries,
  describeIgnored,
  waitsForTrust,
  wantsTrust,
} from '../trust/describe_trust.js'
import { speaksForPerson } from '../trust/speaks_for_person.js'
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
  const form =
    folder === undefined ? undefined : `Pass an existing folder: aircoder trust ${action} DIR`
  if (action === 'list') return list(load(at, form))
  if (action === 'add' && !speaksForPerson('trust add')) return DENIED
  if (action === 'add') return add(usable(load(at, form)), flags)
  if (action === 'remove') return remove(at, flags)
  throw new AircoderError('USAGE', {
    reason: `Unknown action ${action}; trust has list, add and remove.`,
  })
}

/** Before a question is asked that could not be stored. @throws AircoderError DATA_DIR_UNUSABLE */
function usable(project: Project): Project {
  refuseFolder(dirname(project.trustFile), project.trustFile, 'The data folder')
  return project
}

function load(flags: Flags, form?: string): Project {
  return loadProject(flags, workFolder(flags, form), process.env)
}

/** All trusted folders and whether they changed since; then the entries of this folder. */
function list(project: Project): number {
  const all = Object.entries(readTrusted(project.trustFile))
  for (const [path, { hash, atMs }] of all) {
    const day = new Date(atMs).toISOString().slice(0, 10)
    const holds = surveyProject(path).hash === hash
    print(`${path}  ${holds ? `trusted since ${day}` : 'changed since: no longer trusted'}`)
  }
  if (all.length === 0) print('No folder is trusted.')
  if (!wantsTrust(project)) {
    print(`${project.cwd} has nothing that needs trust.`)
    return 0
  }
  print(`\n${project.cwd}/.aircoder ${project.trusted ? 'is trusted' : 'would set'}:`)
  for (const line of describeEntries(project)) print(`  ${line}`)
  const ignored = describeIgnored(project)
  if (ignored !== null) print(ignored)
  return 0
}

async function add(project: Project, { yes }: TrustFlags): Promise<number> {
  const { cwd, survey, trustFile } = project
  if (survey.error !== null)
    throw new AircoderError('UNTRUSTABLE', { path: `${cwd}/.aircoder`, reason: survey.error })
  if (!waitsForTrust(project)) {
    print(
      wantsTrust(project) ? `${cwd} is trusted as it is.` : `${cwd} has nothing that needs trust.`,
    )
    return 0
  }
  if (yes) {
    for (const line of describeEntries(project)) print(`  ${line}`)
    writeTrusted(trustFile, cwd, survey.hash, [...survey.notes.values()])
  } else if (!process.stdin.isTTY || !process.stdout.isTTY) {
    process.stderr.write(
      'There is no terminal for the question. `aircoder trust` shows the entries, --yes trusts them.\n',
    )
    return DENIED
  } else if ((await askTrust(project)) !== 'yes') {
    print('Nothing was changed.')
    return DENIED
  }
  print(`${cwd} is trusted until its .aircoder changes.`)
  return 0
}

/** A folder that no longer exists is found by its former path. */
function remove({ cwd: folder = '.' }: Flags, flags: Flags): number {
  const path = realOf(resolve(folder))
  const { trustFile } = load({ ...flags, cwd: undefined })
  if (readTrusted(trustFile)[path] === undefined) {
    print(`${path} was not trusted.`)
    return 0
  }
  writeTrusted(trustFile, path, null)
  print(`${path} is no longer trusted.`)
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
