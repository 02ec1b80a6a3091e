const QUOTES = new Set(['"', "'", '`'])
/** `%q(x)`, `qw[x]` and similar forms of Ruby and Perl. */
const WORDED = /(?:%|\bq)[qQwxr]*[({[<|]/y
const CLOSER = /[)}\]>|]/g

/** A string of a program text. */
export interface ProgramString {
  text: string
  /** In backticks: a command in some languages. */
  isTicked: boolean
}

/**
 * The strings of one line of Python, JavaScript, Ruby, Perl, PHP, Lua or Go, in their order. It reads each character a
 * bounded number of times: a file that the model wrote is hostile input, and an expression that looks for the end of a
 * string from each beginning takes a minute for 64 kB.
 */
export function* stringsIn(line: string): Generator<ProgramString> {
  /** Beginnings without an end in the rest of the line. */
  const open = new Set<string>()
  let at = 0
  while (at < line.length) {
    const found = stringAt(line, at, open)
    if (found !== null) yield { text: line.slice(found.from, found.to), isTicked: line[at] === '`' }
    at = found === null ? at + 1 : found.next
  }
}

interface Found {
  from: number
  to: number
  /** Where the text behind it begins. */
  next: number
}

function stringAt(line: string, at: number, open: Set<string>): Found | null {
  const first = line[at] ?? ''
  if (QUOTES.has(first)) return endedBy(first, quoteEnd(line, at), { from: at + 1, open })
  if (line.startsWith('[[', at))
    return open.has(']]') ? null : endedBy(']]', line.indexOf(']]', at), { from: at + 2, open })
  if ((first !== '%' && first !== 'q') || open.has(')')) return null
  WORDED.lastIndex = at
  if (!WORDED.test(line)) return null
  const from = WORDED.lastIndex
  CLOSER.lastIndex = from
  return endedBy(')', CLOSER.exec(line)?.index ?? -1, { from, open })

  function quoteEnd(text: string, start: number): number {
    if (open.has(first)) return -1
    for (let next = start + 1; next < text.length; next += 1) {
      if (text[next] === '\\') next += 1
      else if (text[next] === first) return next
    }
    return -1
  }
}

function endedBy(
  closer: string,
  to: number,
  { from, open }: { from: number; open: Set<string> },
): Found | null {
  if (to !== -1) return { from, to, next: to + closer.length }
  open.add(closer)
  return null
}
