import { realpathSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { AircoderError } from '#core'
import { planDiagnosis, readFindings } from './check/diagnose.js'
import { checkSyntax } from './check/syntax.js'
import { type Adopter, createBackground } from './commands/background.js'
import { blocksForeground } from './commands/blocking.js'
import { runCommand } from './commands/run_command.js'
import { nextShell } from './commands/shell_state.js'
import type { CommandPlace } from './commands/start_shell.js'
import type { Background } from './commands/types.js'
import { applyEdits } from './files/apply_edits.js'
import { archiveNames } from './files/archive_names.js'
import { cleanTemps } from './files/clean_temps.js'
import { unifiedDiff } from './files/diff.js'
import { fileState } from './files/file_state.js'
import { listFolder, readBytes, readFile } from './files/read_files.js'
import { gitPlace } from './git/branch.js'
import { lookAtGit } from './git/look_at_git.js'
import { openCommits } from './git/open_commits.js'
import { readChanges } from './git/read_changes.js'
import { headOf, readHistory } from './git/read_history.js'
import { readState } from './git/read_state.js'
import { findDenied } from './paths/denied_files.js'
import { compileDeny } from './paths/deny.js'
import { type PathRules, resolvePath } from './paths/resolve_path.js'
import type { Environment } from './programs/environment.js'
import type { SandboxOptions } from './sandbox/find_sandbox.js'
import { createSandbox } from './sandbox/sandbox.js'
import type { OutsideWrites } from './sandbox/types.js'
import { listAll } from './search/list_all.js'
import { findRipgrep } from './search/run_ripgrep.js'
import { glob, grep } from './search/search.js'
import type { SearchEngine } from './search/types.js'
import { createSnapshots } from './snapshots/snapshots.js'
import { discoverTests } from './test_runs/discover_tests.js'
import { whyUnfinished } from './test_runs/why_unfinished.js'
import { filesNaming } from './test_scope/files_naming.js'
import { judgeScope } from './test_scope/judge_scope.js'
import { listTestFiles } from './test_scope/test_files.js'
import { testInputs } from './test_scope/test_inputs.js'
import { checkPrograms, innerScripts, testProject } from './test_scope/test_project.js'
import { findUncovered } from './test_scope/uncovered.js'
import { findUnreached } from './test_scope/unreached.js'
import type { Workspace } from './types.js'

export interface WorkspaceOptions {
  /** A folder. Links in its path are resolved. */
  root: string
  /** Deny globs. They apply to every function of the workspace. */
  deny: readonly string[]
  /** Passed to commands without secrets. HOME is the meaning of `~`, PATH finds programs. */
  env: Environment
  /** `walk` searches without ripgrep. Chosen automatically when there is no ripgrep; set only in tests. */
  engine?: SearchEngine
  /** The sandbox for commands; none when omitted. */
  sandbox?: SandboxOptions
}

/**
 * Opens a folder as the workspace with its rules.
 * @throws AircoderError NOT_A_FOLDER when the root cannot be used
 */
export function openWorkspace({
  root,
  deny,
  env,
  engine = 'ripgrep',
  sandbox = { mode: 'off', network: true },
}: WorkspaceOptions): Workspace {
  const real = resolveRoot(root)
  const home = env.HOME
  const rules: PathRules = {
    root: real,
    home,
    deny: compileDeny(deny, [real, resolve(root)], home),
    permitted: [],
  }
  let binary: Promise<string | null> | undefined
  const findEngine = () => {
    binary ??= engine === 'walk' ? Promise.resolve(null) : findRipgrep(env)
    return binary
  }
  const place = { root: real, env, sandbox: createSandbox(sandbox, rules, env) }
  return bind(rules, { findEngine, place, background: createBackground(place) })
}

/** What the workspaces of one root share, whatever places are permitted. */
interface Parts {
  findEngine(): Promise<string | null>
  place: CommandPlace
  background: Background & Adopter
  outside?: OutsideWrites
}

function bind(rules: PathRules, parts: Parts): Workspace {
  const { findEngine, place, outside } = parts
  const { root } = rules
  return {
    root,
    home: rules.home,
    searchPath: place.env.PATH ?? '',
    deniedBelow: (folder) => findDenied(rules, folder),
    resolve: (path) => resolvePath(rules, path),
    permit: (paths) => bind(withPermitted(rules, paths), parts),
    permitWrites: (outside) => bind(rules, { ...parts, outside }),
    readFile: (path, range) => readFile(rules, path, range),
    readBytes: (path) => readBytes(rules, path),
    reopen: (paths) => bind(withStored(rules, paths), parts),
    fileState: (path, options) => fileState(rules, path, options),
    list: (path) => listFolder(rules, path),
    applyEdits: (edits, options) => applyEdits(rules, edits, options),
    cleanTemps: (paths, tag) => cleanTemps(root, paths, tag),
    glob: (query) => glob(rules, findEngine, query),
    grep: (query) => grep(rules, findEngine, query),
    listAll: (signal) => listAll(rules, findEngine, signal),
    headCommit: (signal) => headOf(place, signal),
    history: (query) => readHistory(place, query),
    gitState: (query) => readState(place, prefixOf(root), query),
    archiveNames: (path) => archiveNames(path, place.env.PATH ?? ''),
    gitLook: lookAtGit(place, rules.deny),
    gitChanges: (query) => readChanges(place, (path) => isOpen(rules, path), query),
    runCommand: (request) => runCommand(place, { outside, ...request }, parts.background),
    background:
      outside === undefined
        ? parts.background
        : {
            ...parts.background,
            start: (request) => parts.background.start({ outside, ...request }),
          },
    nextShell: (before, left) => nextShell(before, left, (path) => resolvePath(rules, path)),
    blocksForeground: (command, folder = '') => blocksForeground(command, join(root, folder)),
    sandbox: () => place.sandbox.state(),
    planDiagnosis: (paths) => planDiagnosis(root, place.env, paths),
    readFindings: (output) => readFindings(output, root),
    checkSyntax: (path, bytes, signal) => checkSyntax({ path, bytes, signal }, place.env),
    openSnapshots: (store) => createSnapshots(rules, place.env, store),
    gitPlace: () => gitPlace(root),
    commits: openCommits(place),
    discoverTests: (override) => discoverTests(root, override),
    testProject(override) {
      const own = discoverTests(root, override)?.command ?? null
      const project = testProject(root, own)
      const inner = innerScripts(root, [own ?? '', ...project.scripts])
      const programs = checkPrograms([own ?? '', ...project.scripts])
      return { ...project, inner, programs, files: listTestFiles(root) ?? [] }
    },
    diff: ({ path, before, after }, lines) =>
      unifiedDiff({ path, before: toBytes(before), after: toBytes(after) }, lines),
    filesNaming: (name) => filesNaming(root, name),
    findUncovered: (paths, known) => findUncovered(root, paths, known),
    findUnreached: (paths, roots) => findUnreached(root, paths, roots),
    testInputs: (changed, tests) => testInputs(root, changed, tests),
    testScope(command, override, folder = '') {
      const own = discoverTests(root, override)?.command ?? null
      return judgeScope(command, testProject(root, own), folder)
    },
    whyUnfinished({ command, output, truncated }, override) {
      const own = discoverTests(root, override)?.command ?? null
      const scripts = own !== null && command.includes(own) ? testProject(root, own).scripts : []
      return whyUnfinished({ output, truncated, texts: [command, ...scripts] }, root)
    },
  }
}

/** The folder below the top of its repository, as git writes it. */
function prefixOf(root: string): string {
  const below = relative(gitPlace(root)?.top ?? root, root)
  return below === '' ? '' : `${below}/`
}

/** Whether the text of a file may be shown: the deny rules leave it. */
function isOpen(rules: PathRules, path: string): boolean {
  const place = resolvePath(rules, path)
  return place.ok && place.inside && place.denied === null && place.unsure === null
}

function withPermitted(rules: PathRules, paths: readonly string[]): PathRules {
  const places = paths.flatMap((path) => {
    const place = resolvePath(rules, path)
    return place.ok ? [place.absolute, place.target] : []
  })
  return { ...rules, permitted: [...rules.permitted, ...places] }
}

/** Stored paths name one place each: a path that now leads elsewhere permits nothing. */
function withStored(rules: PathRules, paths: readonly string[]): PathRules {
  const places = paths.flatMap((path) => {
    const stored = resolve(rules.root, path)
    const place = resolvePath(rules, path)
    if (!place.ok || place.kind === 'folder') return []
    return place.absolute === stored && place.target === stored ? [stored] : []
  })
  return { ...rules, permitted: [...rules.permitted, ...places] }
}

const FOLDER_FORM = 'Pass an existing folder.'

function resolveRoot(root: string): string {
  try {
    const real = realpathSync.native(root)
    if (statSync(real).isDirectory()) return real
  } catch (cause) {
    throw new AircoderError('NOT_A_FOLDER', { path: root, form: FOLDER_FORM }, { cause })
  }
  throw new AircoderError('NOT_A_FOLDER', { path: root, form: FOLDER_FORM })
}

function toBytes(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text)
}
