import type { Field } from '../state/types.js'
import type { Call } from './program.js'

/**
 * A word of a program that is not known: the ways in which it could carry a path are tried, alone,
 * after `=`, `@` or `:`. Computed words of such a program are asked.
 */
export function tryWord(word: Field, { walker, state }: Pick<Call, 'walker' | 'state'>): void {
  if (word.text === null) {
    walker.usePath(word, 'read', state)
    return
  }
  const [, scheme, rest = ''] = /^([a-z][\w+.-]*):\/\/(.*)$/is.exec(word.text) ?? []
  if (scheme !== undefined && LOCAL_SCHEME.test(scheme))
    tryWord({ ...word, text: rest }, { walker, state })
  else if (scheme !== undefined && !/^file$/i.test(scheme)) return
  for (const text of spellings(word.text)) {
    const field = { ...word, text }
    // A sentence is no path, unless it begins like one, leads upwards, or is the name of a file.
    const isText = /\s/.test(text) && !PATH_START.test(text) && !exists(text, walker, state)
    if (!isText) walker.tryPath(field, 'read', state)
  }
}

/** Schemes whose address is a file of this machine, `file` apart, which every path may begin with. */
const LOCAL_SCHEME = /^(?:fileb|sqlite\d?|duckdb|unix|path|link|jar|zip)$/i
const PATH_START = /^(?:\/|~|\.\/)|(?:^|\/)\.\.(?:\/|$)/

function exists(text: string, walker: Call['walker'], state: Call['state']): boolean {
  const cwds = text.startsWith('/') ? [''] : (state.cwds ?? [])
  return text.length < 4_096 && cwds.some((cwd) => walker.disk.kind(`${cwd}/${text}`) !== null)
}

/** Longer words are texts, of which parts are no paths. */
const MAX_SPLIT = 512

function spellings(word: string): string[] {
  const ways = [word]
  const assigned = /^[^=]*=(.+)$/s.exec(word)?.[1]
  if (assigned) ways.push(assigned, assigned.replace(/^@/, ''))
  // `@file`, `+file`, `|file`
  if (/^[@+!|<>&^%]+./.test(word)) ways.push(word.replace(/^[@+!|<>&^%]+/, ''))
  // `id=x,src=file`, `host:file`, `@file;type=x`: lists that name a file somewhere.
  if (word.length <= MAX_SPLIT)
    ways.push(...word.split(/[=:,;@]/).filter((part) => part !== word && part !== ''))
  const rest = /^[^:]*:(.+)$/s.exec(word)?.[1]
  if (rest) ways.push(rest)
  return ways
}
