import { isVague, namesPlace, routeMessage } from '#tools'

/** The message is about what was changed lately (row 95). */
const RECENT =
  /\b(?:recent(?:ly)? chang\w*|last (?:commit|change)s?|latest (?:commit|change)s?|what (?:did I|have I|I) chang\w*|my changes|uncommitted|since (?:the last|my last) (?:commit|change)|letzten? (?:änderung\w*|commit)|meine änderungen|dernier(?:s|es)? (?:commit|changement|modification)s?|últim[oa]s? (?:commit|cambio)s?)\b|最近的(?:修改|更改|改动|提交)|刚才的(?:修改|改动)/iu

/** One line for what a message leaves open, found without a model; none for most messages. */
export function hintsFor(message: string, { git }: { git: boolean }): string[] {
  const { category } = routeMessage(message)
  const hints: string[] = []
  if (git && RECENT.test(message))
    hints.push('The message is about recent changes. Begin with git status and git diff.')
  const wantsChange = category === 'write' || category === 'plan'
  if (wantsChange && isVague(message))
    hints.push('The message does not say what is wrong. Run the tests first, and read what fails.')
  else if (wantsChange && !namesPlace(message))
    hints.push('The message names no file. Find the place first: search for its words with grep.')
  return hints
}
