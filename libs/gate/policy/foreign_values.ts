import { relative } from 'node:path'
import type { Workspace } from '#workspace'
import { literal } from '../shell/state/places.js'
import { expandBraces } from '../shell/words/braces.js'
import { compilePattern, isPattern } from '../shell/words/pattern.js'
import { controlFamily } from './control_files.js'

/** An address of another machine; with other schemes a program may mean its own. */
const ADDRESS = /^\s*(?:https?|wss?|ftps?|sftp|ssh|git|s3|gs):\/\//i
/** What may be beside a path in one word: `HEAD:x`, `x#L1`, `--file=x`, `@x`. */
const SEPARATOR = /[:=#?@,;|&!<>()[\]{}'"`]+/
/** A call with a text, or what SQL has before the name of a file: no sentence has them. */
const CODE = /\w\(\s*['"`]|\b(?:from|into|infile|outfile|attach|copy)\s+['"]/i
const MAX_PIECES = 200
const MAX_TEXT = 65_536

/** Other ways in which a program may read a value as a path: without blanks or quotes, decoded, behind an option. */
export function readingsOf(value: string): string[] {
  const trimmed = value.trim().replace(/^(["'`])(.*)\1$/s, '$2')
  const plain = fromFileUrl(trimmed)
  const [, option = ''] = /^--?[\w-]+=(.+)$/s.exec(trimmed) ?? []
  const placed = plain
    .replace(/^(?:\$HOME|\$\{HOME\}|%USERPROFILE%|\$env:USERPROFILE)(?=[/\\]|$)/i, '~')
    .replace(/^(?:\$PWD|\$\{PWD\}|\$\(pwd\))(?=[/\\]|$)/i, '.')
  // A pattern such as `\\.env` begins in no folder.
  const turned = /^(?:~|\.\.?|[a-z]:)\\/i.test(placed) ? placed.replaceAll('\\', '/') : ''
  const ways = [trimmed, plain, placed, decoded(plain), turned, option]
  return [...new Set(ways)].filter((way) => way !== value && way !== '')
}

/** The path of a `file:` address in any of its forms; other texts as they are. */
export function fromFileUrl(text: string): string {
  const [, rest] = /^file:(?:\/\/(?:localhost(?=\/))?)?(.*)$/is.exec(text) ?? []
  return rest === undefined ? text : decoded(rest.replace(/[?#].*$/s, ''))
}

function decoded(text: string): string {
  try {
    return /%[\da-f]{2}/i.test(text) ? decodeURIComponent(text) : text
  } catch {
    // No such escape: the program cannot read it either.
    return text
  }
}

/** The protected file that a value may name as a part of it, as a pattern, or in a text of code; null: none. */
export function mayName(value: string, workspace: Workspace): string | null {
  if (value.length > MAX_TEXT || isAddress(value)) return null
  const isWord = !/\s/.test(value.trim())
  const pieces = isWord ? value.split(SEPARATOR) : CODE.test(value) ? quotedIn(value) : []
  const named = pieces
    .filter(Boolean)
    .slice(0, MAX_PIECES)
    .find((piece) => isProtected(piece, workspace))
  return named ?? (isWord ? matchedBy(value.trim(), workspace) : null)
}

export function isAddress(value: string): boolean {
  return ADDRESS.test(value)
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/(["'`])(.*?)\1/g)].map(([, , inner = '']) => inner)
}

/** The files that a patch changes, as its lines name them. */
export function namedInPatch(text: string): string[] {
  const heads = /^(?:\+\+\+|---|\*\*\* \w+ File:|rename (?:to|from)|diff --git) ([^\t\n]+)/gm
  return [...text.slice(0, MAX_TEXT).matchAll(heads)].flatMap(([, named = '']) =>
    named
      .split(' ')
      .map((path) => path.replace(/^"|"$/g, '').replace(/^[ab]\//, ''))
      .filter(Boolean),
  )
}

/** A file that a pattern fits, hidden ones only by a dot of its own. One that fits every name is no name. */
function matchedBy(value: string, workspace: Workspace): string | null {
  const words = /[*?[{]/.test(value) ? (expandBraces(value) ?? []) : []
  for (const word of words) {
    const last = word.split('/').at(-1) ?? ''
    if (!isPattern(word)) {
      if (isProtected(word, workspace)) return word
      continue
    }
    if (/^[.*?]*$/.test(last)) continue
    const fits = compilePattern(word.replace(/^(?:\.\/|\*\*\/)+/, ''), true)
    const hit = workspace.deniedBelow(workspace.root).paths.find((path) => {
      const parts = relative(workspace.root, path).split('/')
      const isShown = !parts.at(-1)?.startsWith('.') || /^[.[{]/.test(last)
      return (
        isShown && !parts.includes('.git') && parts.some((_, at) => fits(parts.slice(at).join('/')))
      )
    })
    if (hit !== undefined) return relative(workspace.root, hit)
  }
  return null
}

/** Whether a rule covers the place that a text names, whether anything is there or not. */
export function isProtected(text: string, workspace: Workspace): boolean {
  const place = text === '' ? null : workspace.resolve(literal(text))
  return place?.ok === true && place.denied !== null
}

/** Whether a text names a file that exists, or a place that a rule covers, whether it exists or not. */
export function isPlace(text: string, workspace: Workspace): boolean {
  const place = text === '' ? null : workspace.resolve(literal(text))
  if (!place?.ok) return false
  return (
    place.exists || !place.inside || place.denied !== null || controlFamily(place.relative) !== null
  )
}
