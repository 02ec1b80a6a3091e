import { hasName } from '../../../items/names.js'
import { isCode } from '../../code/tokens.js'
import type { FileChange, Law, Standing } from '../../facts/types.js'
import { kindOfPath } from '../../tests/check_files.js'

const READS_ENV =
  /\bprocess\.env(?:\.(\w+)|\[['"](\w+)['"]\])|\b(?:os\.environ(?:\.get\(|\[)|(?:os\.)?getenv\(|os\.Getenv\(|os\.LookupEnv\(|env::var\(|System\.getenv\(|ENV\[)\s*['"](\w+)['"]/g

/** What a change does beside the task, and neither the task nor the end names: a deleted file, a switch that is off. It never refuses. */
export const unsaid: Law = {
  name: 'unsaid',
  judge(standing, { isTask, summary, original = summary }) {
    if (!isTask || standing.wants !== 'change') return null
    const said = `${standing.asked}\n${summary}`.toLowerCase()
    const gone = standing.changes.find((change) => isGone(change, standing, said))
    const words = `${standing.asked}\n${original}`
    const reason =
      gone === undefined
        ? (switchIn(standing, words) ?? openIn(standing, words))
        : `${gone.path} was deleted, and neither the task nor the end says so`
    return reason === null ? null : { message: `not proven: ${reason}.`, reason, refuse: 0 }
  },
}

function isGone({ path, before, after }: FileChange, standing: Standing, said: string): boolean {
  if (after !== null || before === null || before.trim() === '' || !isCode(path)) return false
  if (kindOfPath(path, standing.checkTexts) === 'test') return false
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const folder = path.split('/').at(-2)?.toLowerCase() ?? name
  const stem = name.replace(/\.\w+$/, '')
  if ([name, stem, `${folder}/`].some((one) => said.includes(one))) return false
  const kept = new Set(
    standing.changes.flatMap((one) => (one.after ?? '').split('\n').map((line) => line.trim())),
  )
  const lines = before.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '' && !kept.has(line)).length * 2 > lines.length
}

const OPEN = /\b(?:TODO|FIXME|XXX)\b|\bnot implemented\b/
const SAYS_OPEN =
  /\b(?:todo|fixme|xxx|not (?:yet )?(?:\w+ )?(?:implemented|done|complete\w*|finished)|unfinished|remain\w*|left|placeholder|stub\w*|follow[- ]?up|later|missing|still)\b/i
const SWALLOWS =
  /\bcatch\s*(?:\([^)\n]{0,80}\)\s*)?\{\s{0,40}\}|\bexcept\b[^:\n]{0,80}:\s{0,40}pass\b/
const SAYS_SWALLOWED =
  /\b(?:ignor\w*|swallow\w*|silent\w*|suppress\w*|catch\w*|caught|except\w*|skip\w*|best[- ]effort)\b/i

/** A part that the change leaves open, or an error that nobody will see. */
function openIn({ changes, checkTexts }: Standing, said: string): string | null {
  for (const { path, before, after } of changes) {
    if (!isCode(path) || kindOfPath(path, checkTexts) !== null) continue
    const old = new Set((before ?? '').split('\n').map((line) => line.trim()))
    const added = (after ?? '').split('\n').filter((line) => !old.has(line.trim()))
    const mark = added.map((line) => OPEN.exec(line)?.[0]).find(Boolean)
    if (mark !== undefined && !SAYS_OPEN.test(said))
      return `${path} has a new ${mark}, and the end does not say what is open`
    if (SWALLOWS.test(added.join('\n')) && !SAYS_SWALLOWED.test(said))
      return `${path} ignores errors, and neither the task nor the end says so`
  }
  return null
}

function switchIn({ changes, checkTexts }: Standing, said: string): string | null {
  for (const { path, before, after } of changes) {
    if (!isCode(path) || kindOfPath(path, checkTexts) !== null) continue
    const old = before ?? ''
    for (const match of (after ?? '').matchAll(READS_ENV)) {
      const name = match.slice(1).find(Boolean) ?? ''
      if (name !== '' && !old.includes(name) && !hasName(said, name))
        return `${path} reads the environment variable ${name}, and neither the task nor the end names it`
    }
  }
  return null
}
