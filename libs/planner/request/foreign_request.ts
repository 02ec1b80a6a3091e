import { foreignLook } from './foreign_look.js'
import { REQUEST_WORDS, SENTENCE_FORMS } from './request_words.js'
import { asksWhether, wishesChange, withoutPerson } from './wished_change.js'

const QUESTION_MARK = /[?？؟⸮]\s*["»”'）)]*$/

interface Language {
  ask: string[]
  work: string[]
  lead: string[]
}

const LANGUAGES: Language[] = Object.values(REQUEST_WORDS).map(({ ask, work, lead }) => ({
  ask: ask.split(' '),
  work: work.split(' '),
  lead: lead.split(' '),
}))

/** "I was wrong": the English verb, and not the German question word. */
const ENGLISH_WAS = /^(?:i|it|that|this|there|he|she|what i \w+|my \w+|the \w+) was\b/i

/** A word that asks is one of the first words; in a statement it is a conjunction further on. */
const ASK_WITHIN = 2
/** Shorter beginnings are whole words: `que`, `wo`. */
const STEM_CHARS = 4

/**
 * What a sentence in a language other than English asks for: a change, an answer; null: nothing shows it.
 * The first known word decides, as in "Erkläre, wie man das ändert".
 */
export function foreignRequest(said: string): 'work' | 'answer' | null {
  const sentence = withoutPerson(said)
  if (ENGLISH_WAS.test(sentence)) return null
  if (wishesChange(sentence)) return 'work'
  if (asksWhether(sentence)) return 'answer'
  const form = SENTENCE_FORMS.find(({ script }) => script.test(sentence))
  if (form !== undefined) return sentenceForm(sentence, form)
  const look = foreignLook(sentence)
  if (look !== null) return look
  const words = sentence
    .toLowerCase()
    .split(/[^\p{L}\p{M}'-]+/u)
    .filter(Boolean)
  const isQuestion = QUESTION_MARK.test(sentence)
  const found = LANGUAGES.map((language) => readWords(words, language, isQuestion))
  if (found.includes('work')) return 'work'
  return found.includes('answer') || isQuestion ? 'answer' : null
}

function readWords(
  words: string[],
  language: Language,
  isQuestion: boolean,
): 'work' | 'answer' | null {
  const begin = words[0] !== undefined && matches(words[0], language.lead) ? 1 : 0
  if (begin === 1 || isQuestion) {
    // "Kannst du die Tests reparieren?" asks for work, "Was ändert die Funktion?" does not.
    const first = words.find((word) => matches(word, language.ask) || matches(word, language.work))
    if (first === undefined) return null
    return begin === 1 && !matches(first, language.ask) ? 'work' : 'answer'
  }
  if (
    words[0] !== undefined &&
    !matches(words[0], language.ask) &&
    matches(words[0], language.work)
  )
    return 'work'
  return words.slice(0, ASK_WITHIN).some((word) => matches(word, language.ask)) ? 'answer' : null
}

function matches(word: string, stems: readonly string[]): boolean {
  return stems.some((stem) => word === stem || (stem.length >= STEM_CHARS && word.startsWith(stem)))
}

function sentenceForm(
  sentence: string,
  { ask, request, work, question }: (typeof SENTENCE_FORMS)[number],
): 'work' | 'answer' | null {
  if (INTO_FILE.test(sentence)) return 'work'
  if (ask.test(sentence))
    return isWorkFirst(sentence, { ask, work }) || ORDERS_LATER.test(sentence) ? 'work' : 'answer'
  const isQuestion = question.test(sentence)
  if (work.test(sentence)) return request.test(sentence) || !isQuestion ? 'work' : 'answer'
  return isQuestion ? 'answer' : null
}

/** What makes a clause with a verb of work a question or a statement: what, which, why, how, "the reason of". */
const IS_STATED =
  /什么|什麼|哪|为何|为什|如何|怎|多少|几|吗|呢|了|的|方法|理由|なぜ|どう|何|어떻게|왜/u

/** A clause that orders work behind the first one: "解释一下这个 bug 并修复它". */
const ORDERS_LATER =
  /(?:[，,；;。]|并且?|然后|之后)\s*(?:再|就|请|幫我|帮我|顺便|并)*\s*(?:(?:把|将|给|为|让)[^，,；;。吗呢？?]{1,30}?)?(?:修复|修復|修正|修改|修好|修一下|改好|改对|改成|改为|改正|修掉|跳过|写到|写进|写入|添加|新增|加上|补上|补充|实现|删除|删掉|去掉|移除|重构|更新|替换|换成|重命名|优化|加强|更[快小短大好](?:$|[。！!]))(?![^，,；;。]*(?:的(?:原因|方法|步骤|目的|地方|好处|影响)|吗|呢|[?？]))/u
/** An answer that goes into a file: "在 README 里说明如何安装". */
const INTO_FILE =
  /^(?:请|帮我)?在\s*[\w./-]*(?:README|CHANGELOG|\.(?:md|txt|rst))\s*(?:文件)?(?:里|中|内)(?:说明|說明|介绍|描述|列出|写)/iu

/** "Fix add, and describe it in the README": the first clause asks for work and for nothing else. */
function isWorkFirst(sentence: string, { ask, work }: Record<'ask' | 'work', RegExp>): boolean {
  const [first = '', ...rest] = sentence.split(/[，,；;]|并且?|然后|再/u)
  return (
    rest.join('').trim() !== '' && work.test(first) && !ask.test(first) && !IS_STATED.test(first)
  )
}
