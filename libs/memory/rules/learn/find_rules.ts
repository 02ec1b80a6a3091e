import { taskBesideRule } from '#core'
import type { RuleLanguage } from '../languages/language.js'
import { RULE_LANGUAGES } from '../languages/rule_languages.js'
import { clauseIn } from './clauses.js'
import { demandIn, makesRuleOf } from './demands.js'
import { isLabelled, PASTE_MARK } from './own_words.js'
import { type Sentence, sentencesOf } from './sentences.js'
import { isNorm, reports, statementIn } from './statements.js'

/** Longest sentence that is a rule, in characters. A longer one is a document. */
export const LONGEST_RULE = 600
/** Of a longer sentence, which is no rule, only the beginning tells whether it was meant as one. */
const LONGEST_READ = 4_000
const LEAST_CHARS = 6
/** "round with this function": the sentence before says which one. */
const POINTS_BACK =
  /\b(?:this|that|these|those|it|here|the same|such)\b|\b(?:diese[rsmn]?|das|dies|hier)\b|\b(?:cette?|ces|cela|ça|ici)\b|\b(?:est[aeo]s?|es[aeo]s?|aquí)\b|[这這那](?:个|個|样|樣|里|裡)?/iu
/** What names something by itself. */
const NAMES = /`[^`]+`|\b\w+\(\)|\b[\w./-]+\.\w{1,6}\b|\b[a-z]+[A-Z]\w*\b|\b\w+_\w+\b/u
/** Words that begin a rule within a sentence, with what joins them to the rest. */
const FROM_NOW =
  /((?:,|;|:| –| -)?\s+(?:and|but|und|aber|et|mais|y|pero)\s+(?:please\s+|bitte\s+)?)(?:from now on|going forward|in future|always|never|ab jetzt|ab sofort|von jetzt an|immer|désormais|dorénavant|toujours|a partir de ahora|siempre)\b/iu
/** A shorter end of a sentence says too little. */
const LEAST_RULE = 20
/** "remember it", "this project": these words point at nothing that is missing. */
const OWN_POINTERS =
  /\b(?:remember|memori[sz]e|note|keep) (?:it|this|that)(?! \w)|\b(?:in|for|on) this (?:project|repo|repository|codebase|team)\b|\bmerk(?:e)? dir das\b|\bin diesem projekt\b|\bdans ce projet\b|\ben este proyecto\b|[在]?[这這本](?:个|個)?(?:项目|項目)/giu

/** A rule that a message teaches. */
export interface TaughtRule {
  /** The user's sentence, unchanged. */
  quote: string
  /** The sentence before it, where the rule points at it; else ''. */
  about: string
  scope: 'project' | 'user'
}

/** What a message says about rules. */
export interface Taught {
  rules: TaughtRule[]
  /** Sentences that end an earlier rule. */
  ends: string[]
  /** Sentences that may be a rule, or report what the program does, or are somebody else's. */
  doubtful: string[]
  /** Beginnings of sentences that are too long to be a rule. */
  tooLong: string[]
}

/**
 * The rules in a message of the user, without a model: sentences with always, never, remember, from now on, we use, in
 * this project, and the same in Chinese, German, French and Spanish. A question, a report ("it never works") and what the
 * message only shows (a log, a fence, a quotation) teach nothing.
 */
export function findRules(message: string): Taught {
  const taught: Taught = { rules: [], ends: [], doubtful: [], tooLong: [] }
  const sentences = sentencesOf(message)
  // Asked once: a message may have hundreds of sentences.
  let only: boolean | null = null
  const isOnly = () => {
    only ??= isOnlyRules(message, sentences)
    return only
  }
  for (const [at, sentence] of sentences.entries()) {
    const { text, before } = sentence
    const own = sentence.own.slice(0, LONGEST_READ)
    if (makesRuleOf(own, before)) addBefore(sentence, sentences[at - 2]?.text ?? '', taught)
    if (sentence.isQuestion || text.length < LEAST_CHARS || PASTE_MARK.test(text)) continue
    const matching = RULE_LANGUAGES.filter((one) => !one.not.test(own))
    if (matching.some(({ ends }) => ends.test(own))) taught.ends.push(text)
    else if (matching.some((one) => teaches(own, one))) {
      if (isLabelled(text)) taught.doubtful.push(text)
      else add(withRest(sentence, sentences[at + 1]), taught)
    } else if (matching.some((one) => statementIn(own, one) === 'doubt')) taught.doubtful.push(text)
    else if (matching.length === RULE_LANGUAGES.length) {
      const demand = demandOf(own)
      if (demand === 'none') continue
      const isRule = demand === 'rule' && !isLabelled(text) && isOnly()
      if (isRule) add(sentence, taught)
      else taught.doubtful.push(text)
    }
  }
  return taught
}

/** "Don't use DateTime.Now, inject IClock. Always.": the sentence before is the rule. */
function addBefore({ before }: Sentence, earlier: string, taught: Taught): void {
  if (taught.rules.at(-1)?.quote === before || taught.doubtful.includes(before)) return
  if (isLabelled(before)) taught.doubtful.push(before)
  else add({ text: before, own: before, before: earlier, isQuestion: false }, taught)
}

function demandOf(own: string): ReturnType<typeof demandIn> {
  if (own.length > LONGEST_RULE) return 'none'
  const demand = demandIn(own)
  return demand === 'none' ? clauseIn(own) : demand
}

/** Whether a message shows nothing, asks nothing and orders nothing for today. */
function isOnlyRules(message: string, sentences: readonly Sentence[]): boolean {
  if (/```|~~~/.test(message)) return false
  return sentences.every(
    ({ own, isQuestion }) =>
      !isQuestion &&
      (demandOf(own) === 'rule' ||
        RULE_LANGUAGES.some((one) => teaches(own.slice(0, LONGEST_READ), one))),
  )
}

