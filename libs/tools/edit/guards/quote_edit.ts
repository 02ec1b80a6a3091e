const LONGEST_CALL = 1_600
const MOST_CONTEXT = 6

/**
 * The patch_file call that has the same effect as writing the whole new content. When the change is too
 * large for one call, its form with placeholders.
 */
export function quoteEdit(path: string, before: string, after: string): string {
  const call = oneRegion(path, before.split('\n'), after.split('\n'))
  if (call !== null && call.length <= LONGEST_CALL) return call
  const shape = { old_str: '<lines as the file has them>', new_str: '<the same lines, changed>' }
  return callText(path, shape.old_str, shape.new_str)
}

function oneRegion(path: string, old: string[], fresh: string[]): string | null {
  const shorter = Math.min(old.length, fresh.length)
  let head = 0
  while (head < shorter && old[head] === fresh[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  for (let context = 1; context <= MOST_CONTEXT; context += 1) {
    const from = Math.max(0, head - context)
    const rest = Math.max(0, tail - context)
    const old_str = old.slice(from, old.length - rest).join('\n')
    const isThere = old_str.trim() !== '' && count(old.join('\n'), old_str) === 1
    if (isThere) return callText(path, old_str, fresh.slice(from, fresh.length - rest).join('\n'))
  }
  return null
}

function callText(path: string, old_str: string, new_str: string): string {
  return `patch_file ${JSON.stringify({ path, old_str, new_str })}`
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}
