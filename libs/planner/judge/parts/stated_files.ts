import { hasName } from '../../items/names.js'
import type { Standing } from '../facts/types.js'
import { FILE, isSameFile, PRODUCT } from '../stated/named_paths.js'
import { hasChangedTest } from '../tests/has_changed_test.js'
import { isFunction, textsOf } from './claimed_names.js'
import { bodiesOf } from './touches.js'

const HOLDS =
  '(?:declares?|covers?|tests?|documents?|(?:re-?)?exports?|describes?|mentions?|lists?|contains?|includes?|explains?|imports?|checks?|verifies|exercises?)'
const HELD =
  '(?:declared|covered|tested|documented|(?:re-?)?exported|described|mentioned|listed|explained|checked|verified|exercised|imported)'
const FILES = [
  new RegExp(`(?<![\\w@./-])${FILE} (?:(?:now|also|already) )*${HOLDS}\\b`, 'gi'),
  new RegExp(`\\b${HELD} (?:\\w+ ){0,2}?(?:by|in|from|inside) (?:the )?${FILE}`, 'gi'),
]
const NAMED = '[`]?[A-Za-z_$][\\w$]*\\(\\)'
const KIND =
  '(?:(?:a|an|one|two|three|\\d+|its|own|new|matching|unit|regression|corresponding|simple|small|dedicated|proper|passing|some|more|additional|few|test) )'
const A_TEST = `${KIND}{0,8}tests?(?: cases?)?(?![\\w-]| (?:are|is|were|was|still|all|now|pass|runs?|fail|commands?|runner|files? (?:is|was))\\b|\\.\\w)`
/** "Added sub() and a test": the second thing of one verb. */
const WRITTEN = new RegExp(
  `\\b(?:added|wrote|created|implemented|introduced|included|extended)\\b[^.;!?]{1,60}?(?:\\b(?:and|plus|with|including)|\\bas well as) (?=${KIND}|tests?(?: cases?)?(?:[.,;!]|$| (?:for|of)\\b))${A_TEST}`,
  'i',
)
const TESTED = [
  `\\b(?:comes?|ships?|was added|is|are) (?:together |along )?with ${A_TEST}`,
  `\\b${HELD} by (?:(?:the|all|existing) )*${A_TEST}`,
  `\\b(?:has|have|got) ${KIND}{1,8}tests?(?: cases?)?\\b(?! pass)`,
  `\\b${KIND}{1,8}tests?(?: cases?)? (?:for|covers?|checks?|verifies|exercises?) (?:${NAMED}|it\\b|this\\b)`,
  `\\btests? (?:now |also )*(?:covers?|checks?|exercises?|verif(?:y|ies)) (?:${NAMED}|it\\b|both\\b)`,
].map((shape) => new RegExp(shape, 'i'))
/** The sentence is about what another sentence named. */
const REFERS = new RegExp(
  `\\b(?:it|its|they|them|this|both)\\b|^\\W*(?:also |now )*${HELD}\\b`,
  'i',
)
/** Words of sentences about tests that a source may define as well. */
const COMMON = /^(?:test|tests|it|is|all|in|by|describe|expect|assert)$/i

/** A file that is said to hold something, or a test that is said to be there, and is not; null: there is none. */
export function unshownFile(standing: Standing, sentence: string, summary: string): string | null {
  return otherFile(standing, sentence, summary) ?? missingTest(standing, sentence, summary)
}

function otherFile(standing: Standing, sentence: string, summary: string): string | null {
  const files = FILES.flatMap((shape) => [...sentence.matchAll(shape)].map((one) => one[1] ?? ''))
  for (const file of files) {
    if (file === '' || PRODUCT.test(file)) continue
    if (standing.sessionChanges.some(({ path }) => isSameFile(path, file))) continue
    const text = textOf(standing, file)
    const names = subjectsOf(standing, sentence, summary)
    const isOther = names.length > 0 && names.every((one) => isElsewhere(standing, file, one))
    if (text === '' && !isOther) return `${file} holds something, and no such file is known`
    const name = names.find((one) => !hasName(text, one) && !isElsewhere(standing, file, one))
    if (name !== undefined) return `${file} holds ${name}, and that file does not name it`
  }
  return null
}

function textOf({ textOfFile, testFiles, rows }: Standing, file: string): string {
  const own = textOfFile(file.replace(/^\.\//, ''))
  const known = [...testFiles, ...rows.map(({ subject }) => subject)]
  return (
    own ||
    known
      .filter((path) => isSameFile(path, file))
      .map(textOfFile)
      .join('\n')
  )
}

/** A file of that name in another folder has it. */
function isElsewhere({ filesNaming }: Standing, file: string, name: string): boolean {
  return filesNaming(name).some((path) => isSameFile(path, file))
}

function missingTest(standing: Standing, sentence: string, summary: string): string | null {
  const isWritten = WRITTEN.test(sentence)
  if (!isWritten && !TESTED.some((shape) => shape.test(sentence))) return null
  if (hasChangedTest(standing)) return null
  const texts = standing.testFiles.map((path) => standing.textOfFile(path))
  const names = subjectsOf(standing, sentence, summary)
  const name = names.find((one) => !texts.some((text) => hasName(text, one)))
  if (name !== undefined) return `${name} has a test, and no test names it`
  return isWritten && names.length === 0 ? 'a test was written, and no test was changed' : null
}

/** What a sentence is about: its functions, or else those of the summary, the new ones first. */
function subjectsOf(standing: Standing, sentence: string, summary: string): string[] {
  const texts = textsOf(standing)
  const functionsIn = (text: string) =>
    [...new Set(namesOf(text))].filter((name) => !COMMON.test(name) && isFunction(texts, name))
  const own = functionsIn(sentence)
  if (own.length > 0 || !REFERS.test(sentence)) return own
  const all = functionsIn(summary)
  const fresh = all.filter((name) =>
    standing.sessionChanges.some(
      ({ before, after }) => bodiesOf(before, name) === '' && bodiesOf(after, name) !== '',
    ),
  )
  return fresh.length > 0 ? fresh : all.slice(0, 1)
}

/** Words that may be names, without paths and without the objects of methods. */
export function namesOf(text: string): string[] {
  const plain = text.replace(/[\w$-]+\.(?=[\w$]+\()/g, '').replace(/(?:[\w@-]+[/.])+\w+/g, ' ')
  return [...plain.matchAll(/[A-Za-z_$][\w$]*/g)]
    .map(([name]) => name)
    .filter((name) => name.length > 1)
}
