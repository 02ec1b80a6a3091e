import { hasInput, typedWords } from '#core'
import { readable } from '../judge/words/readable.js'
import { reportsError } from './error_report.js'
import { foreignLook } from './foreign_look.js'
import { foreignRequest } from './foreign_request.js'
import { hasTaskBeside, onlyTeaches } from './taught_words.js'
import { asksForText } from './text_request.js'

/** Verbs that ask for a change of the tree or the machine. */
const WORK =
  'fix|add|implement|change|create|write|make|refactor|remove|delete|rename|update|replace|move|install|build|repair|correct|convert|migrate|extend|improve|optimi[sz]e|clean|extract|split|port|upgrade|bump|set|use|apply|append|insert|edit|modify|patch|generate|solve|resolve|mend|handle|support|ensure|run|increase|decrease|translate|rewrite|turn|wire|drop|enable|disable|tidy|simplify|reformat|format|polish|undo|revert|multiply|divide|inline|wrap|swap|sort|round|rework|restructure|reorder|deduplicate|document|get rid of|deploy|commit|push|restart|stop|publish|release|merge|rebase|send|uninstall|kill|reset|download|upload|clone|tag'
/** First words of a request that only asks for an answer. */
const ASK =
  'what|why|how|where|which|who|whose|when|is|are|was|were|does|do|did|has|have|should|explain|describe|tell|say|list|show|summari[sz]e|review|answer|reply|respond|print|find|count|compare|name|give|suggest|propose|recommend|brainstorm|estimate|imagine|define|hi|hello|hey|thanks|thank'
/** Of these, verbs that are no noun and no part of a list: "the parser and set the …". */
const ORDER =
  'fix|add|implement|change|create|write|make|refactor|remove|delete|rename|update|replace|move|repair|correct|convert|migrate|extend|improve|optimi[sz]e|rewrite|simplify|insert|append|edit|modify|solve|resolve|tidy|translate|wrap|split|harden|strengthen|tighten|shorten|speed up|apply|unify|prevent|skip'
/** Words that order nothing in front of `it` or `them`, and verbs of an inspection or a run. */
const NO_ORDER =
  'what|why|how|where|which|who|whose|when|whether|if|is|are|was|were|does|do|did|has|have|should|would|could|can|will|that|because|as|so|but|not|than|from|to|of|in|on|by|for|with|at|about|into|like|explain|describe|tell|say|list|show|summarize|summarise|review|compare|name|give|suggest|report|print|count|find|rate|judge|check|verify|test|run|read|try|look|inspect|analyze|analyse|investigate|search|open|measure|benchmark|profile|evaluate|discuss|i|you|we|they|and|or|then|let|make|use|call|need|see|get'
const LEAD =
  "(?:please |now |then |also |next |just |and |first |finally |can you |could you |would you |will you |can we |could we |you should |i want you to |i need you to |i'd like you to |we need to |we should |let's |make sure (?:to |that )?)*"

const IS_WORK = new RegExp(`^${LEAD}(?:${WORK})\\b`, 'i')
/** Something gets something: "Give every package a version", unlike "Give me a list". */
const IS_GIFT = new RegExp(
  `^${LEAD}give (?!me\\b|us\\b)(?:(?:every|each|all|both)\\b.{1,80}|(?:the )?[\\w.\`/()-]+) (?:a|an|the|its|their|one)\\b`,
  'i',
)
/** A look whose result goes into a file: "Find the rate and write it into rates.txt". */
const IS_FOUND_FOR_WORK =
  /\b(?:and|then|,)\s+(?:then |finally )?(?:write|put|store|save|record|add|fix|change|replace|update|create|remove|delete|rename|edit|insert|append|correct|set)\s+(?:it|them|this|that|the|a|an|each|every|all|its|their|one)\b/i
