import { existsSync } from 'node:fs'
import { platform } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Workspace } from '#workspace'

const SYSTEMS: Readonly<Record<string, string>> = {
  darwin: 'macOS',
  linux: 'Linux',
  win32: 'Windows',
}
/** What a file in the root says about the language and its package manager; the first of each row that exists. */
const RUNTIMES: readonly [file: string, name: string][] = [
  ['pnpm-lock.yaml', 'Node with pnpm'],
  ['yarn.lock', 'Node with yarn'],
  ['bun.lockb', 'Bun'],
  ['package.json', 'Node with npm'],
  ['uv.lock', 'Python with uv'],
  ['poetry.lock', 'Python with poetry'],
  ['pyproject.toml', 'Python'],
  ['requirements.txt', 'Python with pip'],
  ['Cargo.toml', 'Rust with cargo'],
  ['go.mod', 'Go'],
  ['pom.xml', 'Java with Maven'],
  ['build.gradle', 'Java with Gradle'],
  ['build.gradle.kts', 'Java with Gradle'],
  ['Gemfile', 'Ruby with bundler'],
  ['composer.json', 'PHP with composer'],
]

/** System, shell, branch and language in one line: the calls that ask for them are saved (row 92). No clock, no version. */
export function machineLine({ root, searchPath, gitPlace }: Workspace): string {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '')
  const shell = folders.some((folder) => existsSync(join(folder, 'bash'))) ? 'bash' : 'sh'
  const git = gitPlace()
  const branch = git === null ? 'no git' : `git branch ${git.branch ?? '(detached)'}`
  const runtime = RUNTIMES.find(([file]) => existsSync(join(root, file)))?.[1]
  const system = SYSTEMS[platform()] ?? platform()
  return [system, shell, branch, ...(runtime === undefined ? [] : [runtime])].join(', ')
}
