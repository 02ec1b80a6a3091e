import type { Standing } from '../facts/types.js'

const DECLARES =
  /\b(?:function|def|func|fn)\s{1,4}(?:\([^()\n]{0,80}\)\s{0,4})?([A-Za-z_]\w{0,80})|\b(?:exports\.|(?:const|let|var)\s{1,4})([A-Za-z_$][\w$]{0,80})\s{0,4}=/g
/** A flat list as an argument, in the languages that are read; the elements are a group. */
const LIST = /(?:\[\s{0,8}([^[\]{}]{0,400})\]|\[\]\w{1,40}\{([^{}]{0,400})\})/g
const MOST_NAMES = 100
const MOST_CALLS = 200
/** Characters of a call that are searched for lists. */
const MOST_CALL = 600

/**
 * Lengths of the lists with which tests call the functions of a source.
 * @returns empty when no test calls them with a list that is written out
 */
export function triedLengths(source: string, { testFiles, textOfFile }: Standing): Set<number> {
  const names = new Set([...source.matchAll(DECLARES)].map((found) => found[1] ?? found[2] ?? ''))
  const found = new Set<number>()
  for (const test of testFiles) {
    const text = textOfFile(test)
    for (const name of [...names].slice(0, MOST_NAMES)) {
      let at = text.indexOf(`${name}(`)
      for (let calls = 0; at !== -1 && calls < MOST_CALLS; calls += 1) {
        const call = text.slice(at, at + MOST_CALL).split('\n', 1)[0] ?? ''
        for (const [, js, go] of argumentsOf(call.slice(name.length)).matchAll(LIST))
          found.add(lengthOf(js ?? go ?? ''))
        at = text.indexOf(`${name}(`, at + 1)
      }
    }
  }
  return found
}

/** What is between the brackets that a text begins with. */
function argumentsOf(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(0, at)
  }
  return text
}

function lengthOf(elements: string): number {
  return elements.split(',').filter((one) => one.trim() !== '').length
}
