import { nameFirst } from '#core'

/** git shows longer subjects cut. */
export const SUBJECT_CHARS = 72
/** `fix: …`, `feat(scope)!: …`. */
const CONVENTIONAL =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([^()\n]{1,30}\))?!?: \S[^\n]*$/
const SIDES = /^(?:--- (?:a\/)?(\S.*?)\t?\n)?\+\+\+ (?:b\/)?(\S.*?)\t?$/gm

/** Prefixes that the names of all files show; other changes are a `chore`. */
const KINDS: readonly (readonly [prefix: string, path: RegExp])[] = [
  ['docs', /\.(?:md|mdx|rst|adoc)$|^docs\//i],
  ['test', /(?:^|\/)(?:tests?|spec|__tests__)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$/i],
  ['ci', /^\.github\/workflows\/|^\.gitlab-ci|^\.circleci\//],
  [
    'build',
    /(?:^|\/)(?:package(?:-lock)?\.json|Makefile|Cargo\.(?:toml|lock)|go\.(?:mod|sum)|pyproject\.toml)$/,
  ],
]

/** Whether a text can be the subject of a commit. */
export function isCommitSubject(text: string): boolean {
  return text.length <= SUBJECT_CHARS && CONVENTIONAL.test(text)
}

/** A subject made from the names in a diff: never a guess about its purpose. */
export function commitSubject(diff: string): string {
  const files = [...diff.matchAll(SIDES)].map(([, before = '', after = '']) => ({
    path: after === '/dev/null' ? before : after,
    verb: before === '/dev/null' ? 'add' : after === '/dev/null' ? 'remove' : 'change',
  }))
  const named = files.filter(({ path }) => path !== '')
  const unique = [...new Map(named.map((file) => [file.path, file])).values()]
  const verbs = new Set(unique.map(({ verb }) => verb))
  const verb = verbs.size === 1 ? [...verbs][0] : 'change'
  const kind = KINDS.find(
    ([, shape]) => unique.length > 0 && unique.every(({ path }) => shape.test(path)),
  )
  const names = unique.map(({ path }) => path)
  const lead = `${kind?.[0] ?? 'chore'}: ${verb} `
  const long = `${lead}${names.length === 0 ? 'files' : nameFirst(names, 1)}`
  if (long.length <= SUBJECT_CHARS) return long
  const short = names.map((path) => path.replace(/^.*\//, ''))
  return `${lead}${nameFirst(short, 1)}`.slice(0, SUBJECT_CHARS).trimEnd()
}
