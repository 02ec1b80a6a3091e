import { jsonLine } from '#core'
import type { Project } from '../settings/load_project.js'
import { describeIgnored } from '../trust/describe_trust.js'
import { type Finding, findingsOf } from './finding.js'

/** Whether the folder's own settings apply; empty when it has none. */
export function examineTrust(project: Project): Finding[] {
  const { survey, trusted, strange } = project
  if (survey.files.length === 0 && survey.error === null && strange.length === 0) return []
  const { ok, warn } = findingsOf('trust')
  if (trusted && strange.length === 0) return [ok('.aircoder of this folder is trusted')]
  const ignored = describeIgnored(project)
  if (ignored === null) return [ok('.aircoder of this folder only restricts')]
  const fix =
    survey.error === null
      ? 'read it with `aircoder trust`, then run `aircoder trust add`'
      : `replace it by regular files: ${jsonLine(survey.error).slice(1, -1)}`
  return [warn(ignored, fix)]
}
