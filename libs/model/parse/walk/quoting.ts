import type { Source } from '../../text/source.js'
import type { Found } from '../syntax/dialect.js'

/** Words before an example or a warning, which is not a call. */
const CUE =
  /\b(?:for example|for instance|such as|(?:you|one|they|people|users?) (?:can|could|would|might|may|should)|would (?:call|use|run)|looks? like|would (?:be|look|write|send|emit|say|answer)|like (?:this|so)|(?:the|this|that|a|its|tool.call) (?:\w+ )?(?:format|syntax)|(?:an?|the|as|another) examples?(?: (?:call|of|request|output|reply|answer|response)\b[^.:]{0,60})?\s*[:,]?\s*$|(?:format|syntax|examples?|usage|documentation|docs)\s*:\s*$|(?:do not|don['’]t|never|avoid|must not|should not|shouldn['’]t|instead of|rather than)(?: \w+){0,5}\s*:?\s*$)|\be\.g\.|\bi\.e\./i
/** Every match of CUE contains one of these; a fast check before the slow one. */
const CUE_WORD =
  /examp|instance|such|you|one|they|people|user|look|would|like|format|syntax|usage|doc|don|do not|never|avoid|not |instead|rather|not|won.t|can.t|sampl|templat|demo|illustr|hypoth|wrong|incorr|say|said|show|contain|expect|read|wrote|has|had|be:|if |e\.g|i\.e/i
/** Words before what is shown, unless the sentence says what is done now. */
const SHOWS =
  /\b(?:sample|template|demo|illustration|hypothetical\w*|wrong|incorrect|not to do)\b[^.:]{0,40}:\s*$|\b(?:documentation|docs|readme|manual|file|log|test|spec|issue|transcript|page|model|assistant|reply|answer)\b[^.:]{0,40}\b(?:says?|said|shows?|contains?|expects?|reads?|wrote|has|had|(?:might|may|could|would) be)\s*:\s*$|^\W*if you (?:agree|want|like|approve|confirm|prefer|wish|allow|say)\b|\b(?:not|won['’]t|cannot|can['’]t) (?:run|call|execute|use|do|send|issue|make)\b(?: \w+){0,4}\s*:?\s*$/i
const I_ACT =
  /\b(?:I|I['’](?:ll|m)|[Ll]et me|[Ll]et['’]s|[Ww]e)\b(?! (?:\w+ )?(?:not|won['’]t|cannot|can['’]t)\b)/
/** What is wrong with a format, and what the model does about it now. */
const ACTS_ON_IT =
  /\b(?:format|syntax) (?:is|was|seems|looks|differs|has)\b[^.:]{0,60}\b(?:[Ll]et me|I['’]ll|I will|I am going to|I['’]m going to) (?!(?:\w+ )?(?:show|write|illustrate|demonstrate|explain|give|use)\b)\w+(?: [^.:,]{0,60})?:\s*$/