/** A clause behind the first one that orders work: "Review a.ts and fix what is wrong", "Find the query and speed it up". */
const ORDERS_LATER = new RegExp(
  `(?:\\b(?:and|then)|,)\\s+(?:then |also |finally |please )*(?:(?:${ORDER})\\s+(?:it|them|this|that|these|those|the|a|an|each|every|all|any|its|their|your|our|my|one|what|whatever|anything|everything)\\b|(?!(?:${NO_ORDER})\\b)(?!\\w*s\\b)[a-z]+\\s+(?:it|them)\\b)`,
  'i',
)
/** "Do it." behind a question, "Do what this says." in front of a text. */
const DOES_IT = new RegExp(
  `^${LEAD}do (?:it|this|that|so|what (?:it|this|that|the))\\b(?!.*\\?)`,
  'i',
)
/** An answer that goes into a file: "Explain in the README how to install it". */
const INTO_FILE =
  /^(?:please |can you |could you )*(?:explain|describe|list|say|summari[sz]e|show|note|erklär\w*|beschreib\w*|explique[rz]?|décri\w+|explica|describe)\s+(?:in|into|dans|en)\s+(?:the |a |our |der |die |einer? |le |la |un |el |una )?[`"']?(?:README|CHANGELOG|comments?\b|docs?\b|[\w./-]+\.(?:md|txt|rst)\b)/i
const ASKS_HOW = /\bhow\b|\bwhy\b|\bsteps to\b/i
const IS_ASK = new RegExp(`^${LEAD}(?:${ASK})\\b`, 'i')
/** A look or a wish to understand: its result is words, where no clause behind it orders work. */
const IS_LOOK = new RegExp(
  `^${LEAD}(?:(?:walk|talk|guide|take|lead) (?:me|us) through|(?:take|have) a (?:\\w+ ){0,2}?look\\b|(?:give|share) your (?:opinion|thoughts|view)\\b|critique|critici[sz]e|assess|point out|comment on|help (?:me|us) (?:to )?(?:understand|see|find out)|(?:i|we)(?:'d| would)? (?:want|like|love|need) to (?:know|understand|learn|hear)|i'm curious|i wonder|outline|(?:figure out|work out|see (?:if|whether|what|which|who|how|where|why))\\b(?!.*(?:\\b(?:and|then)\\b|[,;])))\\b`,
  'i',
)
/** Looks that a program does, too ("Go through the list and sort it"): a clause that asks has to follow. */
const IS_LOOK_BESIDE =
  /^(?:please |can you |could you )*(?:go (?:through|over)|look (?:at|into|through|over)|read|check|inspect|analy[sz]e|examine|study|evaluate|judge|audit|investigate)\b.*(?:\band\b|\bthen\b|[,;])\s+(?:then )?(?:tell|say|explain|report|describe|list|point out|note|name|summari[sz]e|suggest|show|give (?:me|us|your|an? (?:list|overview|opinion|summary|report|review|verdict))\b)\b(?!.*\s[`"']?(?:README|CHANGELOG|[\w./-]+\.(?:md|txt|rst|adoc|html))\b)/i
const IS_QUESTION = /^(?:what|why|how|where|which|who|whose|when)\b|[?？]\s*["')]*$/i
const WORDS_OF_A_REPORT = 4

/**
 * Whether a text only asks for an answer. Then a reply without a call may end the task.
 * A sentence that starts with a verb of work asks for work. A longer statement alone (a bug report) does, too;
 * beside a question it is what the question is about, such as a piped log.
 */
export function asksOnly(message: string): boolean {
  const text = orderingWords(message)
  const asksText = asksForText(text)
  if (asksText && text.includes(':')) return true
  const kinds = kindsOf(text, asksText)
  if (kinds.includes('work') || kinds.includes('question')) return !kinds.includes('work')
  return !kinds.includes('report') && (kinds.includes('ask') || !kinds.includes('error'))
}

/**
 * The words that order something. The output of a `!` line orders nothing, nor does standard input behind a request;
 * "follow these steps" requests nothing alone.
 */
function orderingWords(message: string): string {
  const typed = readable(typedWords(message))
  if (!hasInput(message)) return typed
  return kindsOf(typed).some((kind) => kind !== 'words') ? typed : readable(message)
}

function kindsOf(text: string, asksText = asksForText(text)): Kind[] {
  return text
    .split(/(?<=[.?!])\s+|(?<=[。？！])\s*|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
    .map((sentence) => (asksText && asksForText(sentence) ? 'question' : kindOf(sentence)))
}

function isWork(sentence: string): boolean {
  const kind = kindOf(sentence)
  return kind === 'work' || kind === 'report' || kind === 'error'
}

/** Something is to do something: "Have the CLI print its version". */
const IS_CAUSED =
  /^(?:[Pp]lease )?[Hh]ave (?:the|it|this|that|them|each|every|all|both|its|their|our|my|[A-Z]\w*)\b(?!.*\?\s*$)/

/** `ask`: it wants an answer and is no question; `error`: only that something failed. */
type Kind = 'work' | 'question' | 'ask' | 'report' | 'error' | 'words'

function kindOf(sentence: string): Kind {
  if (reportsError(sentence)) return 'error'
  if (onlyTeaches(sentence)) return 'words'
  if (hasTaskBeside(sentence) || IS_WORK.test(sentence) || IS_GIFT.test(sentence)) return 'work'
  if (IS_CAUSED.test(sentence)) return 'work'
  if (!IS_QUESTION.test(sentence) && !ASKS_HOW.test(sentence) && IS_FOUND_FOR_WORK.test(sentence))
    return 'work'
  const isHow = ASKS_HOW.test(sentence)
  if (DOES_IT.test(sentence) || INTO_FILE.test(sentence) || foreignLook(sentence) === 'work')
    return 'work'
  const isLook = IS_LOOK.test(sentence) || IS_LOOK_BESIDE.test(sentence)
  if ((isLook || IS_ASK.test(sentence)) && !isHow && ORDERS_LATER.test(sentence)) return 'work'
  if (isLook) return 'ask'
  if (IS_ASK.test(sentence)) return IS_QUESTION.test(sentence) ? 'question' : 'ask'
  const foreign = foreignRequest(sentence)
  if (foreign !== null) return foreign === 'work' ? 'work' : 'question'
  return sentence.split(/\s+/).length >= WORDS_OF_A_REPORT ? 'report' : 'words'
}

/** Verbs that ask for a run or a look, and for a report about it. */
const RUN =
  'run|rerun|execute|check|verify|test|measure|benchmark|profile|try|look|inspect|analy[sz]e|investigate|audit|search|read|open|start|lint|typecheck|build|compile|deploy|commit|push|restart|stop|publish|release|merge|rebase|send|kill|download|upload|clone|tag'
const IS_RUN = new RegExp(`^${LEAD}(?:${RUN})\\b`, 'i')

/** Whether every sentence of a text asks for an answer or for a run: nothing has to change. */
export function onlyRuns(text: string): boolean {
  const sentences = orderingWords(text)
    .split(/(?<=[.?!])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
  // "Analyse le parseur et supprime …" begins with an English verb, too.
  const isReport = (one: string) =>
    (IS_RUN.test(one) && !reportsError(one) && foreignLook(one) !== 'work') || !isWork(one)
  const asksForWork = new RegExp(
    `\\b(?:and|then)\\s+(?:then )?(?:${WORK.replace('|run|', '|')}|harden|strengthen|tighten|shorten|speed up|prevent|get (?:it|them|everything) (?:working|running|green|to))\\b`,
    'i',
  )
  return sentences.every((one) => isReport(one) && !asksForWork.test(one))
}

/** What a task asks for. `run`: a run or another effect outside of files. `text`: words that are their own answer, such as a poem. */
export type Wants = 'change' | 'run' | 'report' | 'text'

/** What the words of a task ask for. */
export function wantedBy(text: string): Wants {
  if (asksOnly(text)) return asksForText(readable(typedWords(text))) ? 'text' : 'report'
  return onlyRuns(text) ? 'run' : 'change'
}
