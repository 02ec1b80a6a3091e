import { isName } from './tokens.js'

/** Words that are no variables. */
const FIXED =
  /^(?:true|false|True|False|None|null|undefined|nil|NaN|Infinity|self|this|super|not|and|or|in|of|is|if|else|for|while|do|return|break|continue|pass|new|await|async|yield|typeof|delete|const|let|var|def|func|fn|function|class|import|from|export|default)$/
/** More names than this are no mere renaming. */
const MOST_NAMES = 40
/** What is in front of a bracket that holds no parameters. */
const CONDITION = /^(?:if|while|for|switch|catch|elif|match)$/

/**
 * Whether two sources in one form are the same but for the names of parameters and variables of their own.
 * @param old  its tokens, separated by blanks
 */
export function isRenamed(old: string, now: string): boolean {
  const [from, to] = [old.split(' '), now.split(' ')]
  if (from.length !== to.length) return false
  const names = new Map<string, string>()
  for (const [at, name] of from.entries()) {
    const other = to[at] ?? ''
    if ((names.get(name) ?? other) !== other) return false
    if (name === other) continue
    if (!isName(name) || !isName(other) || FIXED.test(name) || FIXED.test(other)) return false
    // A field, a function that is called and a key of an object have a meaning elsewhere.
    if (/^(?:\.|\{)$/.test(from[at - 1] ?? '') || /^(?:\(|\})$/.test(from[at + 1] ?? ''))
      return false
    // The first place is where it is declared; the other name was not there.
    if (!names.has(name) && names.size >= MOST_NAMES) return false
    if (!names.has(name) && (!isDeclared(from, at) || from.includes(other))) return false
    names.set(name, other)
  }
  return names.size > 0 && from.every((name, at) => !names.has(name) || to[at] === names.get(name))
}

/** A variable or a parameter: in the brackets before a body. */
function isDeclared(tokens: readonly string[], at: number): boolean {
  if (/^(?:const|let|var)$/.test(tokens[at - 1] ?? '') || tokens[at + 1] === '=>') return true
  let open = at - 1
  for (let depth = 0; open >= 0; open -= 1) {
    if (tokens[open] === ')') depth += 1
    if (tokens[open] === '(') depth -= 1
    if (depth < 0) break
  }
  if (open < 0 || CONDITION.test(tokens[open - 1] ?? '')) return false
  let depth = 0
  for (let end = open; end < tokens.length; end += 1) {
    if (tokens[end] === '(') depth += 1
    if (tokens[end] === ')') depth -= 1
    if (depth === 0) return /^(?:=>|\{|:|->)$/.test(tokens[end + 1] ?? '')
  }
  return false
}
