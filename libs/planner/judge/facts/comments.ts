import type { FileChange, Standing } from './types.js'

const SLASH = /\.(?:[cm]?[jt]sx?|java|kts?|go|rs|c|h|cc|cpp|cxx|hpp|cs|swift|scala|php|dart|zig)$/
const HASH = /\.(?:py|rb|sh|bash)$/
/** Comments that a compiler, a linter or a runner reads. */
const READ =
  /eslint|noqa|type:|@ts-|ts-|go:|\+build|pragma|#!|#include|cgo|biome|prettier|istanbul|\bc8\b|nosec|coding[:=]|pylint|pyright|mypy|@jsx|@flow|rubocop|frozen_string/

/** A line that is only a comment, and the comment behind code. */
const REMARK = /^\s*(?:\/\/|#(?!\[|include|!)|\*(?![\w[(])|\/\*|--\s|<!--).*$|\s(?:\/\/|#)\s.*$/

/** A line of code without its comment; empty where it is only one. */
export function withoutComment(line: string): string {
  return line.replace(REMARK, '')
}

/** Whether a task changed only comments and empty lines of code. */
export function onlyComments({ changes }: Pick<Standing, 'changes'>): boolean {
  return changes.length > 0 && changes.every(isComment)
}

function isComment({ path, before, after }: FileChange): boolean {
  if (before === null || after === null) return false
  const sign = SLASH.test(path) ? /^\s*\/\// : HASH.test(path) ? /^\s*#/ : null
  return sign !== null && codeOf(before, sign) === codeOf(after, sign)
}

function codeOf(text: string, sign: RegExp): string {
  const isSlash = sign.source.includes('/')
  const plain = isSlash ? withoutBlocks(text) : text
  return plain
    .split('\n')
    .filter((line) => line.trim() !== '' && (!sign.test(line) || READ.test(line)))
    .map((line) => (READ.test(line) ? line : beforeComment(line, isSlash)))
    .map((line) => line.trimEnd())
    .join('\n')
}

/** A text without the comments between signs that have their lines for themselves. One that nothing closes ends the search. */
function withoutBlocks(text: string): string {
  const kept: string[] = []
  let from = 0
  for (const { index } of text.matchAll(/^[^\S\r\n]*\/\*/gm)) {
    if (index < from) continue
    const close = text.indexOf('*/', text.indexOf('/*', index) + 2)
    if (close === -1) break
    const end = text.indexOf('\n', close)
    const rest = text.slice(close + 2, end === -1 ? undefined : end)
    if (rest.trim() !== '') continue
    kept.push(text.slice(from, index))
    from = end === -1 ? text.length : end
  }
  return kept.join('') + text.slice(from)
}

/** A line without the comment behind its code; whole where a quote may hold the sign of a comment. */
function beforeComment(line: string, isSlash: boolean): string {
  const at = line.search(isSlash ? /\s\/\/\s/ : /\s#\s/)
  return at === -1 || /['"`]/.test(line.slice(0, at)) ? line : line.slice(0, at)
}