/** Words before an example in other languages. The name of an example needs a colon. */
const FOREIGN_CUE =
  /zum beispiel|beispielsweise|z\.\s?b\.|par exemple|por ejemplo|por exemplo|per esempio|ad esempio|bijvoorbeeld|till exempel|for eksempel|esimerkiksi|na przykład|például|například|de exemplu|örneğin|misalnya|contohnya|ví dụ|例如|比如|譬如|举个例|舉個例|例えば|たとえば|예를 들[어면]|например|наприклад|למשל|לדוגמה|على سبيل المثال|उदाहरण के लिए|ตัวอย่างเช่น|(?:beispiel|exemple|ejemplo|exemplo|esempio|voorbeeld|exempel|eksempel|przykład|пример|приклад|örnek|contoh|示例|范例|範例|例|예시|예)\s*[:：]|(?:beispiel|exemple|ejemplo|exemplo|esempio|voorbeeld|exempel|eksempel|przykład|p[rř][ií]klad|primjer|primer|példa|exemplu|pavyzd|piemēr|näide|esimerk|dæmi|ekzempl|exempli|mfano|παράδειγμα|пример|приклад|contoh|örne[kğ]|ví dụ|示例|范例|範例|例です|例如下|예시|ตัวอย่าง|उदाहरण|উদাহরণ|எடுத்துக்காட்டு|مثال|نمونه|דוגמ[הא]|(?<!\p{L})format\w?|格式|形式は|형식|формат|sintaxis|sintassi|syntaxe|语法|語法|構文|синтаксис|so sieht)[^\n.!?。]{0,40}[:：]\s*$|(?:nicht aus|n['e’ ]+(?:exécut|lanc)\w+ pas|no (?:ejecut|us)\w+|não (?:execut|us)\w+|non (?:eseguire|usare)|не (?:запуска|выполня|использу)\w*|不要|请勿|しないで|하지 마)[^\n.!?。]{0,20}[:：]\s*$/iu
const CUE_BEHIND =
  /\s*(?:this|that|it|the above|these|above|which)\b[^\n]{0,60}\b(?:example|format|syntax|how|looks?|sample|illustrat|shows?)/iy
/** A mark after one of these is quoted. */
const QUOTES = new Set(['`', '"', "'", '\\', '“', '‘', '«'])
const WORDS_BEHIND = /[ \t]*[.,;:!?)\]"'”’]*[ \t]+[\p{L}]/uy
/** A new sentence, or words that say why the call is made. */
const GOES_ON =
  /[ \t]*[.,;:!]?[ \t]+(?:[-–—][ \t]+)?(?:(?:I|I'll|I’ll|Now|Then|Next|After|First|Let|Once|This will|That will|It will|We|Waiting|Reading|Running|Looking|Checking)\b|(?:to (?:see|check|read|find|look|verify|confirm|understand|get)|so that|so I|then|and then|because)[ \t]+\p{L})/uy
const LOOK_BACK = 240

/** True when the text at `at` is quoted or an example. */
export function isQuoted(source: Source, at: number): boolean {
  return QUOTES.has(source.text[at - 1] ?? '') || isCued(source, at, false)
}

/**
 * True when the words before `at` introduce an example: those on its line, or, at the start of a line,
 * those on the line above if that ends with a colon (before a fence: on any line above).
 */
export function isCued({ text }: Source, at: number, fence: boolean): boolean {
  const back = text.slice(Math.max(0, at - LOOK_BACK), at)
  const isForeign = FOREIGN_CUE.test(back)
  if (!isForeign && !CUE_WORD.test(back) && !/[|&]|\d\d|[A-Z]{3}/.test(back)) return false
  const lines = back.split('\n')
  const line = lines.pop() ?? ''
  // A table cell.
  if (line.trimStart().startsWith('|')) return true
  if (line.trim() !== '') return isCue(line, isForeign)
  const above = lines.findLast((each) => each.trim() !== '')?.trim()
  if (above === undefined || above.startsWith('```')) return false
  if (ESCAPED_TAG.test(above)) return true
  return (fence || /[:：]$/.test(above)) && isCue(above, isForeign)
}

/** Somebody who says what they do now, and not what others do. */
const ACTS = /^\W*je(?!\p{L})|(?<!\p{L})(?:ich|j['’]\w+|jeg|jag|ik|io|eu|yo|voy|я)(?!\p{L})|我|私/iu

/** A tag that was escaped for a page: what is behind it is shown, and not meant. */
const ESCAPED_TAG = /&lt;[^&\s][^&]{0,60}&gt;\s*$/
/** The start of a line of a log: a date, a time, a level. */
const LOG_LINE =
  /^\s*\[?(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\(?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b|npm (?:ERR!|WARN|error|warn))/

function isCue(line: string, isForeign: boolean): boolean {
  const sentence = lastSentence(line)
  if (ACTS_ON_IT.test(sentence)) return false
  return (
    CUE.test(sentence) ||
    (SHOWS.test(sentence) && (!I_ACT.test(sentence) || /^\W*if you/i.test(sentence))) ||
    (isForeign && FOREIGN_CUE.test(sentence) && !ACTS.test(sentence)) ||
    ESCAPED_TAG.test(line) ||
    LOG_LINE.test(line)
  )
}

export const AN_ITEM =
  'it is an item of a list, so it may be an example. Write a call on lines of its own'
const ITEM = /^[ \t]*(?:[-*+•]|\d{1,2}[.)])[ \t]+/

/**
 * What a call behind the mark of a list is: `shown` in a list that words with a colon introduce, else `item`;
 * `none` when its line has no such mark.
 */
export function itemOf({ text }: Source, at: number): 'none' | 'item' | 'shown' {
  const lines = text.slice(Math.max(0, at - LOOK_BACK), at).split('\n')
  const own = lines.pop() ?? ''
  if (own.replace(ITEM, '') !== '' || own.trim() === '') return 'none'
  const intro = lines.findLast((each) => each.trim() !== '' && !ITEM.test(each))?.trim() ?? ''
  return /[:：]$/.test(intro) ? 'shown' : 'item'
}

/** Skips a quoted call; when it is unreadable, skips the rest of its line. */
export function skipQuoted({ text, find }: Source, found: Found, at: number): number {
  if (found.kind === 'calls') return found.end
  const line = find('\n', at)
  return line === -1 ? text.length : line
}

/** True when words follow on the same line, so the object is part of a sentence. */
export function hasWordsBehind(source: Source, end: number): boolean {
  return source.match(WORDS_BEHIND, end) !== null
}

/**
 * True when the words behind a call continue the reply and do not describe the call: a new sentence, or the purpose of
 * the call. The call must start its line.
 */
export function goesOnBehind(source: Source, end: number): boolean {
  return source.match(GOES_ON, end) !== null
}

/** True when the text after a fence says that the fence is an example. */
export function isExplained(source: Source, end: number): boolean {
  return source.match(CUE_BEHIND, end) !== null
}

/** True when only blanks or the mark of a list are between the start of the line and `at`. */
export function startsLine(text: string, at: number): boolean {
  return /(?:^|\n)[ \t*#-]*$/.test(text.slice(Math.max(0, at - 40), at))
}

function lastSentence(line: string): string {
  return line.split(/[.!?]\s+(?=\p{Lu})/u).at(-1) ?? line
}

/** The opening line of a fence. */
export interface Fence {
  mark: string
  /** The word after the backticks, in lower case. */
  language: string
  /** Index of its content. */
  body: number
}

const FENCE = /(`{3,}|~{3,})[ \t]*([^\s`{[<]*)[^\n`{[<]*/y
/** Languages of fences whose content can be a call; other fences are documents. */
const CALLABLE = new Set([
  '',
  'json',
  'json5',
  'jsonc',
  'jsonl',
  'yaml',
  'yml',
  'tool',
  'tool_call',
  'tool_calls',
  'tool_use',
  'tool_code',
  'python',
  'py',
  'js',
  'javascript',
  'ts',
  'typescript',
  'function',
  'function_call',
  'action',
  'xml',
  'call',
])

export function openFence(source: Source, at: number): Fence | null {
  const found = source.match(FENCE, at)
  if (found === null) return null
  return {
    mark: found[1] ?? '```',
    language: (found[2] ?? '').toLowerCase(),
    body: at + found[0].length,
  }
}

/** Four backticks show a text. Tildes do where they hold a fence. */
export function mayCall(source: Source, { mark, language, body }: Fence): boolean {
  if (!CALLABLE.has(language)) return false
  if (mark.startsWith('`')) return mark.length === 3
  if (mark.length === 3) return true
  const inside = source.text.slice(body, source.find(mark, body))
  return !/^[ \t]*(?:```|~~~)/m.test(inside)
}

/** The index after the closing fence; the end of the text without one. */
export function closeFence(source: Source, { mark }: Fence, from: number): number {
  const { text } = source
  for (let at = source.find(mark, from); at !== -1; ) {
    const end = at + (source.match(/`+|~+/y, at)?.[0].length ?? mark.length)
    if (isIndented(text, at, from) && source.match(/[ \t\r]*(?:\n|$)/y, end) !== null) return end
    at = source.find(mark, end)
  }
  return text.length
}

/** True when only blanks are between the start of the line and `at`. */
function isIndented(text: string, at: number, from: number): boolean {
  let before = at - 1
  while (before > from && (text[before] === ' ' || text[before] === '\t')) before -= 1
  return before >= from && text[before] === '\n'
}
