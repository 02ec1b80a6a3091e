import { join } from 'node:path'
import type { OwnTest } from '#gate'
import { surveyProject } from '../trust/survey.js'
import type { Project } from './load_project.js'

/**
 * The test command that needs no question, from the layer that named it last; undefined where none does. A folder
 * that is not trusted names none. One of a trusted folder holds as long as its `.aircoder` has the trusted bytes.
 */
export function ownTestOf(project: Project): OwnTest | undefined {
  const { cwd, settings, layers, survey } = project
  const command = settings.testCommand
  if (command === undefined) return undefined
  const named = layers.findLast(({ trusted, values }) => trusted && has(values))
  const isProject = named?.source === join(cwd, '.aircoder', 'config.json')
  return isProject ? { command, holds: () => surveyProject(cwd).hash === survey.hash } : { command }
}

function has(values: unknown): boolean {
  return (values as { testCommand?: unknown } | null)?.testCommand !== undefined
}
