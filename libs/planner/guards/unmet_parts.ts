import type { EndInput, Guard } from '../guard.js'
import { hasName } from '../items/names.js'
import { listedIn, type Part, partOf, targetsIn } from '../items/parts.js'
import { changedPaths } from '../judge/facts/changes.js'
import type { Standing } from '../judge/facts/types.js'
import { kindOfPath } from '../judge/tests/check_files.js'

/** Parts that one refusal names. */
const NAMED = 6
const PART_CHARS = 120

/**
 * Evidence before done: passing tests do not show that every part of the task was worked on. Each file and each
 * entry of a list that the task names is changed, or explained at the end.
 */
export const unmetParts: Guard = {
  name: 'unmet_parts',
  cap: 4,
  refuse(input) {
    const { standing } = input
    if (standing.wants !== 'change' || changedPaths(standing).length === 0) return null
    const open = openParts(input)
    if (open.length === 0) return null
    const more = open.length > NAMED ? ` (+${open.length - NAMED} more)` : ''
    const named = open.slice(0, NAMED).map((text) => text.slice(0, PART_CHARS))
    return `not done: no change is about these parts of the task: ${named.join('; ')}${more}. Do the first one now. If a part needs no change, name it at the end and say why.`
  },
}

/** Parts of the task that neither a change nor the end is about; none where nothing shows that a part was meant. */
function openParts({ standing, end, plan, isFile }: EndInput): string[] {
  const { asked } = standing
  const steps = plan.filter(({ kind, status }) => kind === 'item' && status === 'open')
  const fromTask = listedIn(asked)
  const fromPlan = steps.filter(({ text }) => !fromTask.some((part) => part.text.includes(text)))
  const listed = [...fromTask, ...fromPlan.map(({ text }) => partOf(text))].filter(
    ({ names, paths }) => names.length + paths.length > 0,
  )
  const open = listed.filter((part) => !isMet(part, standing, end.summary))
  if (listed.length > 1) return open.length < listed.length ? open.map(({ text }) => text) : []
  const targets = targetsIn(asked).filter(
    (path) => isFile(path) && kindOfPath(path, standing.checkTexts) === null,
  )
  if (targets.length < 2) return []
  return targets.filter(
    (path) => !isMet({ text: path, paths: [path], names: [] }, standing, end.summary),
  )
}

function isMet({ paths, names }: Part, standing: Standing, summary: string): boolean {
  const changed = changedPaths(standing)
  if (paths.some((path) => changed.includes(path) || says(summary, path))) return true
  return names.some(
    (name) =>
      hasName(summary, name) ||
      standing.changes.some(({ before, after }) => hasChanged(before, after, name)),
  )
}

/** The path or, where it is no common name, the name of the file. */
function says(summary: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return summary.includes(path) || hasName(summary, name)
}

/** Whether a line with this name is new or gone. */
function hasChanged(before: string | null, after: string | null, name: string): boolean {
  const [old, now] = [linesWith(before, name), linesWith(after, name)]
  return old.some((line) => !now.includes(line)) || now.some((line) => !old.includes(line))
}

function linesWith(text: string | null, name: string): string[] {
  if (text === null || !text.includes(name)) return []
  return text.split('\n').filter((line) => hasName(line, name))
}
