/** A matcher for comparison: returns the new content, or null when it refuses. */
export type Matcher = (content: string, old: string, fresh: string) => string | null

/** The strategy of most tools: exactly this text, once. */
export const exactOnly: Matcher = (content, old, fresh) => {
  const at = content.indexOf(old)
  if (at === -1 || content.indexOf(old, at + 1) !== -1) return null
  return content.slice(0, at) + fresh + content.slice(at + old.length)
}

/** Below this share the best window is not a match. */
const FLOOR = 0.8

/** A simple fuzzy matcher: otherwise the window of the same height with the most equal trimmed lines. */
export const simpleFuzzy: Matcher = (content, old, fresh) => {
  const exact = exactOnly(content, old, fresh)
  if (exact !== null) return exact
  const asked = old.replace(/\n$/, '').split('\n')
  const lines = content.split('\n')
  let best = { at: -1, score: 0 }
  for (let at = 0; at + asked.length <= lines.length; at += 1) {
    const same = asked.filter((line, index) => lines[at + index]?.trim() === line.trim()).length
    if (same / asked.length > best.score) best = { at, score: same / asked.length }
  }
  if (best.score < FLOOR) return null
  lines.splice(best.at, asked.length, ...fresh.replace(/\n$/, '').split('\n'))
  return lines.join('\n')
}
