import { hasName } from '../../items/names.js'

/** What of a text is taken from somewhere, and no word of its language. */
export interface Marked {
  text: string
  kind: 'name' | 'exact' | 'number' | 'quote' | 'file'
}

const SPAN = /`([^\s`][^`\n]{0,78}[^\s`])`/g
const NAME_IN_SPAN = /[A-Za-z_$][\w$]{2,60}/g
const CALL = /(?<![\w$])([A-Za-z_$][\w$]{1,60})\(\)/g
/** An inner capital, an underscore between letters, an option, capitals only. */
const NAME =
  /(?<![\w$./-])(?:([a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[A-Za-z]+(?:_[A-Za-z0-9]+)+)|--([a-z][\w-]+)|([A-Z][A-Z0-9]{2,30}))(?![\w$/-]|\.\w)/g
/** "config.server.PORT", "sync.Mutex". */
const DOTTED = /(?<![\w$./-])((?:[A-Za-z_$][\w$]{1,40}\.){1,4})([A-Za-z_$][\w$]{2,40})(?![\w$/-])/g
const FILE = /(?<![\w$/.-])((?:[\w@.-]{1,60}\/){0,9}[\w@-][\w@.-]{0,60}\.[a-z]{1,5})(?![\w/]|\.\w)/g
const NUMBER = /(?<![\w.,#:/–-])(\d{1,3}(?:[,_]\d{3})+|\d+)(\.\d+)?(?![\w:/]|[.,–-]\d)/g
/** Before a number that only says where something is. */
const PLACE = /(?:\blines?|\brow|\bstep|\bsection|\bpage|\bL|[-–])\s*$/i
const QUOTE = /"([^"\n]{2,60})"|“([^”\n]{2,60})”/g
/** Words that are written like a name and are none. */
const NO_NAME =
  /^(?:e\.g|i\.e|javascript|typescript|mysql|nosql|github|gitlab|graphql|openai|openapi|devops|jquery|grpc|macos|ios|iphone|api|apis|cli|json|html|css|http|https|url|urls|sql|utf|ascii|readme|changelog|license|contributing|todo|note|done|fixed|summary|result|results|changes|yes|not|all|and|the|pass|passed|fail|failed|verified|important|tdd|lgtm|eof|ide|dry|undefined|null|none|nan|true|false|camelcase|pascalcase|snake_case)$/i
/** A word with a capital inside of a clause, such as the name of a product or a trait. */
const PROPER = /(?:^|(?<=[a-z,)\d] ))[A-Z][a-z]{2,30}(?![\w'’.])/g
/** "I checked it on Windows": the place of a check is a name, whatever it is written like. */
const CHECKED_ON =
  /\b(?:tested|checked|verified|tried|confirmed|validated|ran|run|works|passes|pass)\b[^.;\n]{0,40}?\b(?:on|under|against)\s+(?:the\s+)?([a-z]*[A-Z][\w+#]{1,30})(?:\s*(?:,|and|&)\s*([a-z]*[A-Z][\w+#]{1,30}))?/
/** What a call with arguments returns is an example; the law of places compares it with the tests. */
const EXAMPLE = /[\w$]\([^()\n]{1,60}\)|^[^(\n]*\)|\([^)\n]*$/
const LEAST_NUMBER = 10

/**
 * Names, numbers, files and quotes of a clause, each once.
 * @param asked  the task: a word with a capital in both is a name, in other ends it may be any noun
 */
export function markedIn(clause: string, asked: string): Marked[] {
  const found: Marked[] = []
  const add = (kind: Marked['kind'], text: string | undefined) => {
    if (text !== undefined && !NO_NAME.test(text)) found.push({ kind, text })
  }
  for (const [, text] of clause.matchAll(FILE)) add('file', text)
  for (const [, a, b] of clause.matchAll(QUOTE)) add('quote', a ?? b)
  // A span has names of its own; the numbers of code are those of its lines.
  for (const [, span = ''] of clause.matchAll(SPAN))
    for (const [name] of span.replace(FILE, ' ').matchAll(NAME_IN_SPAN)) add('name', name)
  for (const text of CHECKED_ON.exec(clause)?.slice(1) ?? [])
    if (text !== undefined) found.push({ kind: 'name', text })
  const plain = clause.replace(SPAN, ' ').replace(QUOTE, ' ').replace(FILE, ' ')
  for (const [, name] of plain.matchAll(CALL)) add('name', name)
  // A constant has capitals; what is written like it in small letters is another thing.
  for (const [all, , name = ''] of plain.matchAll(DOTTED))
    if (/^[A-Z][A-Z0-9_]+$/.test(name)) add('exact', all)
    else add('name', name)
  for (const [, name, option, capitals] of plain.matchAll(NAME))
    add('name', name ?? option ?? capitals)
  for (const { 0: name, index } of plain.matchAll(PROPER))
    if (index === 0 ? isInside(asked, name) : hasName(asked, name)) add('name', name)
  if (EXAMPLE.test(clause)) return unique(found)
  for (const match of plain.matchAll(NUMBER)) {
    const number = `${(match[1] ?? '').replace(/[,_]/g, '')}${match[2] ?? ''}`
    if (Number(number) < LEAST_NUMBER && match[2] === undefined) continue
    if (!PLACE.test(plain.slice(Math.max(0, match.index - 12), match.index))) add('number', number)
  }
  return unique(found)
}

/** The first word of a clause may begin a sentence: the task has to have it inside of one. */
function isInside(asked: string, name: string): boolean {
  return new RegExp(`[a-z,)\\d] ${name}\\b`).test(asked)
}

function unique(found: readonly Marked[]): Marked[] {
  return [...new Map(found.map((one) => [one.text, one])).values()]
}

/** Factors between a number of a text and the same in code: seconds, minutes, hours, kilobytes. */
const FACTORS = [1, 1000, 60, 60_000, 3600, 3_600_000, 24, 86_400, 1024, 1_048_576]

/** Whether a text has a number, in any unit that code may count in. @param text  with digits as they are in code */
export function hasNumber(text: string, number: string): boolean {
  const value = Number(number)
  const forms = new Set(FACTORS.map((factor) => String(Number((value * factor).toPrecision(12)))))
  const plain = text.replace(/(?<=\d)[_,](?=\d{3})/g, '')
  return [...forms].some((form) => isApart(plain, form))
}

function isApart(text: string, form: string): boolean {
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1))
    if (
      !/[\d.]/.test(text[at - 1] ?? ' ') &&
      !/^(?:\d|\.\d)/.test(text.slice(at + form.length, at + form.length + 2))
    )
      return true
  return false
}
