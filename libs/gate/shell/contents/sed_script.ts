/**
 * Reads a sed script (GNU sed 4.9): the files that its commands `r R w W` and `s///w` name.
 * @returns null where it runs programs (`e`, `s///e`) or holds what is not known here
 */
export function readSed(script: string): { files: string[] } | null {
  const files: string[] = []
  let at = 0
  const toLineEnd = () => {
    const end = script.indexOf('\n', at)
    const text = script.slice(at, end < 0 ? script.length : end)
    at = end < 0 ? script.length : end
    return text.trim()
  }
  while (at < script.length) {
    at = skipAddresses(script, at)
    const command = script.charAt(at)
    at += 1
    if (/^[\s;{}]?$/.test(command)) continue
    if (command === '#') toLineEnd()
    else if (/^[dDpPhHgGnNxzF=]$/.test(command)) continue
    else if (/^[rRwW]$/.test(command)) files.push(toLineEnd())
    else if (/^[aic]$/.test(command)) {
      toLineEnd()
      while (script.charAt(at - 1) === '\\' && at < script.length) {
        at += 1
        toLineEnd()
      }
    } else if (/^[btT:qQlL]$/.test(command)) {
      while (at < script.length && !/[;\n}]/.test(script.charAt(at))) at += 1
    } else if (command === 's' || command === 'y') {
      const end = skipParts(script, at, 2)
      if (end === null) return null
      at = end
      const [flags = ''] = /^[gpiImM\d]*/.exec(script.slice(at, at + 32)) ?? []
      at += flags.length
      if (script.charAt(at) === 'w') {
        at += 1
        files.push(toLineEnd())
      } else if (script.charAt(at) === 'e') return null
    } else return null
  }
  return { files: files.filter((file) => !/^\/dev\/std(?:out|err)$/.test(file)) }
}

/** `3`, `$`, `/re/`, `\cREc`, `first~step`, pairs of them, and `!`. */
function skipAddresses(script: string, start: number): number {
  let at = start
  for (;;) {
    const char = script.charAt(at)
    if (/[\d$,~+!\s]/.test(char)) at += 1
    else if (char === '/') at = skipParts(script, at, 1) ?? script.length
    else if (char === '\\') at = skipParts(script, at + 1, 1) ?? script.length
    else return at
    // Flags of an address: I and M.
    if (char === '/' || char === '\\') while (/[IM]/.test(script.charAt(at))) at += 1
  }
}

/** The end of `count` sections that each end with the delimiter at `start`; null when one is missing. */
function skipParts(script: string, start: number, count: number): number | null {
  const delimiter = script.charAt(start)
  if (delimiter === '' || delimiter === '\n' || delimiter === '\\') return null
  let left = count
  let at = start + 1
  for (; at < script.length && left > 0; at += 1) {
    const char = script.charAt(at)
    if (char === '\\') at += 1
    else if (char === delimiter) left -= 1
  }
  return left === 0 ? at : null
}
