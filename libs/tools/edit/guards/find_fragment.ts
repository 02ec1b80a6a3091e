/** A smaller file may be replaced by anything. */
const LEAST_LINES = 12
/** A replacement that keeps less than this share of the lines is a fragment. */
const KEPT_SHARE = 0.4

/** Returns why a new content looks like a part of the file and not like all of it, or null. */
export function findFragment(before: string, after: string): string | null {
  const lines = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [old, fresh] = [lines(before), lines(after)]
  if (old.length < LEAST_LINES || fresh.length >= old.length * KEPT_SHARE) return null
  return `it has ${fresh.length} lines in place of ${old.length}`
}
