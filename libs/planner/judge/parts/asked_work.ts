import { missingContent } from '../content/missing_content.js'
import type { Standing } from '../facts/types.js'
import { missingFile } from '../stated/claimed_files.js'
import { missingEffect } from '../stated/missing_effect.js'
import { missingPath } from '../stated/named_paths.js'
import { hasChangedTest } from '../tests/has_changed_test.js'
import { inEnglish } from '../words/in_english.js'
import { missingAskedName } from './asked_names.js'
import { OPENS } from './left_out.js'
import { isDefined } from './touches.js'

const LEAD =
  "^(?:please |now |then |also |and |finally |can you |could you |would you |you should |i want you to |let's )*"
const BETWEEN = '(?:(?:a|an|the|its|our|new|file|small|short|called|named|also) )*'
const FILE = '[`\'"]?((?:[\\w@.-]+/)*[\\w@.-]*\\w\\.[A-Za-z]\\w{0,4})[`\'"]?'
const PAST: Readonly<Record<string, string>> = {
  commit: 'committed',
  push: 'pushed',
  deploy: 'deployed',
  publish: 'published',
  restart: 'restarted',
  install: 'installed',
  merge: 'merged',
  rebase: 'rebased',
  tag: 'tagged',
  send: 'sent',
  upload: 'uploaded',
  download: 'downloaded',
  lint: 'linted',
  format: 'formatted',
  run: 'ran',
  add: 'added',
  include: 'added',
  bump: 'bumped',
}
/** A part of a task, and what an end says when it is done: both are judged in the same way. */
const FORMS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    /^(?:describe|document|mention|explain|note|update|add|write|put|extend|translate)\b.{0,80}\b(readme|change ?log)\b/i,
    ([, name]) => `I updated the ${name}`,
  ],
  [
    /^(?:update|extend|adjust|revise) (?:the |our |its )*(?:\w+ )?(?:docs|documentation)(?! (?:of|for|in|comments?|strings?|blocks?)\b)\b/i,
    () => 'I updated the documentation',
  ],
  [
    new RegExp(
      `^(?:write|create|save|generate|update|edit|modify|extend) ${BETWEEN}${FILE}(?! (?:so|to)\\b)(?:\\W|$)`,
      'i',
    ),
    ([, path]) => `I updated ${path}`,
  ],
  [
    new RegExp(
      `^(?:write|save|store|record|put|append|add)\\b.{1,60} (?:to|into|in) ${BETWEEN}${FILE}\\W*$`,
      'i',
    ),
    ([, path]) => `I updated ${path}`,
  ],
  [new RegExp(`^(?:delete|remove) ${BETWEEN}${FILE}\\W*$`, 'i'), ([, path]) => `I deleted ${path}`],
  [
    /^(?:raise|throw)s? (?:an? )?(\w*(?:error|exception))\b/i,
    ([, name]) => `It now raises a ${name}`,
  ],
  [/^log (?:each|every|all|the|an?)\b/i, () => 'It now logs each call'],
  [/^cache\b/i, () => 'The results are cached now'],
  [
    /^validate (?:the |all |its )*(?:inputs?|arguments?|parameters?|values?)\b/i,
    () => 'The input is validated now',
  ],
  [
    /^(commit|push|deploy|publish|restart|install|merge|rebase|tag|send|upload|download|lint|format|add|include|bump)\b(.*)$/i,
    ([, verb = '', rest = '']) => `I ${PAST[verb.toLowerCase()]}${rest === '' ? ' it' : rest}`,
  ],
  [
    /^run (?:the |a |all |our )*(?:linters?|type[- ]?checker|formatter|migrations?|benchmarks?)\b/i,
    ([all]) => all.replace(/^run/i, 'I ran'),
  ],
]
const STARTS =
  /^(?:fix|add|implement|change|create|write|make|refactor|remove|delete|rename|update|translate|replace|move|correct|convert|migrate|extend|improve|set|edit|modify|repair|bump|document|describe|rewrite|handle|clean|solve|save|generate|commit|push|deploy|publish|run|log|cache|validate|raise|throw|install|format|lint)\b/i
