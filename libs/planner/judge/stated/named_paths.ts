import { changedPaths } from '../facts/changes.js'
import type { Row, Standing } from '../facts/types.js'
import { isNegated } from './claims.js'

const EXTENSION =
  '(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|cpp|hpp|swift|sh|json|ya?ml|toml|mdx?|rst|adoc|txt|csv|sql|html?|css|env|lock|cfg|ini|bak|orig|xml)'
/** The name of a file as the first group of a shape. */
export const FILE = `[\`'"]?((?:[\\w@.-]+/)*[\\w@-][\\w@.-]*\\.${EXTENSION}|\\.env)[\`'"]?(?![\\w/]|\\.\\w)`
const BETWEEN =
  '(?: (?:a|an|the|its|our|my|new|old|file|files|original|small|short|script|module|test|called|named|unused|contents? of|also))*'
const DONE =
  'wrote|written|rewrote|rewritten|created|saved|updated|edited|modified|changed|extended|generated|deleted'
const WHO = "(?:^|\\b(?:i|we)(?:'ve| have)? )(?:(?:also|then|now|just|and|successfully) )*"
const ACTIVE = new RegExp(
  `${WHO}(?:${DONE}|added|removed)${BETWEEN} ${FILE}(?! (?:to|into|from|in|as|support)\\b)`,
  'i',
)
const STORED = new RegExp(
  `${WHO}(?:backed up|copied|saved|stored|exported|moved|wrote|written|put|recorded)\\b[^;]{1,60}? (?:as|to|into|in)${BETWEEN} ${FILE}`,
  'i',
)
const PASSIVE = new RegExp(
  `${FILE} (?:(?:is|was|are|were|has been|have been) (?:(?:now|also|newly) )*(?:${DONE}|added|removed|adjusted)(?! (?:by|from|earlier)\\b)|now (?:has|contains|describes|lists|says|explains|exports)\\b)`,
  'i',
)
const CAUSE = new RegExp(
  `\\b(?:bug|error|mistake|problem|cause|issue|defect) (?:is|was|were|lies|lay|sits|sat) in${BETWEEN} ${FILE}`,
  'i',
)
/** What was done in a file: `adapted its callers in src/use.js`. */
const INSIDE = new RegExp(
  `(?:${WHO}|\\b(?:and|also|then) )(?:updated|adapted|adjusted|rewrote|converted|migrated|extended|replaced|renamed|removed|aligned)\\b(?:(?! (?:used|called|imported|found|seen|that|which|where|described|reported|defined|named) )[^.;]){1,50}? in${BETWEEN} ${FILE}`,
  'i',
)
const OLD = /\b(?:already|existing|previously|earlier|still|as before|unchanged|used to)\b/i
/** Names of products that look like files. */
export const PRODUCT = /^(?:node|vue|next|nuxt|express|three|d3|react|chart|ember|backbone)\.js$/i
/** Commands that read, and those that print their own words to nowhere. */
const LOOKS =
  /^\s*(?:cat|ls|head|tail|grep|rg|wc|less|find|stat|file|diff|sed -n|git (?:log|status|diff|show|blame))\b[^>]*$|^\s*(?:echo|printf)\b[^>]*$/

/** A file that a text says was written, deleted or had the bug, and that no change of the session is about; null: there is none. */
export function missingPath(standing: Standing, text: string): string | null {
  const { rows, sessionChanges } = standing
  if (rows.some(({ facts }) => facts.unseen === true || facts.outside === true)) return null
  const changed = [...changedPaths(standing), ...sessionChanges.map(({ path }) => path)]
  const sentences = text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .split(/(?<=[.;!?:])\s+|\n+|,\s+|\s+(?:but|so|because|which|then)\s+/i)
    .map((one) => one.replace(/^[-*•]\s+/, '').trim())
  const said = sentences
    .filter((one) => !isNegated(one) && !OLD.test(one))
    .flatMap((one) =>
      [ACTIVE, STORED, PASSIVE, CAUSE, INSIDE].map((shape) => shape.exec(one)?.[1] ?? ''),
    )
    .filter((path) => path !== '' && !PRODUCT.test(path))
  const isShown = (path: string) =>
    changed.some((one) => isSameFile(one, path)) || rows.some((row) => canHaveWritten(row, path))
  return said.find((path) => !isShown(path)) ?? null
}

/** Whether a text names a changed file, with or without its folder. */
export function isSameFile(changed: string, said: string): boolean {
  const path = said.replace(/^\.\//, '')
  return changed === path || changed.endsWith(`/${path}`) || path.endsWith(`/${changed}`)
}

/** A file that the snapshot leaves out, such as a build output: a command that names it may have written it. */
function canHaveWritten({ kind, facts }: Row, path: string): boolean {
  if (kind !== 'shell_output' && kind !== 'test_result') return false
  const { command, exitCode, background } = facts
  if (typeof command !== 'string' || (exitCode !== 0 && background === undefined)) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  return command.split(/&&|;|\n|\|/).some((part) => part.includes(name) && !LOOKS.test(part))
}
