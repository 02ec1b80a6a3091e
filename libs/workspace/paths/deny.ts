import { posix } from 'node:path'
import picomatch from 'picomatch'
import { followLinks } from './follow_links.js'

/** The deny rules, compiled once. */
export interface DenyRules {
  /**
   * The rule that matches an absolute path or one of its parents; null when none does. Only names are
   * compared: the path need not exist, and the caller resolves links.
   */
  match(absolute: string): string | null
  /** Fixed prefixes of the rules outside the roots: where denied files may be besides the tree. */
  readonly outside: readonly string[]
}

interface Rule {
  text: string
  /** What the pattern is compared with: each single name, the path below a root, or the whole path. */
  against: 'name' | 'relative' | 'absolute'
  matches(part: string): boolean
  /** Matches at least everything that `matches` does. The shapes of several rules can be joined. */
  shape: RegExp
}

/**
 * Compiles deny globs (picomatch 4; case-insensitive, NFC, hidden files included: docs/design/permissions.md#deny-rules).
 * `x`, `x/` and `x/**` mean the same: x and everything below it, existing or not, at any depth unless
 * another slash anchors the rule. `./x` is anchored at the root, `~/x` at the home folder.
 * @param roots  spellings of the workspace root, the resolved one first
 */
export function compileDeny(
  rules: readonly string[],
  roots: readonly string[],
  home: string | undefined,
): DenyRules {
  const absolute = rules.map((text) => ({
    text,
    pattern: anchor(spell(text, home), roots[0] ?? '/'),
  }))
  const compiled = rules.flatMap((text) => compileRule(text, roots, home))
  const linked = absolute.flatMap(({ text, pattern }) => compileTarget(text, pattern))
  const outside = absolute
    .map(({ pattern }) => picomatch.scan(pattern, { unescape: true }).base)
    .filter((base) => base !== '/' && !roots.some((root) => isWithin(root, base)))
  const match = createMatch(
    [...compiled, ...linked],
    roots.map((root) => root.normalize('NFC')),
  )
  const matchSpelled = (path: string) => {
    const spelled = path.normalize('NFC')
    return match(spelled) ?? (UNSEEN.test(spelled) ? match(withoutUnseen(spelled)) : null)
  }
  return { match: matchSpelled, outside }
}

/** What HFS+ and NTFS leave out of a name: characters of no width, blanks and dots at its end, its stream. */
const UNSEEN = /[\p{Cf}\p{Cc}]|[. ](?:\/|$)|:\$DATA/iu

function withoutUnseen(path: string): string {
  return path
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/:*:\$DATA(?=\/|$)/gi, '')
    .replace(/(?<=[^/. ])[. ]+(?=\/|$)/g, '')
}

/** Whether a rule protects nothing but, at most, a file that is named like the glob itself. */
export function isUselessDeny(text: string): boolean {
  const spelled = spell(text, undefined)
  if (['', '.', './', '..', '/'].includes(spelled)) return true
  // picomatch compiles a glob with an open brace, and a class in the wrong order, to this.
  return picomatch.makeRe(spelled, GLOB).source === '$^'
}

// dot: picomatch ignores hidden names by default. nonegate: a leading `!` is part of the name here.
const GLOB = { dot: true, nocase: true, nonegate: true }

function compileRule(text: string, roots: readonly string[], home: string | undefined): Rule[] {
  const spelled = spell(text, home)
  if (spelled === '' || spelled === '.') return []
  if (spelled.startsWith('/'))
    return [
      { text, against: 'absolute', ...matcher(posix.normalize(spelled)) },
      // As in .gitignore, a leading slash also anchors at the root of the project.
      { text, against: 'relative', ...matcher(spelled.slice(1)) },
    ]
  if (spelled.startsWith('../'))
    return roots.map((root) => ({
      text,
      against: 'absolute',
      ...matcher(anchor(spelled, root)),
    }))
  if (spelled.startsWith('./')) return [{ text, against: 'relative', ...matcher(spelled.slice(2)) }]
  const afloat = spelled.replace(/^(\*\*\/)+/, '')
  if (!afloat.includes('/')) return [{ text, against: 'name', ...matcher(afloat) }]
  const relative: Rule = { text, against: 'relative', ...matcher(spelled) }
  if (afloat === spelled) return [relative]
  return [relative, { text, against: 'absolute', ...matcher(`/${spelled}`) }]
}

