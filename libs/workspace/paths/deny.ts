import { posix } from 'node:path'
import picomatch from 'picomatch'
import { followLinks } from './follow_links.js'

/** The deny rules, compiled once. */
export interface DenyRules {
  /**
   * The rule that covers an absolute path, or null. Names alone count here: nothing needs to exist,
   * and links are the caller's matter.
   */
  match(absolute: string): string | null
  /** Fixed beginnings of the rules that lie outside the roots: where denied files may be besides the tree. */
  readonly outside: readonly string[]
}

interface Rule {
  text: string
  /** What the pattern is held against: every single name, the path below a root, or the whole path. */
  against: 'name' | 'relative' | 'absolute'
  matches(part: string): boolean
  /** Matches all that `matches` does: several rules can be asked at once. */
  shape: RegExp
}

/**
 * Compiles deny globs (picomatch 4; without case, NFC, hidden files included: safety.md 3a.2).
 * `x`, `x/` and `x/**` mean the same: x and all below it, existing or not, at any depth unless another
 * slash anchors the rule; `./x` is anchored at the root, `~/x` at home.
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
  return { match: (path) => match(path.normalize('NFC')), outside }
}

function compileRule(text: string, roots: readonly string[], home: string | undefined): Rule[] {
  const spelled = spell(text, home)
  if (spelled === '' || spelled === '.') return []
  if (spelled.startsWith('/'))
    return [
      { text, against: 'absolute', ...matcher(posix.normalize(spelled)) },
      // As .gitignore reads it: a leading slash anchors at the root of the project.
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

/** Where the fixed beginning of a rule is a link, what it leads to is meant as well. */
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

/** Home written out, the marks of a folder rule taken off the end. */
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
  // dot: picomatch leaves hidden names out by default. nonegate: a leading `!` is part of the name here.
  const options = { dot: true, nocase: true, nonegate: true }
  const isMatch = picomatch(pattern, options)
  const literal = pattern.toLowerCase()
  const itself = literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return {
    matches: (part) => part.toLowerCase() === literal || isMatch(part),
    shape: new RegExp(`^${itself}$|${picomatch.makeRe(pattern, options).source}`, 'i'),
  }
}

/** One pattern for all rules of a kind; null where there is none. */
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
  const own = (path: string, name: string, relative: string, kinds: Rule['against'][]) => {
    const parts = { name, relative, absolute: path }
    // Nearly every path is covered by none: one look a kind instead of one a rule.
    const mayMatch = (part: string, shape: RegExp | null) =>
      shape !== null && (shape.test(part) || shape.test(part.toLowerCase()))
    if (!kinds.some((kind) => mayMatch(parts[kind], shapes[kind]))) return null
    const rule = rules.find(
      ({ against, matches }) => kinds.includes(against) && matches(parts[against]),
    )
    return rule?.text ?? null
  }
  // Paths come folder by folder, and rules never change: the last folder's answer serves its files.
  let last = { folder: '', rule: null as string | null }
  const ofFolder = (folder: string): string | null => {
    if (last.folder !== folder) last = { folder, rule: match(folder) }
    return last.rule
  }
  const aboveRoot = (path: string): string | null =>
    path === '/' ? null : (aboveRoot(posix.dirname(path)) ?? own(path, '', '', ['absolute']))

  /** What covers a folder covers what is in it: so the question goes up, and stops at the root. */
  const match = (path: string): string | null => {
    if (path === '/') return null
    // Below the root only names below it count: a project may well lie in a folder called `secret`.
    if (roots.includes(path)) return aboveRoot(path)
    const name = posix.basename(path)
    const root = roots.find((candidate) => isWithin(candidate, path))
    const covered = ofFolder(posix.dirname(path))
    if (covered !== null) return covered
    if (root === undefined) return own(path, name, '', ['name', 'absolute'])
    const below = path.slice(root === '/' ? 1 : root.length + 1)
    return own(path, name, below, ['name', 'relative', 'absolute'])
  }
  return match
}

/** Whether `path` is `folder` or below it; both absolute. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}()!+@|^$]/g, '\\$&')
}
