import { posix } from 'node:path'
import { findTestParts } from '../test_runs/test_command.js'
import { whyForeignBuild, whyPartial } from './match_command.js'
import { shellShape } from './shell_shape.js'
import { onlyRecipe } from './test_project.js'
import type { ShellItem, TestProject, TestScope } from './types.js'

/** Variables that do not change which tests run or what they do. */
const HARMLESS_SETS =
  /^(CI|NODE_ENV|APP_ENV|RAILS_ENV|RACK_ENV|MIX_ENV|FORCE_COLOR|NO_COLOR|CLICOLOR(_FORCE)?|TERM|DEBUG|VERBOSE|RUST_BACKTRACE|RUST_LOG|PYTHONDONTWRITEBYTECODE|PYTHONUNBUFFERED|PYTHONWARNINGS|PYTHONIOENCODING|LANG|LC_\w+|TZ|CGO_ENABLED|CTEST_OUTPUT_ON_FAILURE|DATABASE_URL|HOME|TMPDIR|CARGO_TERM_COLOR|COLUMNS)$/
/** Programs that only print, so that they may follow a test run. */
const PRINTS =
  /^(echo|printf|cat|head|tail|less|more|grep|egrep|rg|wc|sort|uniq|true|false|exit|test|\[|pwd|ls|date|set|cd|tee|nl|tac|cut|awk|sed|tr|column|jq)$/
const GIT_PRINTS = /^(status|diff|log|show|branch|rev-parse|blame|ls-files)$/
/** Commands of git that put other files into the tree. */
const GIT_SWITCHES =
  /^(stash|checkout|switch|restore|reset|revert|clean|apply|worktree|merge|rebase|cherry-pick|pull|read-tree|checkout-index)$/

/**
 * How much of the project's tests a shell text runs, by its words alone. Whether they passed is another
 * question (judgeTestRun).
 * @param folder  where the text begins, relative to the root
 */
export function judgeScope(command: string, project: TestProject, folder = ''): TestScope {
  const why = folder === '' ? findWhy(command, project) : whyFrom(folder, command, project)
  return why === null ? { scope: 'all' } : { scope: 'part', why }
}

/** `cd` to the root as the first part of the text, where nothing about it is computed. */
const RETURNS = /^\s*cd\s+(["']?)([\w./-]+)\1\s*(?:&&|\n)\s*([\s\S]+)$/

/** A text that begins in another folder runs all tests only when it goes to the root first. */
function whyFrom(folder: string, command: string, project: TestProject): string | null {
  const [, , target, rest] = RETURNS.exec(command) ?? []
  const isBack =
    target !== undefined && posix.resolve(project.root, folder, target) === project.root
  if (isBack && rest !== undefined) return findWhy(rest, project)
  const up = folder.split('/').fill('..').join('/')
  return `it runs in another folder (${folder}). Begin it with: cd ${up} &&`
}

function findWhy(command: string, project: TestProject): string | null {
  const { items, hazard } = shellShape(command)
  const isOwn = project.command !== null && command.trim() === project.command.trim()
  if (isOwn && project.scripts.length === 0)
    return whyForeignBuild(command.trim().split(/\s+/), project.root)
  if (hazard !== null) return hazard
  if (items.some(({ background }) => background)) return 'a part of it runs in the background'
  const set = items
    .flatMap((item) => [...item.sets, ...wrapperSets(item.words)])
    .find((one) => !isHarmless(one, project.root))
  if (set !== undefined) return `it sets ${set.name}`
  const tests = new Set(findTestParts(command, project.command).map(({ words }) => words.join(' ')))
  const at = items.map(({ words }) => tests.has(words.join(' ')))
  const reasons = items.flatMap((item, index) =>
    at[index] ? [item.decides ? whyPart(item.words, project) : HIDDEN] : [],
  )
  if (reasons.length === 0) return 'it does not run the tests of the project'
  const best = reasons.includes(null) ? null : (reasons.find((one) => one !== HIDDEN) ?? HIDDEN)
  if (best !== null) return best
  const firstTest = at.indexOf(true)
  const before =
    items.slice(0, firstTest).find((item) => leavesProject(item, project.root)) ??
    items.find(({ words }) => words[0] === 'env' && words.some((one) => ENV_FOLDER.test(one)))
  if (before !== undefined) return `it runs in another folder (${before.words.join(' ')})`
  const configures = items.find((item) => configuresOther(item, project.root))
  if (configures !== undefined) return `it builds another project (${configures.words.join(' ')})`
  const switches = items.find(
    ({ words }) => words[0] === 'git' && GIT_SWITCHES.test(gitVerb(words)),
  )
  if (switches !== undefined)
    return `it runs ${switches.words.slice(0, 2).join(' ')} around the tests`
  const after = items
    .slice(firstTest + 1)
    .find((item, index) => !at[firstTest + 1 + index] && !isQuiet(item))
  return after === undefined ? null : `it runs ${after.words[0] ?? 'a command'} after the tests`
}

/** `make test` whose recipe is one run of the tests proves what that run does. */
function whyPart(words: readonly string[], project: TestProject): string | null {
  const why = whyPartial(words, project)
  const line = why === null ? null : onlyRecipe(project.root, words)
  // A recipe that is `make` again is not followed.
  return line === null || /^g?make\b/.test(line) ? why : findWhy(line, project)
}

/** `env -C folder` runs its command there. */
const ENV_FOLDER = /^(-[a-z]*C.*|--chdir(=.*)?)$/
const HIDDEN = 'its exit code is hidden'

function wrapperSets(words: readonly string[]): { name: string; value: string }[] {
  if (!/^(env|cross-env|sudo|time|nice|timeout|nohup|npx)$/.test(words[0] ?? '')) return []
  return words
    .filter((word) => /^\w+=/.test(word))
    .map((word) => ({
      name: word.slice(0, word.indexOf('=')),
      value: word.slice(word.indexOf('=') + 1),
    }))
}

function isHarmless({ name, value }: { name: string; value: string }, root: string): boolean {
  if (name === 'PYTHONPATH')
    return value
      .split(':')
      .every(
        (one) =>
          /^["']?(\.|\.?\/?src|\.?\/?lib|\$PWD(\/src)?|\$PYTHONPATH|)["']?$/.test(one) ||
          one === root,
      )
  if (name === 'GO111MODULE') return /^(on|auto)$/.test(value)
  return HARMLESS_SETS.test(name)
}

/** `cmake -S other -B build`: the build folder then holds the tests of other sources. */
function configuresOther({ words }: ShellItem, root: string): boolean {
  if (words[0] !== 'cmake') return false
  const at = words.findIndex((word) => /^-[SH]/.test(word))
  const source = at === -1 ? undefined : words[at]?.slice(2) || words[at + 1]
  return source !== undefined && !['.', './', '$PWD', '$(pwd)', root].includes(source)
}

function leavesProject({ words }: ShellItem, root: string): boolean {
  if (!/^(cd|pushd)$/.test(words[0] ?? '')) return false
  const target = (words[1] ?? '~').replace(/\/+$/, '')
  return !['.', '$PWD', '$(pwd)', root].includes(target)
}

function isQuiet({ words, writes, dynamic }: ShellItem): boolean {
  if (writes || dynamic) return false
  const [program = '', ...args] = words
  if (program === 'git') return GIT_PRINTS.test(gitVerb(words))
  if (program === 'sed') return !args.some((arg) => /^(-[a-zA-Z]*i|--in-place)/.test(arg))
  if (program === 'tee')
    return args.every((arg) => arg.startsWith('/dev/') || arg.startsWith('/tmp/'))
  return words.length === 0 || PRINTS.test(program)
}

/** Options of git itself whose value is the next word: "git -C folder stash". */
const GIT_VALUE = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace))$/

function gitVerb(words: readonly string[]): string {
  const isVerb = (word: string, at: number) =>
    at > 0 && !word.startsWith('-') && !GIT_VALUE.test(words[at - 1] ?? '')
  return words.find(isVerb) ?? ''
}
