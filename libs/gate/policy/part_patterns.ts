import type { Part } from '../shell/state/types.js'
import type { CommandReport, PartPattern } from './verdict.js'

/** First words -> how many words name what a command does; only for commands of known shape. */
const SHAPES: Record<string, number> = {
  'npm test': 2,
  'npm t': 2,
  'npm ci': 2,
  'npm install': 2,
  'npm run': 3,
  'pnpm test': 2,
  'pnpm install': 2,
  'pnpm run': 3,
  'yarn test': 2,
  'yarn install': 2,
  'yarn run': 3,
  'cargo build': 2,
  'cargo check': 2,
  'cargo clippy': 2,
  'cargo fmt': 2,
  'cargo test': 2,
  'go build': 2,
  'go test': 2,
  'go vet': 2,
  'git add': 2,
  'git commit': 2,
  'git fetch': 2,
  'git stash': 2,
  'git switch': 2,
  'dotnet build': 2,
  'dotnet test': 2,
  'mvn test': 2,
  'gradle test': 2,
  'bundle install': 2,
  mkdir: 1,
  touch: 1,
  pytest: 1,
  rspec: 1,
  tsc: 1,
  eslint: 1,
  prettier: 1,
  biome: 1,
  ruff: 1,
  mypy: 1,
  jest: 1,
  vitest: 1,
}

/**
 * What `a` would remember of a command: a pattern for each part that is not safe anyway. Commands of
 * known shape get their first words and a `*`; interpreters, rm, curl, sudo and all others bind to
 * every word, and so does whatever another program runs.
 * @returns an empty list where a part holds what is computed: then only the whole text binds
 */
export function patternsOf(report: CommandReport): PartPattern[] {
  if (report.writes) return []
  const parts = report.parts.filter((part) => part.unsafe !== null)
  const patterns = parts.map(patternOf)
  return patterns.every((pattern) => pattern !== null) ? patterns : []
}

function patternOf({ words, wrappers, at }: Part): PartPattern | null {
  const [first, second] = words
  const count = SHAPES[`${first} ${second}`] ?? SHAPES[`${first}`]
  const head = words.slice(0, count ?? words.length)
  if (!head.every((word) => word !== null)) return null
  const named = count !== undefined && wrappers.length === 0 && head.length === count
  if (named && !head.some((word) => word.startsWith('-')))
    return { words: head, rest: true, wrappers: [] }
  // In another folder the same words mean other files.
  if (at === null || !words.every((word) => word !== null)) return null
  return { words: [...words], rest: false, wrappers: [...wrappers], ...(at ? { at } : {}) }
}

/** Whether every part of a command is safe or covered by a pattern, and nothing else is in it. */
export function coveredBy(patterns: readonly PartPattern[], report: CommandReport): boolean {
  if (patterns.length === 0 || report.parts.length === 0) return false
  if (report.unsure !== null || report.writes || report.control !== null || report.outside !== null)
    return false
  return report.parts.every(
    (part) => part.unsafe === null || patterns.some((pattern) => covers(pattern, part)),
  )
}

/** Options that make a command of known shape run or load something else. */
const TAKES_OTHER_CODE =
  /^--?(?:exec|toolexec|script-shell|node-options|config|plugins?|rulesdir|resolve-plugins-relative-to|require|import|loader|runner|test-?runner|reporters?|transform|setup-?files?|global-?setup|preset|prefix|rootdir|confcutdir|override-ini|manifest-path|target-dir|upload-pack|p|c|o|C|W)(?:=|$)/i

function covers({ words, rest, wrappers, at }: PartPattern, part: Part): boolean {
  if (!rest && at !== part.at) return false
  const more = part.words.slice(words.length)
  if (rest && more.some((word) => word === null || TAKES_OTHER_CODE.test(word))) return false
  const same =
    wrappers.length === part.wrappers.length &&
    wrappers.every((one, at) => one === part.wrappers[at])
  const long = rest ? part.words.length >= words.length : part.words.length === words.length
  return same && long && words.every((word, at) => word === part.words[at])
}

/** The patterns as a person reads them. */
export function showPatterns(patterns: readonly PartPattern[]): string {
  const shown = patterns.map(({ words, rest, wrappers }) =>
    [...wrappers, ...words, ...(rest ? ['*'] : [])].join(' '),
  )
  return [...new Set(shown)].join(', ')
}

/** Programs that run whatever they are given: no setting makes them safe (row 193). */
const NEVER_SAFE =
  /^(?:(?:ba|da|z|k|fi)?sh|python[\d.]*|node|deno|bun|perl|ruby|php|lua|awk|sudo|doas|su|env|xargs|eval|exec|ssh|rm|dd)$/

/** The settings' own beginnings of safe commands, as patterns. */
export function safePatterns(entries: readonly string[]): PartPattern[] {
  return entries
    .map((entry) => entry.trim().split(/\s+/))
    .filter(([first = '']) => first !== '' && !NEVER_SAFE.test(first))
    .map((words) => ({ words, rest: true, wrappers: [] }))
}