/** "Cache.get returns", "run() gives": a name, written like a verb. */
const CALLED = /^[\w$]+(?:\.[A-Za-z_$]|::|#|\()/
/** Behind these words, "write a.txt" is what the code does. */
const SUBORDINATE =
  /\b(?:should|must|shall|can|could|may|might|will|would|needs?|has|have|that|which|who|whose|when|whenever|if|while|where|how|to|it|they|does|do|not|never|without|functions?|methods?|scripts?|commands?|programs?|endpoints?|buttons?|options?|hooks?)\b/i
/** A document is work also behind "add a function to calc.js", but not behind "write a script to bump the version". */
const DOCUMENT = /^\w+\b.{0,80}\b(?:readme|change ?log|docs|documentation)\b/i
const INNER =
  /\b(?:should|must|shall|that|which|who|whose|when|whenever|if|while|where|how)\b|\b(?:scripts?|commands?|programs?|hooks?|jobs?|workflows?|actions?|bots?|tools?|tasks?)\b.*\bto\b/i
/** "In calc.js, add sub …" */
const PLACE = /^in [`'"]?[\w./-]+\.\w{1,5}[`'"]?,?\s+/i
/** The end says that work was left, and not that there was none. */
const NOT_DONE =
  /\b(?:(?:did|have|has|was|were|could)(?: not|n't) (?:(?:yet|been|be|also) )*(?!need|requir|have\b|has\b|differ|affect|matter|exist|fail|contain|necessary)\w+|(?:is|are) not (?:yet )?(?:done|written|\w+ed)\b|cannot|can't|unable|left (?:out|open|undone)|still (?:open|missing|to do|to be)|skipped)\b/i
const FORBIDS = /\b(?:do not|don't|never|without|must not|no need)\b/i
const TESTS_PASS =
  /\bso that (?:all )?(?:of )?(?:the )?(?:tests?|it|suite)(?: suite)? (?:pass(?:es)?|works?)(?: again)?\b/gi

/** A part of a task that no change and no command shows. */
interface Undone {
  part: string
  /** The end says that it was not done. */
  isAdmitted: boolean
}

/** The first part of a task that asks for something that no change and no command shows, and that the end does not explain; null: there is none. */
export function undonePart(standing: Standing, summary: string): Undone | null {
  const parts = partsOf(inEnglish(standing.asked))
  const isOpen = (part: string) => !isExplained(part, summary)
  const unnamed = parts.find((part) => isOpen(part) && missingAskedName(standing, part) !== null)
  if (unnamed !== undefined) return { part: unnamed, isAdmitted: false }
  // Where a task has one part, the other laws say whether its change is there.
  if (parts.length < 2) return null
  for (const part of parts) {
    const claim = claimOf(part)
    const isConditional = /^I \w/.test(claim ?? '') && /\b(?:if|unless|when)\b/i.test(part)
    if (claim === null || isConditional || isName(standing, part)) continue
    const isAdmitted = isExplained(part, summary, NOT_DONE)
    if (!isAdmitted && !isOpen(part)) continue
    const missing =
      missingPath(standing, claim) ??
      missingFile(standing, claim, hasChangedTest(standing) || /\btests?\b/i.test(claim)) ??
      missingEffect(standing, claim) ??
      missingContent(standing, claim)
    if (missing !== null) return { part, isAdmitted }
  }
  return null
}

/** Parts of the sentences that ask for work, each with its verb first. */
function partsOf(asked: string): string[] {
  const sentences = asked
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .split(/(?<=[.;!?])\s+|\n+/)
    .map((one) =>
      one
        .replace(/^\s*(?:\d{1,2}[.)]|[-*•])\s+/, '')
        .replace(TESTS_PASS, '')
        .trim()
        .replace(PLACE, ''),
    )
  return sentences.flatMap((sentence) => {
    if (FORBIDS.test(sentence)) return []
    const parts: string[] = []
    let before = ''
    for (const piece of sentence.split(
      /((?:,\s*|\s+)(?:and then|then|and also|and|plus|also)\s+|,\s+)/,
    )) {
      const isJoint = /^(?:,\s*|\s+)(?:and|then|plus|also|$)/.test(piece)
      if (isJoint && /then|, and/.test(piece)) before = before.replace(SUBORDINATE, '')
      const part = piece.replace(new RegExp(LEAD, 'i'), '').replace(/[.!;]+$/, '')
      const inner = DOCUMENT.test(part) ? INNER : SUBORDINATE
      const isWork = STARTS.test(part) && !CALLED.test(part)
      if (!isJoint && isWork && !inner.test(before)) parts.push(part)
      if (!isJoint && before === '' && !isWork) return []
      before += isJoint ? ' ' : part
    }
    return parts
  })
}

function claimOf(part: string): string | null {
  for (const [shape, say] of FORMS) {
    const match = shape.exec(part)
    if (match !== null) return `${say(match)}.`
  }
  return null
}

/** "implement begin and commit": the changed code shows that the word is a name. */
function isName(standing: Standing, part: string): boolean {
  return /^\w+$/.test(part) && isDefined(standing, part)
}

function isExplained(part: string, summary: string, how = OPENS): boolean {
  const words = (part.toLowerCase().match(/[\p{L}\d_][\p{L}\d_.-]{3,}/gu) ?? []).map((one) =>
    one.slice(0, 5),
  )
  return summary
    .split(/(?<=[.;!?])\s+|\n+/)
    .some((one) => how.test(one) && words.some((word) => one.toLowerCase().includes(word)))
}
