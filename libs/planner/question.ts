import { foreignRequest } from './foreign_request.js'

/** Verbs that ask for a change of the tree or the machine. */
const WORK =
  'fix|add|implement|change|create|write|make|refactor|remove|delete|rename|update|replace|move|install|build|repair|correct|convert|migrate|extend|improve|optimi[sz]e|clean|extract|split|port|upgrade|bump|set|use|apply|append|insert|edit|modify|patch|generate|solve|resolve|mend|handle|support|ensure|run|increase|decrease|translate|rewrite|turn|wire|drop|enable|disable'
/** First words of a request that only asks for an answer. */
const ASK =
  'what|why|how|where|which|who|whose|when|is|are|was|were|does|do|did|has|have|should|explain|describe|tell|say|list|show|summari[sz]e|review|answer|reply|respond|print|find|count|compare|name|give|hi|hello|hey|thanks|thank'
const LEAD =
  "(?:please |now |then |also |next |just |and |first |finally |can you |could you |would you |will you |you should |i want you to |i need you to |i'd like you to |we need to |we should |let's |make sure (?:to |that )?)*"

const IS_WORK = new RegExp(`^${LEAD}(?:${WORK})\\b`, 'i')
/** Something gets something: "Give every package a version", unlike "Give me a list". */
const IS_GIFT = new RegExp(
  `^${LEAD}give (?!me\\b|us\\b)(?:(?:every|each|all|both)\\b.{1,80}|(?:the )?[\\w.\`/()-]+) (?:a|an|the|its|their|one)\\b`,
  'i',
)
/** A look whose result goes into a file: "Find the rate and write it into rates.txt". */
const IS_FOUND_FOR_WORK =
  /\b(?:and|then|,)\s+(?:then |finally )?(?:write|put|store|save|record|add|fix|change|replace|update|create|remove|delete|rename|edit|insert|append|correct|set)\s+(?:it|them|this|that|the|a|an|each|every|all|its|their|one)\b/i
const ASKS_HOW = /\bhow\b|\bwhy\b|\bsteps to\b/i
const IS_ASK = new RegExp(`^${LEAD}(?:${ASK})\\b`, 'i')
/** Texts that are an answer and no file. */
const TEXTS =
  'haiku|poem|limerick|joke|story|song|essay|summary|overview|commit message|(?:pr|pull request) (?:title|description|text)|e-?mail|letter|tweet|slogan|outline|plan|list|ideas?|names?|suggestions?|sentence|example|explanation|analogy'
/** "Write a haiku about git": the text is the answer, unless a place for it is named. */
const IS_TEXT = new RegExp(
  `^${LEAD}(?:write|create|make|generate|draft|compose|give|suggest|propose|prepare|brainstorm)(?: me| us)?(?: (?:a|an|some|one|two|three|five|ten|\\d+|short|long|brief|good))+ (?:[\\w-]+ )?(?:${TEXTS})\\b`,
  'i',
)
const HAS_PLACE =
  /\b(?:file|readme|changelog|docs?|folder|directory|repo(?:sitory)?|module|class|function|code ?base|database|table)\b|\w\.\w{1,4}\b|\w\/\w/i
/** "Fix the typo in this sentence: …", "make this shorter: …": what is changed is in the message. */
const IS_INLINE =
  /\b(?:this|these|the following|that) (?:[\w-]+ ){0,2}(?:sentence|text|snippet|list|paragraph|phrase|words?|string|line|message|email|title|name|numbers?|items?)\b[^:\n]{0,40}:\s*\S|^(?:please )?(?:make|rewrite|rephrase|shorten|translate|simplify|proofread|summari[sz]e|sort|format|clean up) (?:this|these)\b[^:\n]{0,40}:\s*\S/i
/** A verb of work before a noun of an answer: "refactor ideas?". */
const IS_IDEA = /^\w+ (?:ideas|suggestions|options|tips|advice|plans?|proposals?)\s*\?+$/i
const IS_QUESTION = /^(?:what|why|how|where|which|who|whose|when)\b|[?？]\s*["')]*$/i
const WORDS_OF_A_REPORT = 4

/**
 * Whether a text only asks for an answer. Then a reply without a call may end the task.
 * A sentence that starts with a verb of work asks for work. A longer statement alone (a bug report) does, too;
 * beside a question it is what the question is about, such as a piped log.
 */
export function asksOnly(text: string): boolean {
  const kinds = text
    .split(/(?<=[.?!])\s+|(?<=[。？！])\s*|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
    .map(kindOf)
  return !kinds.includes('work') && (kinds.includes('question') || !kinds.includes('report'))
}

/** Whether a text asks something, unlike words that only ask for an action: "deploy it", "tidy up". */
export function asksQuestion(text: string): boolean {
  return text
    .split(/(?<=[.?!])\s+|(?<=[。？！])\s*|\n+/)
    .map((sentence) => sentence.trim())
    .some(
      (sentence) =>
        IS_QUESTION.test(sentence) ||
        IS_ASK.test(sentence) ||
        foreignRequest(sentence) === 'answer',
    )
}

function isWork(sentence: string): boolean {
  const kind = kindOf(sentence)
  return kind === 'work' || kind === 'report'
}

function kindOf(sentence: string): 'work' | 'question' | 'report' | 'words' {
  if (IS_IDEA.test(sentence)) return 'question'
  if (IS_INLINE.test(sentence) || (IS_TEXT.test(sentence) && !HAS_PLACE.test(sentence)))
    return 'question'
  if (IS_WORK.test(sentence) || IS_GIFT.test(sentence)) return 'work'
  if (!IS_QUESTION.test(sentence) && !ASKS_HOW.test(sentence) && IS_FOUND_FOR_WORK.test(sentence))
    return 'work'
  if (IS_ASK.test(sentence)) return IS_QUESTION.test(sentence) ? 'question' : 'words'
  const foreign = foreignRequest(sentence)
  if (foreign !== null) return foreign === 'work' ? 'work' : 'question'
  return sentence.split(/\s+/).length >= WORDS_OF_A_REPORT ? 'report' : 'words'
}

/** Verbs that ask for a run or a look, and for a report about it. */
const RUN =
  'run|rerun|execute|check|verify|test|measure|benchmark|profile|try|look|inspect|analy[sz]e|investigate|audit|search|read|open|start|lint|typecheck|build|compile'
const IS_RUN = new RegExp(`^${LEAD}(?:${RUN})\\b`, 'i')

/** Whether every sentence of a text asks for an answer or for a run: nothing has to change. */
export function onlyRuns(text: string): boolean {
  const sentences = text
    .split(/(?<=[.?!])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
  const isReport = (one: string) => IS_RUN.test(one) || !isWork(one)
  const asksForWork = new RegExp(
    `\\b(?:and|then)\\s+(?:then )?(?:${WORK.replace('|run|', '|')})\\b`,
    'i',
  )
  return sentences.every((one) => isReport(one) && !asksForWork.test(one))
}
