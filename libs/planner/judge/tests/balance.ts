const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Whether a piece of code closes every bracket, quote and comment that it opens. Strings and comments are skipped. */
export function isBalanced(code: string): boolean {
  const open: string[] = []
  const text = code
    .replace(/\\./g, '')
    .replace(/"""[\s\S]*?"""|'''[\s\S]*?'''/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
  if (/"""|'''|\/\*|<!--|^=begin/m.test(text)) return false
  const plain = text
    .split('\n')
    .map((line) =>
      line.replace(/"[^"\n]*"|'[^'\n]*'/g, '').replace(/\/\/.*$|(^|\s)#(?!\[).*$/g, ''),
    )
    .join('\n')
    .replace(/`[^`]*`/g, '')
  if (plain.includes('`')) return false
  for (const char of plain) {
    if ('([{'.includes(char)) open.push(char)
    else if (char in PAIRS && open.pop() !== PAIRS[char]) return false
  }
  return open.length === 0
}
