import { posix } from 'node:path'
import type { GitMove } from '#workspace'
import type { ReadArguments } from '../readers/options.js'
import type { Call } from '../readers/program.js'
import { HERE } from '../readers/tree.js'
import { inTree, tracked } from './git_trees.js'

/** `unknown`: which commits are meant is not in the text. */
type Moves = readonly GitMove[] | 'unknown'
type ReadMoves = (words: readonly string[], read: ReadArguments) => Moves

const NONE: Moves = []
const UPSTREAM = '@{upstream}'
/** Goes on with, or takes back, what an earlier command began. */
const RESUMES = /^--(?:continue|abort|skip|quit|edit-todo|show-current-patch)$/

const to = (name: string): GitMove => ({ kind: 'between', from: 'HEAD', to: name })
/** What the other side has changed since both were one. */
const since = (name: string): GitMove => ({
  kind: 'between',
  from: 'HEAD',
  to: name,
  fromBase: true,
})
/** What our side has changed since then: it is taken off and put on again. */
const backTo = (name: string): GitMove => ({
  kind: 'between',
  from: name,
  to: 'HEAD',
  fromBase: true,
})

function switched([first]: readonly string[], { options }: ReadArguments): Moves {
  const created = options.find(({ name }) => /^(?:-[bBcC]|--(?:force-)?create)$/.test(name))
  if (options.some(({ name }) => name === '--orphan')) return 'unknown'
  // A new branch begins where HEAD is, if no start is named.
  return first === undefined || (created !== undefined && first === 'HEAD') ? NONE : [to(first)]
}

function rebased(words: readonly string[], { options }: ReadArguments): Moves {
  const onto = options.find(({ name }) => name === '--onto')?.value?.text
  const names = [...words, ...(onto ? [onto] : [])]
  return (names.length === 0 ? [UPSTREAM] : names).flatMap((name) => [since(name), backTo(name)])
}

function stashed([verb = 'push', name]: readonly string[], { options }: ReadArguments): Moves {
  const index = /^\d+$/.test(name ?? '') ? `stash@{${name}}` : (name ?? 'stash@{0}')
  if (/^(?:pop|apply)$/.test(verb)) return [{ kind: 'stash', name: index }]
  if (verb === 'branch') return 'unknown'
  return options.some(({ name }) => name === '--keep-index') ? 'unknown' : NONE
}

/** How each command moves the work tree between commits. */
const READERS: Record<string, ReadMoves> = {
  switch: switched,
  checkout: switched,
  restore: (_, { options }) => {
    const from = options.find(({ name }) => /^(?:-s|--source)$/.test(name))?.value?.text
    return from ? [to(from)] : NONE
  },
  reset: ([first = 'HEAD'], { options }) =>
    options.some(({ name }) => /^--(?:hard|merge|keep)$/.test(name)) ? [to(first)] : NONE,
  merge: (words) => (words.length === 0 ? [UPSTREAM] : words).map(since),
  rebase: rebased,
  // What the other side has now is known when it was fetched: in front of that, every protected file may change.
  pull: () => 'unknown',
  'cherry-pick': (names) => [{ kind: 'commits', names }],
  revert: (names) => [{ kind: 'commits', names }],
  stash: stashed,
  bisect: ([verb = '']) => (/^(?:log|view|visualize|terms|help|)$/.test(verb) ? NONE : 'unknown'),
  am: () => NONE,
  'sparse-checkout': ([verb]) => (verb === 'list' ? NONE : 'unknown'),
  'filter-branch': () => 'unknown',
  'filter-repo': () => 'unknown',
  subtree: () => 'unknown',
}

/**
 * Commands that move the work tree between commits change every file that differs: a protected one among them
 * is asked. Where the commits are not known, one that git has in its index counts.
 */
export function inspectMoves(command: string, read: ReadArguments, call: Call): void {
  const { walker, state } = call
  const reader = READERS[command]
  if (reader === undefined) return
  const [folder, ...more] = state.cwds ?? []
  const words = read.operands.map(({ text }) => text ?? '')
  const isVague = read.operands.some(({ text, several }) => text === null || several)
  const resumes = read.options.some(({ name }) => RESUMES.test(name))
  const moves = resumes || isVague ? 'unknown' : reader(words, read)
  if (moves.length === 0) return
  const isFetched = hasFetched(walker)
  const isKnown =
    moves !== 'unknown' &&
    folder !== undefined &&
    more.length === 0 &&
    !(isFetched && (words.length === 0 || words.some((word) => FETCHED.test(word))))
  // A name of a file is no commit.
  const isFile = (name = '') => command === 'checkout' && walker.disk.kind(`${folder}/${name}`)
  const found = isKnown
    ? moves.map((move) => walker.disk.deniedInMove(folder, move) ?? (isFile(words[0]) ? [] : null))
    : [null]
  const unseen = () =>
    isFetched || /^(?:pull|subtree)$/.test(command) ? atRisk(call) : tracked(HERE, call)
  const hits = found.flatMap((paths) => paths ?? unseen())
  const [hit] = hits
  if (hit !== undefined)
    walker.unsure(`git ${command} may change ${hit.split('/').at(-1)}, which is protected`)
}

/** Names of commits that a fetch moves. */
const FETCHED = /^FETCH_HEAD|@\{u|@\{push|\//i

/** Whether an earlier command of the same text fetches: what it brings is not known yet. */
function hasFetched({ seen }: Call['walker']): boolean {
  return seen.parts.some(
    ({ words: [program, ...words] }) =>
      program === 'git' &&
      (words.includes('fetch') || (words.includes('remote') && words.includes('update'))),
  )
}

/**
 * Protected files that commits of another machine may replace: git keeps an untracked file, but not one that a rule
 * ignores, and such rules are in more places than .gitignore.
 */
function atRisk(call: Call): string[] {
  return inTree(HERE, call).filter((path) => isInRepository(path, call.walker))
}

function isInRepository(path: string, { disk }: Call['walker']): boolean {
  for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
    const kind = disk.kind(`${at}/.git`)
    // A work tree beside the repository has a file there.
    if (kind === 'file' || (kind !== null && disk.kind(`${at}/.git/HEAD`) !== null)) return true
    if (at === '/' || at === '.') return false
  }
}

/** Commands that print the address of a remote. */
export function inspectRemotes(command: string, read: ReadArguments, call: Call): void {
  const { walker, state } = call
  const words = read.operands.map(({ text }) => text ?? '')
  const options = read.options.map(({ name }) => name)
  const shows =
    command === 'remote'
      ? /^(?:get-url|show)$/.test(words[0] ?? '') ||
        options.some((name) => /^(?:-v|--verbose)$/.test(name))
      : command === 'config'
        ? words.some((word) => /^remote\..*url$/i.test(word)) && words.length <= 2
        : command === 'ls-remote' && options.includes('--get-url')
  if (!shows) return
  const remote = (state.cwds ?? []).map(walker.disk.remoteWithSecret).find((name) => name !== null)
  if (remote !== undefined)
    walker.unsure(`git ${command} shows the address of ${remote}, which holds a password`)
}
