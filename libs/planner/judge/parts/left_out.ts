import { hasName } from '../../items/names.js'
import { listedIn } from '../../items/parts.js'
import { changedPaths } from '../facts/changes.js'
import type { Standing } from '../facts/types.js'
import { withHeadings } from '../words/asserted.js'
import { inEnglish } from '../words/in_english.js'
import { maySayStep, type NamedItem, namedItemsIn } from './named_items.js'
import { isDefined, touches } from './touches.js'

/** A message that corrects the one before it, and so is about the same things. */
const CORRECTS =
  /\b(?:i was wrong|my mistake|correction|instead|actually|sorry|on second thought|(?:has|have|needs?|ought) to be|should be|must be)\b/i
/** An end that leaves something open, or says why nothing changed there. */
export const OPENS =
  /\b(?:not|no|never|none|left|leaves?|open|still|remain\w*|skip\w*|already|unchanged|untouched|exists?|correct|(?<!(?:on|to) the )right|fine|ok|missing|later|unable|cannot|can't|couldn't|didn't|doesn't|isn't|aren't|wasn't|out of scope|nothing|as before|intentionally|keeps?|kept|instead|only|todo|yet)\b/i

/**
 * Items that the task names beside others which were changed, while no change is about them and the end does not
 * say why. Where no item of a list was changed, nothing shows that the list says what has to change.
 * @returns their words, in the order of the task
 */
export function leftOut(standing: Standing, summary: string): string[] {
  const lists = [...listsOf(standing), ...entriesOf(standing.asked)]
  const open = lists.flatMap((items) => {
    const met = items.map((item) => touches(standing, item))
    if (!met.includes(true)) return []
    const isKnown = items.some(
      ({ text, kind, value }, at) =>
        kind !== 'path' &&
        met[at] &&
        (kind === 'name' || value !== undefined || isDefined(standing, text)),
    )
    return items.filter(
      (item, at) =>
        !met[at] &&
        (!maySayStep(item) || isDefined(standing, item.text)) &&
        (item.kind !== 'word' || isKnown) &&
        !isExplained(item, summary),
    )
  })
  return [...new Set(open.map(({ text }) => text))]
}

function listsOf({ asked, askedBefore }: Standing): NamedItem[][] {
  const english = inEnglish(asked)
  const own = namedItemsIn(english)
  if (own.length > 0 || !CORRECTS.test(english)) return own
  // What the correction names is its exception, or all that it is about.
  const named = (item: NamedItem) => hasName(english, item.text) || english.includes(item.text)
  return namedItemsIn(inEnglish(askedBefore)).flatMap((items) => {
    const isException = /\b(?:only|except|but|leave|keeps?|other than)\b/i.test(english)
    if (items.some(named) && !isException) return []
    return [items.filter((item) => !named(item))]
  })
}

/** Entries of a list below each other, each by its first path or name in a code span. */
function entriesOf(asked: string): NamedItem[][] {
  const items = listedIn(asked).flatMap(({ paths, names }): NamedItem[] => {
    const [path] = paths
    const [name] = names
    if (path !== undefined) return [{ text: path, kind: 'path' }]
    return name === undefined ? [] : [{ text: name, kind: 'name' }]
  })
  return items.length < 2 ? [] : [items]
}

/** The end says in a sentence with its name that it stays, or why. */
export function isExplained({ text }: NamedItem, summary: string): boolean {
  const name = text.slice(text.lastIndexOf('/') + 1)
  return sentencesOf(withHeadings(summary)).some(
    (sentence) =>
      (sentence.includes(text) || hasName(sentence.toLowerCase(), name.toLowerCase())) &&
      OPENS.test(sentence),
  )
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.;!?])\s+|\n+/)
}

const EVERY =
  /\b(?:all|every|each)(?: of)?(?: the| its| other| remaining)* (?:callers?|usages?|uses|call sites?|references?|occurrences?|imports?)\b(?: (?:of|to)(?: the)?(?: function| method)? [`'"]?([A-Za-z_$][\w$]*))?/i
const EVERYWHERE =
  /\b(?:renamed|called|named|replaced|changed|updated|uses?)\b[^.;!?\n]{0,80}\b(?:everywhere|across the (?:code ?base|project|repo\w*)|in all (?:files|places|sources))\b/i
const DONE =
  /\b(?:updated?|changed?|adjusted|adapted|renamed|replaced|migrated|converted|fixed|now (?:use|call|pass|import))\b/i

/** A file that still has the old use of a name, while the end says that every use was changed; null: there is none. */
export function forgottenUse(
  standing: Standing,
  summary: string,
): { name: string; path: string } | null {
  const wide = sentencesOf(summary).find((one) => EVERYWHERE.test(one))
  const changed = changedPaths(standing)
  const otherUse = (name: string) =>
    standing
      .filesNaming(name)
      .find((one) => !changed.includes(one) && !isExplained({ text: one, kind: 'path' }, summary))
  for (const [name] of (wide ?? '').matchAll(/[A-Za-z_$][\w$]{2,60}/g)) {
    const path = hasName(standing.asked, name) ? otherUse(name) : undefined
    if (path !== undefined) return { name, path }
  }
  const said = sentencesOf(summary).find((one) => EVERY.test(one) && DONE.test(one))
  const name = (said && EVERY.exec(said)?.[1]) ?? EVERY.exec(inEnglish(standing.asked))?.[1]
  if (said === undefined || name === undefined) return null
  const path = otherUse(name)
  return path === undefined ? null : { name, path }
}
