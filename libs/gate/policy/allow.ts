import type { GateRequest } from './verdict.js'

/** What joins, redirects, expands or hides further commands: beside it a wildcard would promise too much. */
const NOT_SIMPLE = /[;|&<>$`(){}\\\n\r]/

/**
 * Whether an entry `tool` or `tool:glob` of the settings covers a call: the glob over every path of the
 * call, or over the whole command. A glob with a wildcard covers single simple commands only.
 */
export function allows(entry: string, request: GateRequest): boolean {
  const colon = entry.indexOf(':')
  const tool = colon < 0 ? entry : entry.slice(0, colon)
  if (tool !== request.tool) return false
  if (colon < 0) return true
  const glob = entry.slice(colon + 1).trim()
  if (request.command) {
    const { text, at } = request.command
    // In another folder it is as if `cd` stood before it.
    return coversCommand(glob, at === undefined ? text.trim() : `cd ${at} && ${text.trim()}`)
  }
  const paths = request.accesses.flatMap((access) => access.relatives)
  return paths.length > 0 && paths.every((path) => matchesPath(glob, path))
}

function coversCommand(glob: string, command: string): boolean {
  if (glob === command) return true
  if (NOT_SIMPLE.test(command)) return false
  return toPattern(glob, '.*', '.*').test(command)
}

function matchesPath(glob: string, path: string): boolean {
  const from = glob.replace(/^(?:\.\/)+/, '')
  const whole = from.endsWith('/') ? `${from}**` : from
  // Without a slash a glob names a file at any depth, as in ignore files.
  return toPattern(whole.includes('/') ? whole : `**/${whole}`, '.*', '[^/]*').test(path)
}

/** A glob as an anchored pattern: `**`, `*`, `?` and `{a,b}`; all else is literal. */
function toPattern(glob: string, doubleStar: string, star: string): RegExp {
  let depth = 0
  const source = glob.replace(/\*\*\/|\*+|\?|[{},]|[.+^$()|[\]\\]/g, (part) => {
    if (part === '**/') return `(?:${doubleStar}/)?`
    if (part.startsWith('**')) return doubleStar
    if (part === '*') return star
    if (part === '?') return '[^/]'
    if (part === '{') depth += 1
    if (part === '{') return '(?:'
    if (part === '}' && depth > 0) {
      depth -= 1
      return ')'
    }
    if (part === ',') return depth > 0 ? '|' : ','
    return `\\${part}`
  })
  return new RegExp(`^(?:${source}${')'.repeat(depth)})$`, 's')
}