/** When the fixed prefix of a rule is a link, the rule covers the target of the link as well. */
function compileTarget(text: string, pattern: string): Rule[] {
  const { base, glob } = picomatch.scan(pattern, { unescape: true })
  const target = followLinks('/', base, true)?.path
  if (target === undefined || target === base || target === '/') return []
  const spelled = glob === '' ? escapeGlob(target) : posix.join(escapeGlob(target), glob)
  return [{ text, against: 'absolute', ...matcher(spelled) }]
}

/** The rule as a glob on whole paths, as if it were anchored at the root. */
function anchor(spelled: string, root: string): string {
  return posix.normalize(spelled.startsWith('/') ? spelled : posix.join(escapeGlob(root), spelled))
}

/** Expands the home folder and removes the trailing marks of a folder rule. */
function spell(text: string, home: string | undefined): string {
  let spelled = text.trim().normalize('NFC')
  if (home) spelled = spelled.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, () => escapeGlob(home))
  for (;;) {
    const shorter = spelled.replace(/(?<=[^/])(\/+|\/\*\*(\/\*)?)$/, '')
    if (shorter === spelled) return spelled
    spelled = shorter
  }
}

function matcher(pattern: string): Pick<Rule, 'matches' | 'shape'> {
  const isMatch = picomatch(pattern, GLOB)
  const literal = pattern.toLowerCase()
  const itself = literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return {
    matches: (part) => part.toLowerCase() === literal || isMatch(part),
    shape: new RegExp(`^${itself}$|${picomatch.makeRe(pattern, GLOB).source}`, 'i'),
  }
}

/** One pattern for all rules of a kind; null when there is none. */
function union(rules: readonly Rule[], kind: Rule['against']): RegExp | null {
  const sources = rules.filter(({ against }) => against === kind).map(({ shape }) => shape.source)
  return sources.length === 0 ? null : new RegExp(sources.join('|'), 'i')
}

function createMatch(
  rules: readonly Rule[],
  roots: readonly string[],
): (path: string) => string | null {
  const shapes = {
    name: union(rules, 'name'),
    relative: union(rules, 'relative'),
    absolute: union(rules, 'absolute'),
  }
  const ruleOf = (parts: Record<Rule['against'], string>, kinds: Rule['against'][]) => {
    // Nearly no path is denied: the joined pattern of a kind saves one test for each rule.
    const mayMatch = (part: string, shape: RegExp | null) =>
      shape !== null && (shape.test(part) || shape.test(part.toLowerCase()))
    if (!kinds.some((kind) => mayMatch(parts[kind], shapes[kind]))) return null
    const rule = rules.find(
      ({ against, matches }) => kinds.includes(against) && matches(parts[against]),
    )
    return rule?.text ?? null
  }
  // Paths come folder by folder and rules never change, so the result of the last folder is kept.
  let last = { folder: '', rule: null as string | null }
  const ofFolder = (folder: string): string | null => {
    if (last.folder !== folder) last = { folder, rule: match(folder) }
    return last.rule
  }
  const aboveRoot = (path: string): string | null =>
    path === '/'
      ? null
      : (aboveRoot(posix.dirname(path)) ??
        ruleOf({ name: '', relative: '', absolute: path }, ['absolute']))

  /** A rule for a folder covers everything in it, so the parents are checked first, up to the root. */
  const match = (path: string): string | null => {
    if (path === '/') return null
    // Only names below the root count: the project itself may be in a folder called `secret`.
    if (roots.includes(path)) return aboveRoot(path)
    const name = posix.basename(path)
    const root = roots.find((candidate) => isWithin(candidate, path))
    const covered = ofFolder(posix.dirname(path))
    if (covered !== null) return covered
    if (root === undefined)
      return ruleOf({ name, relative: '', absolute: path }, ['name', 'absolute'])
    const relative = path.slice(root === '/' ? 1 : root.length + 1)
    return ruleOf({ name, relative, absolute: path }, ['name', 'relative', 'absolute'])
  }
  return match
}

/** Whether `path` is `folder` or below it. Both are absolute. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}()!+@|^$]/g, '\\$&')
}
