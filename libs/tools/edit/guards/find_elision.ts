/** A line that is only a comment, in the common languages; the group is its text. */
const COMMENT =
  /^\s*(?:\/\/+|#+|\/\*+|\*|<!--|--|;+|%+|\{\/\*|'''|""")\s*(.*?)\s*(?:\*\/\}?|-->)?\s*$/
/** A line that begins with dots is a placeholder even outside a comment. */
const DOTS = /^\s*((?:\.{3}|…)(?:[\s(].*|[\w ]+(?:\.{3}|…)))$/

const LEFT_OUT: readonly RegExp[] = [
  /(?:\.{3}|…).*\b(?:rest|existing|remaining|remainder|unchanged|previous|original|omitted|same as (?:before|above))\b/i,
  /\b(?:rest|existing|remaining|remainder|unchanged|previous|original|omitted)\b.*(?:\.{3}|…)/i,
  /^(?:the )?(?:rest|remainder) of (?:the |this )?(?:file|code|class|function|method|module|implementation|component|content|script)\b/i,
  /^(?:the )?(?:existing|previous|remaining|original|other) (?:code|functions?|methods?|implementation|imports?|content|lines|logic)(?:\W*$|\b.*\b(?:here|unchanged|stays?|remains?|as before|omitted|above|below)\b)/i,
  /^(?:\w+ )?(?:unchanged|omitted for brevity|same as before)\W*$/i,
]

/**
 * Returns the first placeholder for omitted text, such as `// ... rest of the code`; written to a file it
 * would delete that text. Lines that are already in the file do not count.
 */
export function findElision(text: string, before: string): string | null {
  const known = new Set(before.split(/\r?\n/).map((line) => line.trim()))
  const found = text.split(/\r?\n/).find((line) => !known.has(line.trim()) && isElision(line))
  return found?.trim() ?? null
}

function isElision(line: string): boolean {
  if (line.length > 200) return false
  const said = COMMENT.exec(line)?.[1] ?? DOTS.exec(line)?.[1]
  return said !== undefined && LEFT_OUT.some((shape) => shape.test(said))
}
