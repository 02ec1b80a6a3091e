import { extname } from 'node:path'
import { countNoun } from '#core'

const SLASH = new Set(
  '.js .mjs .cjs .jsx .ts .mts .cts .tsx .java .go .rs .c .h .cc .cpp .hpp .cs .kt .kts .swift .php .scala .dart .css .scss .json'.split(
    ' ',
  ),
)
const HASH = new Set(['.py', '.pyi'])
const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const STRINGS =
  /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?/

/**
 * Returns why a new content looks truncated, or null. It is truncated when it is only the beginning of the
 * old content, or when it has open brackets at its end and the old content has none.
 */
export function findCut(path: string, before: string, after: string): string | null {
  const lines = (text: string) => text.trimEnd().split(/\r?\n/)
  const [old, fresh] = [lines(before), lines(after)]
  const isHead = fresh.every((line, at) => line.trimEnd() === old[at]?.trimEnd())
  if (after.trim() !== '' && fresh.length < old.length && isHead)
    return `it is the first ${fresh.length} of the file's ${old.length} lines`
  const [was, is] = [openBrackets(path, before), openBrackets(path, after)]
  if (was === 0 && is !== null && is > 0)
    return `it ends with ${countNoun(is, 'open bracket')} (last line: ${fresh.at(-1)?.trim()})`
  return null
}

/** Number of open brackets at the end; null when it cannot be determined. */
function openBrackets(path: string, text: string): number | null {
  const ending = extname(path).toLowerCase()
  if (!SLASH.has(ending) && !HASH.has(ending)) return null
  const comment = SLASH.has(ending) ? /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/ : /#.*/
  const parts = new RegExp(`${comment.source}|${STRINGS.source}|[()[\\]{}]`, 'g')
  const open: string[] = []
  for (const [part] of text.matchAll(parts)) {
    if ('([{'.includes(part)) open.push(part)
    else if (part in PAIRS && open.pop() !== PAIRS[part]) return null
  }
  return open.length
}
