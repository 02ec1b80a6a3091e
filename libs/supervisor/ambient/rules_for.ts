import { LIMITS } from '#core'
import type { View } from '#ledger'
import type { MapFile } from '#map'
import type { Deps } from '../deps/deps.js'
import { mentionsIn } from './mentions.js'

/** Files of the map that tell what a task is about. */
const MOST_FILES = 8
/** Tokens of the newest rules that a later task of a session adds to its message. */
const LATER_TOKENS = 100

/** Files that a task changes, where it names none: those with most of its words. */
const NEAR_FILES = 1

/** What is read of the memory and of the map. */
interface RuleDeps {
  memory?: Pick<NonNullable<Deps['memory']>, 'rules'> | undefined
  map?: Pick<NonNullable<Deps['map']>, 'seen'> | undefined
}

/** The user's rules for a task, oldest first; none without a memory. */
export function rulesFor(
  { task: { text } }: { task: Pick<View['task'], 'text'> },
  deps: RuleDeps,
): string[] {
  const map = deps.map?.seen()
  const seen = map?.files ?? []
  const near = nearFiles(seen)
  const namesIn = ({ signatures }: MapFile) => signatures.map(({ name }) => name)
  const elsewhere = seen
    .filter((file) => !near.includes(file))
    .flatMap((file) => [file.path, ...namesIn(file)])
  const paths = [...mentionsIn(text), ...near.map(({ path }) => path)]
  const names = near.flatMap(namesIn)
  const project = map?.paths ?? []
  const about = { text, files: filesOf(text, deps), near: paths, names, elsewhere, project }
  return deps.memory?.rules(about, LIMITS.ruleTokens - LIMITS.ruleTitleTokens) ?? []
}

/** Rules that hold for a later task of a session and that its prompt does not show yet, as a paragraph; '' for none. */
export function newRules(text: string, shown: string, { memory }: Pick<Deps, 'memory'>): string {
  const rules = memory?.rules({ text, files: mentionsIn(text) }, LATER_TOKENS) ?? []
  const lines = rules.map(inLine).filter((rule) => !shown.includes(rule))
  if (lines.length === 0) return ''
  return ['Rules of the user that also hold:', ...lines.map((rule) => `- ${rule}`)].join('\n')
}

/** Paths that a task names, then those that the map ranks for its words. */
export function filesOf(text: string, { map }: Pick<RuleDeps, 'map'>): string[] {
  const seen = map?.seen()
  // Without a match the map ranks files by their weight in the project, whatever this task is about.
  const files = seen?.matched ? seen.files : []
  const ranked = files.slice(0, MOST_FILES).map(({ path }) => path)
  return [...new Set([...mentionsIn(text), ...ranked])]
}

/** The files that a task names; where it names none, those with its words. The rest of a map has only weight. */
function nearFiles(files: readonly MapFile[]): MapFile[] {
  const named = files.filter(({ places }) => places.named !== undefined)
  if (named.length > 0) return named.slice(0, MOST_FILES)
  return files.filter(({ places }) => places.words !== undefined).slice(0, NEAR_FILES)
}

function inLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
