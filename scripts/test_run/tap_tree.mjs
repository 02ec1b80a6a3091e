const SUBTEST = /^( *)# Subtest: (.*)$/
const POINT = /^( *)(not )?ok \d+(?: - (.*?))?(?: # (SKIP|TODO|time=[\d.]+ms)(?: (.*))?)?$/
const COMMENT = /^ *# (?!time=|test count|\{ total|No coverage|failed |skip: |todo: )(.*)$/

/**
 * Reads TAP as tap prints it (four spaces a level) into trees, one for each point at the top.
 * A node is { name, ok, skip: reason or null, ms, details: lines, comments: lines, children },
 * and children is null where the point is a single check.
 * @param lines  the whole stream; a level that is cut off leaves no node
 */
export function readTap(lines) {
  const top = { children: [], comments: [] }
  const open = [top]
  let last = null
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    const details = /^( *)---$/.exec(line)
    const start = SUBTEST.exec(line)
    const point = POINT.exec(line)
    const comment = COMMENT.exec(line)
    if (details && last) {
      const [, room] = details
      const stop = endOfDetails(lines, at + 1, room)
      last.details = lines.slice(at + 1, stop).map((text) => text.slice(room.length))
      at = lines[stop] === `${room}...` ? stop : stop - 1
    } else if (start) {
      const level = start[1].length / 4 + 1
      open.length = Math.min(open.length, level)
      open[level] = { name: start[2], children: [], comments: [] }
    } else if (point) {
      const level = point[1].length / 4 + 1
      last = toNode(point, open[level])
      open.length = Math.min(open.length, level)
      open[level - 1]?.children.push(last)
    } else if (comment) {
      open.at(-1)?.comments.push(comment[1])
    }
  }
  return top.children
}

/** Details end with `...`; tap breaks them off without it where a text holds U+2028, which its own reader takes for a line end. */
function endOfDetails(lines, from, room) {
  const isEnd = (line) => line === `${room}...` || (line.trim() !== '' && !line.startsWith(room))
  for (let at = from; at < lines.length; at += 1) if (isEnd(lines[at])) return at
  return lines.length
}

function toNode([, , failed, name = '', directive = '', reason = ''], block) {
  const skipped = directive === 'SKIP' || directive === 'TODO'
  return {
    name: name.replaceAll('\\#', '#'),
    ok: !failed,
    skip: skipped ? reason || directive.toLowerCase() : null,
    ms: Number(/[\d.]+/.exec(directive)?.[0] ?? 0),
    details: [],
    comments: block?.comments ?? [],
    children: block?.children ?? null,
  }
}
