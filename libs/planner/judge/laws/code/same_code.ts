import { isSameCode } from '../../code/canonical.js'
import { isCode, MOST_CODE } from '../../code/tokens.js'
import { withoutDead } from '../../code/without_dead.js'
import { isDocument } from '../../facts/documentation.js'
import type { FileChange, Law, Standing } from '../../facts/types.js'
import { kindOfPath } from '../../tests/check_files.js'
import { inEnglish } from '../../words/in_english.js'

/** The task may be about how the code is written, or about something that nothing uses yet. */
const ABOUT_FORM =
  /\b(?:refactor\w*|renam\w*|clean\w*|tid(?:y|ied)|simplif\w*|format\w*|styl\w*|lint\w*|quotes?|semicolons?|read(?:able|ability)|extract\w*|inlin\w*|rewrit\w*|reorder\w*|sort(?:ed)? imports|indent\w*|white ?space|restructur\w*|moderni[sz]\w*|convert\w*|use|using|deprecat\w*|typos?|spell\w*|comments?|docs?|docstrings?|documentation|type|types|typed|hints?|annotat\w*|constants?|variables?|names?|named|brackets?|parenthes\w*|unused|dead|performan\w*|fast(?:er)?|speed|copy|copies|mutat\w*)\b/i
const ABOUT_OUTPUT =
  /\b(?:print\w*|log\w*|output\w*|show\w*|message\w*|debug\w*|trac\w*|warn\w*|report\w*|display\w*|writ\w*|tell\w*|announce\w*|say|says|echo\w*)\b/i
const ADDS =
  /\b(?:add|adds|adding|create|implement|introduce|write|new|provide|support|expose|export|define|prepare|offer|extend|generate|import|function|method|helper|constant|class|module)\b/i

/** A task that asks for another behaviour and ends with the same code was not done, whatever the tests say. It never refuses. */
export const sameCode: Law = {
  name: 'same_code',
  judge(standing, { isTask }) {
    const { asked, wants, changes, checkTexts, rows } = standing
    if (!isTask || wants !== 'change' || ABOUT_FORM.test(`${asked}\n${inEnglish(asked)}`))
      return null
    if (rows.some(({ facts }) => facts.unseen === true || facts.outside === true)) return null
    const own = changes.filter(
      ({ path }) => !isDocument(path) && kindOfPath(path, checkTexts) !== 'test',
    )
    if (own.length === 0 || !own.every((change) => isSame(change, standing))) return null
    const reason = `what the code does is the same as before (${own.map(({ path }) => path).join(', ')})`
    return { message: `not proven: ${reason}.`, reason, refuse: 0 }
  },
}

function isSame({ path, before, after }: FileChange, standing: Standing): boolean {
  if (before === null || after === null || before === after || !isCode(path)) return false
  if (before.length + after.length > MOST_CODE) return false
  const printsCount = ABOUT_OUTPUT.test(standing.asked)
  const isUsed = (name: string) =>
    ADDS.test(standing.asked) ||
    standing.asked.includes(name) ||
    standing.filesNaming(name).some((one) => one !== path) ||
    standing.testFiles.some((one) => standing.textOfFile(one).includes(name))
  return isSameCode(path, before, withoutDead(after, { path, before, printsCount, isUsed }))
}
