import { hasName } from '../../items/names.js'
import type { Standing } from '../facts/types.js'
import { inEnglish } from '../words/in_english.js'
import { isExplained } from './left_out.js'
import { maySayStep, namedBy } from './named_items.js'
import { touches } from './touches.js'

const VERB = '(?:delete|remove|drop|eliminate|erase|get rid of|take out)'
const LEAD = '(?:please|then|also|now|finally|can you|could you|you should)'
const KIND =
  '(?:the|an?|our|its|old|unused|obsolete|dead|deprecated|functions?|methods?|class(?:es)?|helpers?|constants?|called|named)'
const ITEM = '[`\'"]?[A-Za-z_$][\\w$]*(?:\\.[A-Za-z_$][\\w$]*)?(?:\\(\\))?[`\'"]?'
const AND = `(?:\\s*,\\s*(?:and\\s+)?|\\s+(?:and|&|plus)\\s+)(?:${KIND}\\s+)*`
const LIST = `((?!${KIND}\\s)${ITEM}(?:${AND}${ITEM})*)`
/** "delete mul", "remove the functions mul and div". */
const FIRST = new RegExp(
  `(?:^|[,;:]\\s*|\\s(?:and|then|plus|&)\\s+(?:to\\s+)?)(?:${LEAD}\\s+)*${VERB}\\s+(?:${KIND}\\s+)*${LIST}`,
  'gi',
)
/** "sub hinzufügen und mul löschen": the verb is the last word. */
const LAST = new RegExp(
  `(?:^|,\\s*|\\sand\\s+)(?:${KIND}\\s+)*(${ITEM})\\s+(?:remove|delete)(?=\\s*(?:[.,;!]|$|and\\b))`,
  'gi',
)
/** What follows a list of names; anything else makes its last word an adjective or a verb. */
const AFTER =
  /^\s*(?:$|[.,;:!)]|(?:from|in|of|and|then|functions?|methods?|class(?:es)?|helpers?|too|as well|again|completely|entirely|please|there)(?![\w-]))/i
