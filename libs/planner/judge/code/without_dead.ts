import { isName, tokensOf } from './tokens.js'

/** A condition that never holds. */
const NEVER =
  /^\s*(?:(?:else )?if|while|elif|when)\s*\(?\s*(?:!\s*true|not True|false|False|0|None|null|undefined|1 ?=== ?2)(?:\s*\)|\s*:|\s*&&|\s+and\b)/
const LEAVES = /^\s*(?:return|raise|throw|panic!?\(|break|continue)\b/
/** A line below a `return` that another way leads to. */
const JOINS =
  /^\s*(?:[}\])]|(?:case|default|else|elif|except|finally|catch|rescue|ensure|when|end|fi|esac|done)\b|\w+:\s*$|@|#)/
const DEFINES =
  /^\s*(?:export )?(?:pub )?(?:async )?(?:function\*?|def|fn|func|const|let|var|class)\s+(?:\([^)\n]{0,100}\)\s*)?([A-Za-z_$][\w$]{0,80})/
const IMPORTS =
  /^\s*(?:import\s+([\w.]+)\s*;?$|import\s+([\w.]+) as \w+|from\s+\S+\s+import\s+(\w+)\s*$|(?:const|let|var)\s+(?:\{\s*)?(\w+)(?:\s*\})?\s*=\s*require\([^)\n]{0,100}\);?$|import\s+(?:\{\s*)?(\w+)(?:\s*\})?\s+from\s+\S+$)/
const THROWN_AWAY = /^\s*(?:_\s*=(?!=)|void\s)/
const PRINTS =
  /^\s*(?:console\.\w+|print|println!?|eprintln!|log(?:ger|ging)?\.\w+|fmt\.Print\w*|System\.out\.print\w*)\(.*\);?\s*$/
/** A field that gets a value and that nothing reads. */
const SETS = /^\s*(?:this|self)\.(\w+)\s*(?::[^=]{1,60})?=(?![=>])/
const EXPORTS = /\bexports\b|^\s*export\s*\{|__all__/

const MOST_EXPORTS = 200

interface Known {
  path: string
  before: string
  /** Whether a line that only prints is work: the task may be about what is printed. */
  printsCount: boolean
  /** Whether something outside of this file uses a name. */
  isUsed(name: string): boolean
}

/** A source without the lines that its change added and that never run: nothing reaches them, or nothing uses what they define. */
export function withoutDead(text: string, { path, before, printsCount, isUsed }: Known): string {
  const old = new Set(before.split('\n').map((line) => line.trim()))
  const lines = text.split('\n')
  const counts = countNames(path, text)
  const isNew = (line: string) => line.trim() !== '' && !old.has(line.trim())
  const exports = lines.filter((line) => EXPORTS.test(line)).slice(0, MOST_EXPORTS)
  const gone = new Set<string>()
  const kept: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const end = isNew(line)
      ? endOfDead(lines, at, { counts, exports, printsCount, isUsed, gone })
      : at
    if (end > at) {
      at = end - 1
      continue
    }
    kept.push(line)
    if (LEAVES.test(line) && isWhole(line)) at = endOfUnreached(lines, at, isNew)
  }
  return kept.map((line) => (EXPORTS.test(line) ? withoutNames(line, gone) : line)).join('\n')
}

type Line = Pick<Known, 'printsCount' | 'isUsed'> & {
  counts: ReadonlyMap<string, number>
  exports: readonly string[]
  gone: Set<string>
}

/** Where the part ends that begins with this line and never runs; the line itself when it runs. */
function endOfDead(
  lines: readonly string[],
  at: number,
  { counts, exports, gone, printsCount, isUsed }: Line,
): number {
  const line = lines[at] ?? ''
  if (NEVER.test(line)) return /[{:]\s*$/.test(line) ? endOfBlock(lines, at) : at + 1
  if (THROWN_AWAY.test(line) || (!printsCount && PRINTS.test(line))) return at + 1
  const field = SETS.exec(line)?.[1]
  if (field !== undefined && counts.get(field) === 1 && !isUsed(field)) return at + 1
  const imported = IMPORTS.exec(line)?.slice(1).find(Boolean)
  if (imported !== undefined) {
    const name = imported.split('.')[0] ?? ''
    return (counts.get(name) ?? 0) <= (line.split(name).length - 1 > 1 ? 2 : 1) ? at + 1 : at
  }
  const name = DEFINES.exec(line)?.[1]
  if (name === undefined) return at
  const count = counts.get(name) ?? 0
  // More uses than a definition and two exports have.
  if (count > 3) return at
  const rest = count - 1 - exports.filter((one) => one.includes(name)).length
  if (rest > 0 || isUsed(name)) return at
  gone.add(name)
  return endOfBlock(lines, at)
}

/** The last line below a line that leaves, as far as nothing else leads there. */
function endOfUnreached(
  lines: readonly string[],
  at: number,
  isNew: (line: string) => boolean,
): number {
  const depth = depthOf(lines[at] ?? '')
  let last = at
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    if (line.trim() === '') continue
    if (depthOf(line) < depth || JOINS.test(line) || !isNew(line)) break
    last = next
  }
  return last
}

/** The line behind the lines that are deeper, with the bracket that closes them. */
function endOfBlock(lines: readonly string[], at: number): number {
  const depth = depthOf(lines[at] ?? '')
  let end = at + 1
  while (end < lines.length && isInside(lines[end] ?? '', depth)) end += 1
  return end
}

function isInside(line: string, depth: number): boolean {
  return (
    line.trim() === '' ||
    depthOf(line) > depth ||
    (depthOf(line) === depth && /^\s*[)}\]]/.test(line))
  )
}

function isWhole(line: string): boolean {
  const count = (signs: RegExp) => line.match(signs)?.length ?? 0
  return count(/[([{]/g) === count(/[)\]}]/g) && !/[,+\-*/|&?:=([{]\s*$/.test(line)
}

function depthOf(line: string): number {
  return /^\s*/.exec(line)?.[0].length ?? 0
}

function countNames(path: string, text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const token of tokensOf(path, text))
    if (isName(token)) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

function withoutNames(line: string, gone: ReadonlySet<string>): string {
  let text = line
  for (const name of gone)
    text = text.replace(
      new RegExp(
        `(?<![\\w$])${name.replaceAll('$', '\\$')}\\s*,\\s*|,\\s*${name.replaceAll('$', '\\$')}(?![\\w$])`,
      ),
      '',
    )
  return text
}
