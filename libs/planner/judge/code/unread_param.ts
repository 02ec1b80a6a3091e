import { hasName } from '../../items/names.js'
import type { FileChange, Standing } from '../facts/types.js'
import { type Defined, functionsOf } from './functions.js'
import { isCode, isName, MOST_CODE, tokensOf } from './tokens.js'

/** The task may want a function that does without it. */
const WANTED =
  /\b(?:ignor\w*|unused|regardless|always|never|constant|stub\w*|mock\w*|hard-?cod\w*|disabl\w*|fixed value|no longer|placeholder|deprecat\w*|no-?op)\b(?!\()|\b(?:remov|drop|delet)\w*\b(?!\()[^.;\n]{0,60}\b(?:parameters?|arguments?|options?)\b/i
const ALL_OF_THEM = /\barguments\b|\*\*?kwargs|\*args|\blocals\(/
const SHELL = /\.(?:sh|bash)$/
const ARGUMENT = /\$\{?[1-9@*#]/g

/** A function that read a parameter before the changes, still has it, and reads it no more; null: there is none. */
export function unreadParam(
  { changes, asked }: Pick<Standing, 'changes' | 'asked'>,
  summary: string,
): string | null {
  if (WANTED.test(asked)) return null
  const said = `${asked}\n${summary}`
  for (const change of changes) {
    const found = SHELL.test(change.path) ? unreadArgument(change) : unreadIn(change, said)
    if (found !== null) return found
  }
  return null
}

function unreadIn({ path, before, after }: FileChange, said: string): string | null {
  if (before === null || after === null || !isCode(path)) return null
  if (before.length + after.length > MOST_CODE) return null
  const old = functionsOf(path, before)
  for (const { name, params, body } of functionsOf(path, after).values()) {
    const was = old.get(name)
    const fresh = freshUnread({ name, params, body }, was, path, said)
    if (fresh !== undefined) return `${name}() in ${path} has ${fresh} and never reads it`
    if (was === undefined || was.body === body || ALL_OF_THEM.test(body)) continue
    const now = namesIn(path, body)
    // A body of which nothing is known.
    if (body.trim() === '') continue
    const then = namesIn(path, was.body)
    const param = params.find((one) => was.params.includes(one) && then.has(one) && !now.has(one))
    if (param !== undefined) return `${name}() in ${path} no longer reads ${param}`
  }
  return null
}

/** A parameter that is new, that the task or the end names, and that nothing reads. */
function freshUnread(
  { params, body }: Defined,
  was: Defined | undefined,
  path: string,
  said: string,
): string | undefined {
  const fresh = params.filter((one) => was?.params.includes(one) !== true && hasName(said, one))
  if (fresh.length === 0 || was?.body === undefined || body.trim() === '') return undefined
  if (ALL_OF_THEM.test(body)) return undefined
  const read = namesIn(path, body)
  return fresh.find((one) => !read.has(one))
}

function unreadArgument({ path, before, after }: FileChange): string | null {
  if (before === null || after === null) return null
  const now = new Set(after.match(ARGUMENT) ?? [])
  if (now.has('$@') || now.has('$*')) return null
  const gone = (before.match(ARGUMENT) ?? []).find((one) => !now.has(one))
  return gone === undefined || /\bshift\b/.test(after) ? null : `${path} no longer reads ${gone}`
}

/** Also those inside of texts: "`${name}`", f"{name}". */
function namesIn(path: string, body: string): Set<string> {
  return new Set(
    tokensOf(path, body).flatMap((token) =>
      isName(token)
        ? [token]
        : /^["'`]/.test(token)
          ? (token.match(/[A-Za-z_$][\w$]*/g) ?? [])
          : [],
    ),
  )
}
