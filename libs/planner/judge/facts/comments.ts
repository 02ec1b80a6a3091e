import type { FileChange, Standing } from './types.js'

const SLASH = /\.(?:[cm]?[jt]sx?|java|kts?|go|rs|c|h|cc|cpp|cxx|hpp|cs|swift|scala|php|dart|zig)$/
const HASH = /\.(?:py|rb|sh|bash)$/
/** Comments that a compiler, a linter or a runner reads. */
const READ =
  /eslint|noqa|type:|@ts-|ts-|go:|\+build|pragma|#!|#include|cgo|biome|prettier|istanbul|\bc8\b|nosec|coding[:=]|pylint|pyright|mypy|@jsx|@flow|rubocop|frozen_string/

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
  const plain = isSlash ? text.replace(/^[^\S\r\n]*\/\*[\s\S]*?\*\/[^\S\r\n]*$/gm, '') : text
  return plain
    .split('\n')
    .filter((line) => line.trim() !== '' && (!sign.test(line) || READ.test(line)))
    .map((line) => (READ.test(line) ? line : beforeComment(line, isSlash)))
    .map((line) => line.trimEnd())
    .join('\n')
}

/** A line without the comment behind its code; whole where a quote may hold the sign of a comment. */
function beforeComment(line: string, isSlash: boolean): string {
  const at = line.search(isSlash ? /\s\/\/\s/ : /\s#\s/)
  return at === -1 || /['"`]/.test(line.slice(0, at)) ? line : line.slice(0, at)
}
