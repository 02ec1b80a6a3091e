import { wantedBy } from '#planner'
import { isVague, namesPlace, routeMessage } from '#tools'
import { isAboutChanges } from './recent_changes.js'

const RUN = 'Run the tests first, and read what fails.'
const LOOK = 'There are no tests to run. Find the place with grep first, and read it.'

/** One line for what a message leaves open, found without a model; none for most messages. */
export function hintsFor(
  message: string,
  { git, tests }: { git: boolean; tests: boolean },
): string[] {
  const hints: string[] = []
  if (isAboutChanges(message))
    return git ? ['The message is about recent changes. Begin with git status and git diff.'] : []
  const { category } = routeMessage(message)
  const wantsChange =
    (category === 'write' || category === 'plan') && wantedBy(message) === 'change'
  if (wantsChange && isVague(message))
    hints.push(`The message does not say what is wrong. ${tests ? RUN : LOOK}`)
  else if (wantsChange && !namesPlace(message))
    hints.push('The message names no file. Find the place first: search for its words with grep.')
  return hints
}
