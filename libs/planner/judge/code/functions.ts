/** A function as a source defines it. */
export interface Defined {
  name: string
  params: readonly string[]
  body: string
}

/** The header of a function in one line: its name, and what is in its brackets. */
const HEADER =
  /^[ \t]*(?:(?:export|default|pub(?:\(\w+\))?|public|private|protected|static|final|async|override|suspend|inline|virtual|const|let|var|def|function\*?|fn|fun|func|exports\.|module\.exports\.)[ \t]*){0,6}(?:\([^)\n]{0,100}\)[ \t]*)?(?:[\w<>[\],.*&]{1,60}[ \t]+){0,3}([A-Za-z_$][\w$]{0,80})(?:<[^>\n]{0,60}>)?[ \t]*(?:=[ \t]*(?:async[ \t]*)?)?\(([^()\n]{0,300})\)[ \t]*(?:(?:->|:)?[ \t]*[^{}=\n]{0,100}?)?(?:=>|[{:][ \t]*$|\{)/
const WORDS =
  /^(?:if|for|while|switch|catch|with|return|elif|else|except|match|when|function|and|or|not|in)$/
const NO_PARAM = /^(?:self|this|cls|_\w*|)$/

/** Functions of a source with their parameters and their bodies. */
export function functionsOf(path: string, text: string): Map<string, Defined> {
  const lines = text.split('\n')
  const found = new Map<string, Defined>()
  for (const [at, line] of lines.entries()) {
    if (line.length > 600 || !line.includes('(')) continue
    const match = HEADER.exec(line)
    const [all = '', name = '', inner = ''] = match ?? []
    if (match === null || WORDS.test(name) || found.has(name)) continue
    const params = paramsOf(path, inner)
    const depth = /^\s*/.exec(line)?.[0].length ?? 0
    let end = at + 1
    while (end < lines.length && isInside(lines[end] ?? '', depth)) end += 1
    const body = [line.slice(all.length), ...lines.slice(at + 1, end)].join('\n')
    found.set(name, { name, params, body })
  }
  return found
}

function paramsOf(path: string, inner: string): string[] {
  if (/[{[]/.test(inner)) return []
  return inner
    .split(',')
    .map((one) =>
      one
        .replace(/=.*$/, '')
        .trim()
        .replace(/^[*&.]+/, ''),
    )
    .map((one) => {
      // "a: number" in most languages, "int a" in those of C, "a int" in Go.
      const plain = one.replace(/\??\s*:.*$/, '').replace(/^(?:mut|final|const|val|var)\s+/, '')
      const words = plain.split(/\s+/)
      if (words.length === 1) return plain
      return (path.endsWith('.go') ? words[0] : words.length === 2 ? words[1] : '') ?? ''
    })
    .filter((one) => /^[A-Za-z_$][\w$]*$/.test(one) && !NO_PARAM.test(one))
}

function isInside(line: string, depth: number): boolean {
  return line.trim() === '' || (/^\s*/.exec(line)?.[0].length ?? 0) > depth
}