/** "Never delete users; mark them instead.": the part behind the semicolon belongs to the rule, unless it is one itself. */
function withRest(sentence: Sentence, next: Sentence | undefined): Sentence {
  if (!/[;；]$/.test(sentence.text) || next === undefined || next.isQuestion) return sentence
  if (RULE_LANGUAGES.some((one) => teaches(next.text, one))) return sentence
  return { ...sentence, text: `${sentence.text} ${next.text}` }
}

function add({ text, before }: Sentence, taught: Taught): void {
  if (text.length > LONGEST_RULE) {
    taught.tooLong.push(`${text.slice(0, 80)}…`)
    return
  }
  const isBare = isOnlyTrigger(text)
  if (isBare && before === '') return
  // "Use tabs. Remember that.": the rule is the sentence before.
  const quote = isBare ? before : withoutTask(text)
  const last = taught.rules.at(-1)
  if (isBare && (last?.quote === before || taught.doubtful.includes(before))) return
  if (isBare && isLabelled(before)) {
    taught.doubtful.push(before)
    return
  }
  const points = !isBare && POINTS_BACK.test(text.replace(OWN_POINTERS, '')) && !NAMES.test(text)
  const everywhere = RULE_LANGUAGES.some((one) => one.everywhere.test(text))
  taught.rules.push({
    quote,
    about: points && before !== last?.quote ? before.slice(0, LONGEST_RULE) : '',
    scope: everywhere ? 'user' : 'project',
  })
}

/** "Fix the cart and from now on round up.", "From now on round up, and fix the cart.": the rest is the task of today. */
function withoutTask(whole: string): string {
  const text = whole.slice(0, taskBesideRule(whole) ?? whole.length)
  const later = FROM_NOW.exec(text)
  if (later === null) return text
  // "When you change a table, always add a migration and never edit an old one": both halves are one rule.
  const first = text.slice(0, later.index)
  if (RULE_LANGUAGES.some((one) => !one.not.test(first) && teaches(first, one))) return text
  const rule = text.slice(later.index + (later[1] ?? '').length)
  return rule.length >= LEAST_RULE && later.index > 0 ? rule : text
}

function teaches(text: string, language: RuleLanguage): boolean {
  const { order, habit, anywhere } = language
  if (anywhere.test(text)) return true
  if (statementIn(text, language) === 'rule') return true
  if (isNorm(text, language)) return true
  return (order.test(text) || habit.test(text)) && !reports(text, language)
}

/** "Remember this." alone. */
function isOnlyTrigger(text: string): boolean {
  return /^(?:(?:and|so|please|bitte|und|et|y)[, ]+)*(?:remember|memori[sz]e|keep in mind|don'?t forget|merk(?:e)? dir|denk(?:e)? daran|vergiss|retiens|souviens[- ]toi|n'oublie pas|recu[eé]rda(?:lo)?|no olvides|记住|記住|请记住|請記住)[\s,]*(?:this|that|it|the rule|das|dies|es|ça|cela|bien|eso|esto|这个|這個|这点|這點|这一点|它|please|bitte|from now on|for (?:later|next time|the future)|nicht)*[\s.!。！]*$/iu.test(
    text,
  )
}
