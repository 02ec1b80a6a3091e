/** Names in code spans, and words that only code has: an inner capital, an underscore, letters with digits. */
const NAME =
  /`([^`\s]{2,60})`|(?<![\w$./-])([A-Za-z$_][\w$]*(?:[a-z][A-Z]|_[A-Za-z0-9])[\w$]*)(?![\w$/])/g
const PATH =
  /(?<![\w/.@:~-])((?:[\w.@-]+\/)+[\w.@-]*\w|[\w-]+(?:\.[\w-]+)*\.[A-Za-z]\w{0,5})(?![\w/])/g

/** Identifiers of a text, each once, without paths and calls' brackets. */
export function namesIn(text: string): string[] {
  const found = [...text.matchAll(NAME)].map((match) => match[1] ?? match[2] ?? '')
  const names = found.map((name) => name.replace(/\(.*$/, '').replace(/[.,;:]+$/, ''))
  return [...new Set(names.filter((name) => /^[\w$.#-]{2,}$/.test(name) && !isPath(name)))]
}

/** What may be a path in a text, each once, in its order. Only the workspace knows whether it is one. */
export function pathsIn(text: string): string[] {
  const plain = text.replace(/\b[a-z]+:\/\/\S+/gi, ' ')
  return [...new Set([...plain.matchAll(PATH)].map((match) => clean(match[1] ?? '')))]
}

/** Whether a text has a name as a whole word. */
export function hasName(text: string, name: string): boolean {
  if (name === '') return false
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!isWord(text[at - 1]) && !isWord(text[at + name.length])) return true
  return false
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[\w$]/.test(char)
}

function isPath(name: string): boolean {
  return name.includes('/') || /\.[a-z]{1,4}$/.test(name)
}

function clean(path: string): string {
  return path.replace(/^\.\//, '')
}
