import { startsLine } from './quoting.js'
import { noSuchTool, type Walk } from './walk.js'

/** A tag, and the name of the tag that closes it. */
const TAG = /^<(?:\w+:)?([\w-]+)[ =>]/
/** A mark that no sentence contains: a special token of a model. */
const TOKEN = /^(?:<[|｜]|\[[A-Z_]+\]$)/
const NAMED = /["']?\b(?:name|tool|function)["']?\s*[:=]\s*["']?([\w.:/-]{1,60})/
const CALLED = /^\s*(?:print\s*\()?([A-Za-z_][\w.]{0,60})\s*(?:\(|$)/
const NAMELESS = /^\s*\{[^{}]{0,100}"(?:name|tool|function)"\s*:\s*(?:""|null)/
/** The name is searched in this many characters. */
const NAME_REACH = 400
const LINE_REST = /[ \t\r]*(?:\n|$)/y

/**
 * A mark that no dialect could read. Alone on its line and with an end, it was meant as a call: an error that the
 * model has to know about. In a sentence it is a word.
 * @returns undefined when it is text
 */
export function atUnread(walk: Walk, word: string, at: number): number | undefined {
  const { source, text, offer } = walk
  if (!startsLine(text, at)) return undefined
  const behind = at + word.length
  if (TOKEN.test(word)) {
    const body = text.slice(behind, behind + NAME_REACH)
    return walk.fail({ why: 'it has no readable body', name: nameIn(body), at, bare: false })
  }
  const tag = TAG.exec(word)?.[1]
  if (tag === undefined) return undefined
  const close = source.find(`</${tag}>`, behind)
  const isAlone = source.match(LINE_REST, behind) !== null
  if (close === -1) {
    // Without its end, only a tag alone on its line is meant.
    if (!isAlone || offer.knows(tag)) return undefined
    return walk.fail({ why: 'it has no end', at, bare: false })
  }
  if (source.match(LINE_REST, close + tag.length + 3) === null) return undefined
  const body = text.slice(behind, Math.min(close, behind + NAME_REACH))
  const why = whyUnread(body)
  const name = offer.knows(tag) ? tag : nameIn(body)
  const unknown = name !== undefined && !offer.knows(name)
  return walk.fail({ why: unknown ? noSuchTool(name) : why, name, at, bare: false })
}

function whyUnread(body: string): string {
  if (body.trim() === '') return 'it is empty'
  return NAMELESS.test(body) ? 'it has no tool name' : 'its body is not a call'
}

/** The tool that an unreadable body names. */
function nameIn(body: string): string | undefined {
  return NAMED.exec(body)?.[1] ?? CALLED.exec(body)?.[1]
}
