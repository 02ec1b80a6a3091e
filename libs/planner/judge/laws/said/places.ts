import { changedPaths, changesIn } from '../../facts/changes.js'
import type { Law, Standing } from '../../facts/types.js'
import { saysCallers } from '../../parts/claimed_callers.js'
import { deniedUse, untouchedName } from '../../parts/claimed_names.js'
import { unshownName } from '../../parts/stated_names.js'
import { tooMany } from '../../stated/counted.js'
import { missingPath } from '../../stated/named_paths.js'
import { contradictedResult } from '../../stated/stated_results.js'

/** The files, functions and counts that an end names are those of the changes. */
export const places: Law = {
  name: 'places',
  judge(standing, { summary, isTask }) {
    // Without a change, the law of claims decides.
    if (!isTask || standing.wants === 'text' || changedPaths(standing).length === 0) return null
    const found = wrongPlace(standing, summary)
    if (found === null) return null
    return {
      message: `the summary says that ${found}. Make that change, or leave that out.`,
      reason: `the summary says that ${found}`,
      refuse: 1,
    }
  },
}

function wrongPlace(standing: Standing, summary: string): string | null {
  const path = missingPath(standing, summary)
  if (path !== null) return `${path} was changed or had the bug, and no change is about that file`
  const count = tooMany(standing, summary)
  if (count !== null) return `${count}, and the changes show no more`
  const name = untouchedName(standing, summary)
  if (name !== null) return `${name} was changed, and no change is about it`
  const unshown = unshownName(standing, summary)
  if (unshown !== null) return unshown
  const result = contradictedResult(standing, summary)
  if (result !== null) return `${result.said}, and a test that passed says ${result.expected}`
  if (saysEarlierRun(standing, summary))
    return 'the tests ran before the change, and no run is older than it'
  if (saysCallers(standing, summary))
    return 'callers were changed, and no changed line calls what the changes are about'
  const use = deniedUse(standing, summary)
  return use === null ? null : `no other file uses ${use.name}, and ${use.path} has that name`
}

const EARLIER =
  /\b(?:i|we)(?:'ve| have)? (?:also )?(?:ran|run|executed) [^.;]{0,40}\btests?\b[^.;]{0,30}\bbefore (?:the|my|this|any|making|editing)\b/i

function saysEarlierRun({ rows, changes }: Standing, summary: string): boolean {
  const first = rows.find((row) => row.kind === 'edit_applied' || changesIn(row).length > 0)?.number
  if (first === undefined || changes.length === 0 || !EARLIER.test(summary)) return false
  return !rows.some(({ kind, number }) => kind === 'test_result' && number < first)
}
