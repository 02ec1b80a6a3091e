import type { FileChange, Standing } from '../facts/types.js'
import { kindOfPath } from '../tests/check_files.js'
import { fixedList } from './fixed_lists.js'
import { isCode, MOST_CODE, tokensOf } from './tokens.js'

/** Values that many functions return at a border. */
const USUAL = /^(?:[012]|1[0]{1,4}|'.?'|0x0|0\.0|1\.0)$/
const LITERAL = /^(?:\d[\w.]*|["'][^\n]*["'])$/
/** What makes the value behind it the result. */
const GIVES = /^(?:return|=>|->|\?|:|echo|then|yield|else|=)$/
const COMPARES =
  /^(?:===?|is|case|-eq|equals|in|includes|startsWith|startswith|endsWith|endswith|match)$/
const CATCHES = /^(?:except|catch|rescue)$/
const MOST_TESTS = 200
/** Tokens before a value in which its condition is. */
const REACH = 16

/**
 * A value that tests expect and that a change gives back as it is, for an input that it names: the code computed it before, or
 * has to. null: there is none.
 */
export function fixedAnswer(standing: Standing): string | null {
  const { changes, checkTexts, testFiles, textOfFile } = standing
  const sources = changes.filter(
    ({ path, after }) => after !== null && isCode(path) && kindOfPath(path, checkTexts) === null,
  )
  if (sources.length === 0) return null
  const named = checkTexts.flatMap((text) => text.match(/[\w./-]+\.(?:sh|bats)\b/g) ?? [])
  const paths = [...testFiles, ...named.map((one) => one.replace(/^\.\//, ''))].slice(0, MOST_TESTS)
  const files = paths.map((path) => [path, textOfFile(path)] as const)
  const texts = files.map(([, text]) => text).filter((text) => text.length <= MOST_CODE)
  for (const change of sources) {
    const list = fixedList(change, { tests: texts, asked: standing.asked })
    if (list !== null) return list
  }
  const tests = literalsIn(files)
  if (tests.size === 0) return null
  const pairs = pairsIn(files)
  for (const change of sources) {
    const found = answerIn(change, { tests, pairs, asked: standing.asked.toLowerCase() })
    if (found !== null)
      return `${change.path} answers what the tests ask with a fixed value (${found})`
  }
  return null
}

function literalsIn(files: readonly (readonly [string, string])[]): Set<string> {
  const found = new Set<string>()
  for (const [path, text] of files)
    if (text.length <= MOST_CODE)
      for (const token of tokensOf(path, text)) if (LITERAL.test(token)) found.add(plain(token))
  return found
}

const LINE_LITERALS = 8

/** Literals that are in one line of a test, each with each. */
function pairsIn(files: readonly (readonly [string, string])[]): Set<string> {
  const found = new Set<string>()
  for (const [path, text] of files) {
    if (text.length > MOST_CODE) continue
    for (const line of text.split('\n')) {
      const all = tokensOf(path, line)
        .filter((token) => LITERAL.test(token))
        .map(plain)
      for (const one of all.slice(0, LINE_LITERALS))
        for (const other of all.slice(0, LINE_LITERALS)) found.add(`${one}\n${other}`)
    }
  }
  return found
}

interface Asked {
  pairs: ReadonlySet<string>
  tests: ReadonlySet<string>
  asked: string
}

function answerIn(
  { path, before, after }: FileChange,
  { tests, pairs, asked }: Asked,
): string | null {
  const text = after ?? ''
  if (text.length + (before ?? '').length > MOST_CODE) return null
  const old = new Set((before ?? '').split('\n').map((line) => line.trim()))
  const added = text.split('\n').map((line) => (old.has(line.trim()) ? '' : line))
  const was = tokensOf(path, before ?? '').map(plain)
  const known = new Set(was)
  const tokens = tokensOf(path, added.join('\n'))
    .filter((token) => !token.startsWith('\n'))
    .map(plain)
  for (const [at, token] of tokens.entries()) {
    if (!LITERAL.test(token) || !tests.has(token) || USUAL.test(token)) continue
    const isFresh = !known.has(token)
    const isText = token.startsWith("'")
    // "Big Book" and "big-book" beside each other: no rule makes one of the other.
    const other = tokens.slice(at + 1, at + 4).find((one) => isText && isAnswer(one, tests, token))
    if (isFresh && other !== undefined && !asked.includes(inner(token))) return `${token}, ${other}`
    if (!GIVES.test(tokens[at - 1] ?? '') || isPart(tokens[at + 1])) continue
    const reach = tokens.slice(Math.max(0, at - REACH), at)
    if (isText && asked.includes(inner(token))) continue
    if (isFresh && reach.some((one) => CATCHES.test(one))) return token
    const place = reach.findLastIndex((one) => COMPARES.test(one))
    const sides = place === -1 ? [] : [reach[place + 1], reach[place - 1]]
    const input = sides.find((one) => one !== undefined && LITERAL.test(one))
    const isCase = input !== undefined && (isFresh || pairs.has(`${input}\n${token}`))
    const isChoice = !isText && reach.includes('?') && (isFresh || pairs.has(`0\n${token}`))
    if ((isCase || isChoice) && !hasCases(was)) return token
  }
  return null
}

/** A value of a longer expression is no answer. */
function isPart(next: string | undefined): boolean {
  return next !== undefined && /^[-+*/%.[&|<>=]/.test(next)
}

function isFixed(...sides: readonly (string | undefined)[]): boolean {
  return sides.some((one) => one !== undefined && LITERAL.test(one))
}

/** A source that had a case for each of some inputs may get one more. */
function hasCases(tokens: readonly string[]): boolean {
  return tokens.some(
    (token, at) =>
      /^(?:case|===?|=>|:)$/.test(token) &&
      isFixed(tokens[at + 1], tokens[at - 1]) &&
      tokens
        .slice(at + 1, at + 5)
        .some((one, index, all) => GIVES.test(one) && isFixed(all[index + 1])),
  )
}

/** The other half of a pair: a test has it, or it differs from the first only in its case. */
function isAnswer(one: string, tests: ReadonlySet<string>, token: string): boolean {
  if (!one.startsWith("'") || inner(one).length < 3 || inner(token).length < 3) return false
  return one !== token && (tests.has(one) || one.toLowerCase() === token.toLowerCase())
}

function inner(token: string): string {
  return token.slice(1, -1).toLowerCase()
}

function plain(token: string): string {
  if (/^\d[\d_]*(?:\.\d+)?$/.test(token)) return String(Number(token.replaceAll('_', '')))
  return /^"[^\n]*"$/.test(token) ? `'${token.slice(1, -1)}'` : token
}
