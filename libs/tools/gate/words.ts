/** One simple command of a shell text: its words, and the targets of its redirects. */
export interface SimpleCommand {
  words: string[]
  redirects: string[]
}

const BREAKS = ';|&\n()'

/**
 * Splits a shell text into simple commands, quotes and escapes resolved. It knows no expansions and
 * no heredocs: it serves the first layer of the deny rules, which looks for names that are written out.
 * Linear in the text; never throws.
 */
export function splitCommand(text: string): SimpleCommand[] {
  const commands: SimpleCommand[] = []
  let current: SimpleCommand = { words: [], redirects: [] }
  let word: string | null = null
  let intoRedirect = false

  function endWord() {
    if (word !== null) (intoRedirect ? current.redirects : current.words).push(word)
    if (word !== null) intoRedirect = false
    word = null
  }
  function endCommand() {
    endWord()
    intoRedirect = false
    if (current.words.length + current.redirects.length > 0) commands.push(current)
    current = { words: [], redirects: [] }
  }

  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '\\') {
      at += 1
      if (text.charAt(at) !== '\n') word = (word ?? '') + text.charAt(at)
    } else if (char === "'" || char === '"') {
      const quoted = readQuoted(text, at)
      word = (word ?? '') + quoted.text
      at = quoted.end
    } else if (char === '#' && word === null) {
      const end = text.indexOf('\n', at)
      at = (end < 0 ? text.length : end) - 1
    } else if (char === '<' || char === '>') {
      // A number before it names a descriptor and not a file.
      if (word !== null && /^\d+$/.test(word)) word = null
      endWord()
      intoRedirect = true
    } else if (char === '&' && intoRedirect && word === null) {
      // `>&2` and `>&file`: the word that follows tells which.
    } else if (BREAKS.includes(char)) endCommand()
    else if (/\s/.test(char)) endWord()
    else word = (word ?? '') + char
  }
  endCommand()
  return commands
}

function readQuoted(text: string, start: number): { text: string; end: number } {
  const quote = text.charAt(start)
  let out = ''
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === quote) return { text: out, end: at }
    if (char === '\\' && quote === '"' && /["\\$`\n]/.test(text.charAt(at + 1))) {
      at += 1
      if (text.charAt(at) !== '\n') out += text.charAt(at)
    } else out += char
  }
  return { text: out, end: text.length }
}