/** "from calc.js", "from the code": the definition goes. From the exports or a call, only that use of it goes. */
const PLACE =
  /^\s*(?:functions?\s+)?(?:from|in|of|de|da)\s+(?:(?:the|our|file|module|class)\s+)*[`'"]?((?:[\w@-]+\/)*[\w@.-]*\w)/i
const WHOLE = /^(?:code|codebase|files?|modules?|class|library|package|project|api|sources?)$/i
const REASON =
  /[\s,(](?:so that|because|since|when|whenever|if|which|that|until|while|unless|without|except|instead of|not|leave|keep)\s[\s\S]*$/i
const WISH = /^(?:please )?(?:i want|i need|i would like|i'd like) you to /i
const FORBIDS = /\b(?:do not|don't|never|without|must not|no need)\b/i
const GONE = /\b(?:removed|deleted|dropped|gone|no longer|exists? not|not exist|any ?more)\b/i
const NOT_GONE =
  /(?:\b(?:not|never|nor|cannot|without|instead of)|n't) (?:\w+ ){0,2}(?:removed?|removing|deleted?|deleting|dropp?(?:ed)?)\b/i
/** Behind these words, a removal is what the code does. */
const SUBORDINATE =
  /\b(?:that|which|who|whose|should|must|shall|can|could|may|might|will|would|needs?|when|whenever|if|while|where|how)\b|\bto (?!the |an? |its? |our )[a-z]+ (?!(?:and|then|with|in)\b)\w/

/** A name that the task asks to remove and that a file still defines, while the end does not say why; null: there is none. */
export function keptName(standing: Standing, summary: string): string | null {
  if (standing.rows.some(({ facts }) => facts.unseen === true)) return null
  for (const sentence of sentencesOf(inEnglish(standing.asked)))
    for (const { name, place } of removalsIn(sentence))
      if (
        isKept(standing, name, place) &&
        !isExplained({ text: name, kind: 'name' }, withoutDone(inEnglish(summary)))
      )
        return name
  return null
}

/** "mul no longer exists" says that the work is done, and is no reason to leave it. */
function withoutDone(summary: string): string {
  return summary
    .split(/(?<=[.;!?])\s+|\n+/)
    .filter((one) => !GONE.test(one) || NOT_GONE.test(one))
    .join('\n')
}

function sentencesOf(asked: string): string[] {
  return asked
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .split(/(?<=[.;!?])\s+|\n+/)
    .map((one) => one.replace(/^\s*(?:\d{1,2}[.)]|[-*•])\s+/, '').trim())
    .filter((one) => !FORBIDS.test(one))
    .map((one) => one.replace(WISH, '').replace(REASON, ''))
}

interface Removal {
  name: string
  /** From where: a path or a word; empty: it is not said. */
  place: string
}

function removalsIn(sentence: string): Removal[] {
  return [FIRST, LAST].flatMap((shape) =>
    [...sentence.matchAll(shape)].flatMap((match) => {
      if (SUBORDINATE.test(sentence.slice(0, match.index))) return []
      const rest = sentence.slice(match.index + match[0].length)
      const words = (match[1] ?? '').split(new RegExp(AND, 'i'))
      if (shape === FIRST && !AFTER.test(rest)) words.pop()
      const place = PLACE.exec(rest)?.[1] ?? ''
      return words
        .map((word) => namedBy(word))
        .filter((item) => item.kind !== 'path' && item.text.length > 1 && !maySayStep(item))
        .map(({ text }) => ({ name: text, place }))
    }),
  )
}

/** No change took its definition away, and a file that the task is about has it. */
function isKept(standing: Standing, name: string, place: string): boolean {
  const { changes, rows } = standing
  const isPlace = (path: string) =>
    path === place || path.endsWith(`/${place}`) || stemOf(path) === place
  const known = new Set([
    ...changes.map(({ path }) => path),
    ...rows.filter(({ kind }) => kind === 'file_read').map(({ subject }) => subject),
    ...(place === '' ? [] : [place]),
  ])
  const named = [...known].filter(isPlace)
  if (place !== '' && named.length === 0 && !WHOLE.test(place))
    return hasUse(standing, name) && !touches(standing, { text: name, kind: 'name' })
  const files = named.length > 0 && !WHOLE.test(place) ? named : [...known]
  const isGone = changes.some(
    ({ path, before, after }) =>
      files.includes(path) && defines(before ?? '', name) && !defines(after ?? '', name),
  )
  return (
    !isGone &&
    files.some(
      (path) => defines(oldText(standing, path), name) && defines(standing.textOfFile(path), name),
    )
  )
}

function hasUse({ changes }: Standing, name: string): boolean {
  return changes.some(({ before }) => before !== null && hasName(before, name))
}

/** A name that the task itself defined is no old one. */
function oldText({ changes, textOfFile }: Standing, path: string): string {
  const change = changes.find((one) => one.path === path)
  return change === undefined ? textOfFile(path) : (change.before ?? '')
}

/** The text defines it as a function, a class or a value of the file: other words are only words. */
function defines(text: string, name: string): boolean {
  if (!text.includes(name)) return false
  const one = name.slice(name.lastIndexOf('.') + 1).replace(/\$/g, '\\$')
  const shape = new RegExp(
    `\\b(?:function\\*?|def|fn|func|class|struct|interface|enum)\\s{1,4}(?:\\([^)]{0,200}\\)\\s{0,4})?${one}\\b|\\bexports\\.${one}\\s*=|^(?:export\\s+)?(?:const|let|var)\\s+${one}\\b|^[ \\t]{0,80}(?:(?:public|private|protected|static|async)[ \\t]{1,4}){0,5}(?:[\\w<>[\\]*&]{1,80}[ \\t]{1,4})?${one}\\s{0,4}\\([^;]{0,400}\\)\\s{0,4}\\{`,
    'm',
  )
  return shape.test(text)
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '')
}
