import { jsonLine } from '#core'
import type { Project } from '../settings/load_project.js'
import { tellIgnored } from '../trust/describe_trust.js'
import { type Finding, findingsOf } from './finding.js'

/** What becomes of the folder's own settings; nothing where it has none. */
export function examineTrust(project: Project): Finding[] {
  const { survey, trusted } = project
  if (survey.files.length === 0 && survey.fault === null) return []
  const { ok, warn } = findingsOf('trust')
  if (trusted) return [ok('.aircoder of this folder counts in full')]
  const ignored = tellIgnored(project)
  if (ignored === null) return [ok('.aircoder of this folder only tightens')]
  const mend =
    survey.fault === null
      ? 'look at it with `aircoder trust`, then `aircoder trust add`'
      : `have plain files there: ${jsonLine(survey.fault).slice(1, -1)}`
  return [warn(ignored, mend)]
}
