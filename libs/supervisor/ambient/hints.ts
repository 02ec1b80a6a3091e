import { wantedBy } from '#planner'
import { isVague, namesPlace, routeMessage } from '#tools'
import { isAboutChanges } from './recent_changes.js'

const RUN = 'Run the tests first, and read what fails.'
const FIND = 'Find the place with grep first, and read it.'

/** What a hint depends on. */
interface Around {
  git: boolean
  tests: boolean
  /** The test command, where no rule allows it and nobody can be asked; a call of it would only be denied. */
  barred?: string | null
}

/** One line for what a message leaves open, found without a model; none for most messages. */
export function hintsFor(message: string, { git, tests, barred = null }: Around): string[] {
  const hints: string[] = []
  if (isAboutChanges(message))
    return git ? ['The message is about recent changes. Begin with git status and git diff.'] : []
  const { category } = routeMessage(message)
  const wantsChange =
    (category === 'write' || category === 'plan') && wantedBy(message) === 'change'
  if (wantsChange && isVague(message))
    hints.push(`The message does not say what is wrong. ${howToBegin(tests, barred)}`)
  else if (wantsChange && !namesPlace(message))
    hints.push('The message names no file. Find the place first: search for its words with grep.')
  return hints
}

function howToBegin(tests: boolean, barred: string | null): string {
  if (!tests) return `There are no tests to run. ${FIND}`
  return barred === null ? RUN : `${barred} is not allowed in this run. ${FIND}`
}
