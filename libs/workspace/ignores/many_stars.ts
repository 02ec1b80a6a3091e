/** Of a part of a glob: an escaped character, a set, any character, itself. Each is one character of a name. */
const ONES = /\\(.)|\[([!^]?)(\]?[^\]]*)\]|\*|\?|./gs

/**
 * A glob of .gitignore as a test of a path, in at most path times glob steps. A regular expression tries each way to
 * share a name among its stars: with `*a*a*a*a*b` a name of 200 letters takes hours.
 */
export function matchStars(glob: string): (path: string) => boolean {
  // What ends with `/**` is what lies in the folder, not the folder.
  const inner = glob.replace(/\/\*\*$/, '/*/**')
  const parts = inner.split('/').map((part) => (part === '**' ? null : matchName(part)))
  return (path) => fits(parts, path.split('/'))
}

/** null: any number of folders. */
type Part = ((name: string) => boolean) | null

/** Where a name does not fit, the last `**` takes one folder more: earlier ones need no other try. */
function fits(parts: readonly Part[], names: readonly string[]): boolean {
  let [part, at] = [0, 0]
  let back: { part: number; at: number } | null = null
  while (at < names.length) {
    const test = parts[part]
    if (test === null) {
      back = { part, at }
      part += 1
    } else if (test?.(names[at] ?? '')) {
      part += 1
      at += 1
    } else if (back !== null) {
      back.at += 1
      ;[part, at] = [back.part + 1, back.at]
    } else return false
  }
  return parts.slice(part).every((rest) => rest === null)
}

/** A name is the first piece, then each piece as far left as it fits, and the last one at its end. */
function matchName(glob: string): (name: string) => boolean {
  const pieces = piecesOf(glob)
  if (pieces === null) return () => false
  const [first = [], ...others] = pieces
  const last = others.pop()
  const isAt = (piece: Piece, name: string, from: number) =>
    from >= 0 &&
    piece.every((one, at) => from + at < name.length && one.test(name[from + at] ?? ''))
  return (name) => {
    if (!isAt(first, name, 0)) return false
    if (last === undefined) return name.length === first.length
    let from = first.length
    for (const piece of others) {
      while (from + piece.length <= name.length && !isAt(piece, name, from)) from += 1
      if (from + piece.length > name.length) return false
      from += piece.length
    }
    return name.length - last.length >= from && isAt(last, name, name.length - last.length)
  }
}

type Piece = readonly RegExp[]

/** What is between the stars of a part of a glob; null: a set of it is none. */
function piecesOf(glob: string): Piece[] | null {
  const pieces: RegExp[][] = [[]]
  try {
    for (const [text, escaped, sign, set] of glob.matchAll(ONES)) {
      if (text === '*') pieces.push([])
      else pieces.at(-1)?.push(new RegExp(`^${sourceOf({ text, escaped, sign, set })}$`, 's'))
    }
  } catch {
    return null
  }
  return pieces
}

interface One {
  text: string
  escaped: string | undefined
  sign: string | undefined
  set: string | undefined
}

function sourceOf({ text, escaped, sign, set }: One): string {
  if (set !== undefined) return `[${sign ? '^' : ''}${set.replace(/[\\\][^]/g, '\\$&')}]`
  if (text === '?') return '.'
  return (escaped ?? text).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
