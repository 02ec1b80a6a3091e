interface Frame {
  /** Where the value of each key is; null for a list. */
  values: Map<string, [from: number, to: number]> | null
  key: string | null
  from: number
}

/**
 * A key that one object of valid JSON has twice, with different values. `JSON.parse` keeps the last of them
 * and reports nothing: the text has two readings. Linear in the text.
 * @param start  index of the first character of the value
 * @returns null when every key has one value
 */
export function findDoubleKey(text: string, start: number, end: number): string | null {
  const frames: Frame[] = []
  let isKey = false
  for (let at = start; at < end; at += 1) {
    const char = text[at]
    const frame = frames.at(-1)
    if (char === '"') {
      const from = at
      for (at += 1; at < end && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
      if (isKey && frame) frame.key = keyOf(text.slice(from, at + 1))
      isKey = false
    } else if (char === ':' && frame) frame.from = at + 1
    else if (char === '{' || char === '[') {
      isKey = char === '{'
      frames.push({ values: isKey ? new Map() : null, key: null, from: at })
    } else if (char === ',' || char === '}' || char === ']') {
      const double = frame === undefined ? null : closeMember(text, frame, at)
      if (double !== null) return double
      if (char === ',') isKey = frame?.values != null
      else frames.pop()
    }
  }
  return null
}

function closeMember(text: string, frame: Frame, at: number): string | null {
  const { key, values, from } = frame
  if (values === null || key === null) return null
  frame.key = null
  const other = values.get(key)
  if (other === undefined) {
    values.set(key, [from, at])
    return null
  }
  return text.slice(...other).trim() === text.slice(from, at).trim() ? null : key
}

function keyOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}
